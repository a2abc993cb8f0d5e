import type { TemplateVault, WrappedKey } from '../../faces/face.ports.ts';
import type { RandomSource } from '../../kernel/random.ts';
import type { ArchiveEnd, RestoreCheck, RestoreEffects, RestoreTarget, TableRows } from '../backup.ports.ts';
import { contentRows } from './archive-content.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveHead } from './archive-head.ts';
import { fromHex, type KeyNeeds, toHex } from './archive-key.ts';
import { openFile } from './sealed-file.ts';

export interface ArchiveSource {
  /** Opens the file from its beginning; called once per read. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
  readonly passphrase: string | null;
  /** Keys that may open its faces, by person: of a key export, or of the database it replaces. */
  readonly faceKeys: ReadonlyMap<number, readonly WrappedKey[]>;
}

interface FaceCount {
  /** People with face data in the archive. */
  readonly people: number;
  /** Those of them whose key is known and opens their templates. The others must enrol again. */
  readonly readable: number;
}

export interface Inspection {
  readonly head: ArchiveHead;
  readonly rows: number;
  readonly faces: FaceCount;
}

type Needs = KeyNeeds & { readonly random: RandomSource; readonly vault: TemplateVault };

const open = async (needs: Needs, source: ArchiveSource) => {
  const opened = await openFile(needs, await source.open(), {
    format: 'rollcall-backup',
    passphrase: source.passphrase,
  });
  // Keys are never in a backup: one in there would be somebody else's.
  if ('face_keys' in opened.head.counts)
    throw new ArchiveError('invalid', { detail: 'It holds keys, which no backup does.' });
  return opened;
};

/** Reads and verifies the whole archive without a database: seals, counts, and which faces can be opened. */
export async function inspectArchive(
  needs: Needs,
  source: ArchiveSource,
  knownSchema: number,
  onRows: (count: number) => void = () => {},
): Promise<Inspection> {
  const { head, content } = await open(needs, source);
  if (head.schema > knownSchema) throw new ArchiveError('newer');
  const filter = createFaceFilter({ vault: needs.vault, candidates: source.faceKeys });
  let rows = 0;
  for await (const page of contentRows(head, content)) {
    rows += page.rows.length;
    onRows(page.rows.length);
    if (page.table === 'face_templates') await filter.readableTemplates(page.rows);
  }
  return { head, rows, faces: filter.count() };
}

/** Dry run: loads every row into a scratch place, so that whatever a restore would refuse is refused here. */
export async function checkArchive(
  needs: Needs & { readonly target: RestoreCheck },
  source: ArchiveSource,
  at: Date,
): Promise<Inspection & { readonly effects: RestoreEffects }> {
  const { head, content } = await open(needs, source);
  if (head.schema > needs.target.schemaVersion) throw new ArchiveError('newer');
  const filter = createFaceFilter({ vault: needs.vault, candidates: source.faceKeys });
  let rows = 0;
  const counted = countRows(contentRows(head, content), (count) => {
    rows += count;
  });
  const effects = await needs.target.check(head, replaceFaceRows(counted, filter, at));
  return { head, rows, faces: filter.count(), effects };
}

/** Replaces all data in one transaction, from an archive that `inspectArchive` has verified before. */
export async function restoreArchive<Repos>(
  needs: Needs & { readonly target: RestoreTarget<Repos> },
  source: ArchiveSource,
  inspection: Inspection,
  at: Date,
  finish: (repos: Repos, head: ArchiveHead, effects: RestoreEffects) => Promise<void>,
  onRows: (count: number) => void = () => {},
): Promise<RestoreEffects> {
  const { head, content } = await open(needs, source);
  // The file is not the one that was inspected.
  if (head.key.salt !== inspection.head.key.salt) throw new ArchiveError('foreign');
  const filter = createFaceFilter({ vault: needs.vault, candidates: source.faceKeys });
  return needs.target.replaceAll(
    head,
    replaceFaceRows(countRows(contentRows(head, content), onRows), filter, at),
    (repos, effects) => finish(repos, head, effects),
  );
}

async function* countRows(
  content: AsyncGenerator<TableRows, ArchiveEnd>,
  onRows: (count: number) => void,
): AsyncGenerator<TableRows, ArchiveEnd> {
  for (;;) {
    const { done, value } = await content.next();
    if (done) return value;
    onRows(value.rows.length);
    yield value;
  }
}

/** Drops the unreadable templates from the rows and adds the rows of the face keys at the end. */
async function* replaceFaceRows(
  content: AsyncGenerator<TableRows, ArchiveEnd>,
  filter: FaceFilter,
  at: Date,
): AsyncGenerator<TableRows, ArchiveEnd> {
  for (;;) {
    const { done, value } = await content.next();
    if (done) {
      yield { table: 'face_keys', rows: await filter.keyRows(at) };
      return value;
    }
    if (value.table !== 'face_templates') yield value;
    else yield { table: value.table, rows: await filter.readableTemplates(value.rows) };
  }
}

interface TemplateRow {
  readonly person_id: number;
  readonly model_id: string;
  /** `\x` and hex, as PostgreSQL writes bytea. */
  readonly sealed: string;
}

function parseTemplate(text: string): TemplateRow {
  let row: Partial<TemplateRow> | null;
  try {
    row = JSON.parse(text); // each field that is used is checked below
  } catch (cause) {
    throw new ArchiveError('invalid', { detail: 'A row of face_templates is not JSON.', cause });
  }
  const { person_id, model_id, sealed } = row ?? {};
  if (!Number.isInteger(person_id) || typeof model_id !== 'string' || !/^\\x[0-9a-f]*$/.test(String(sealed)))
    throw new ArchiveError('invalid', { detail: 'A row of face_templates is not a template.' });
  return { person_id: Number(person_id), model_id, sealed: String(sealed) };
}

interface FilterNeeds {
  /** Knows our master keys and those of a key export. */
  readonly vault: TemplateVault;
  readonly candidates: ReadonlyMap<number, readonly WrappedKey[]>;
}

/**
 * Finds the templates that can be decrypted. Keys are not in the archive, so each template is tried with the known
 * keys of its person; only a key that opens it is used, never one of another person who once had the same id.
 * Unreadable templates are left out, so that their owners are asked to enrol again.
 */
function createFaceFilter({ vault, candidates }: FilterNeeds) {
  const people = new Set<number>();
  const found = new Map<number, WrappedKey>();

  const canOpen = async (row: TemplateRow, key: WrappedKey): Promise<boolean> => {
    try {
      const person = await vault.forPerson(row.person_id, key);
      await person.open(row.model_id, fromHex(row.sealed.slice(2)));
      return true;
    } catch {
      return false;
    }
  };

  const isReadable = async (text: string): Promise<boolean> => {
    const row = parseTemplate(text);
    people.add(row.person_id);
    const known = found.get(row.person_id);
    for (const key of known ? [known] : (candidates.get(row.person_id) ?? [])) {
      if (!(await canOpen(row, key))) continue;
      found.set(row.person_id, key);
      return true;
    }
    return false;
  };

  return {
    async readableTemplates(rows: readonly string[]): Promise<string[]> {
      const readable: string[] = [];
      for (const row of rows) if (await isReadable(row)) readable.push(row);
      return readable;
    },

    count: (): FaceCount => ({ people: people.size, readable: found.size }),

    /** Rows of the keys found, wrapped again by our current master key. */
    async keyRows(at: Date): Promise<string[]> {
      const rows: string[] = [];
      for (const [personId, key] of found) {
        const { masterKeyId, wrappedKey } = await vault.rewrap(personId, key);
        rows.push(
          JSON.stringify({
            person_id: personId,
            master_key_id: masterKeyId,
            wrapped_key: `\\x${toHex(wrappedKey)}`,
            created_at: at.toISOString(),
          }),
        );
      }
      return rows;
    },
  };
}

type FaceFilter = ReturnType<typeof createFaceFilter>;
