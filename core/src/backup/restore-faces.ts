import type { TemplateVault, WrappedKey } from '../faces/template-vault.ts';
import type { ArchiveEnd, TableRows } from './archive-content.ts';
import { fromHex, toHex } from './archive-key.ts';

export interface FaceCount {
  /** People with face data in the archive. */
  readonly people: number;
  /** Of those, whose key is here and opens it. The others enrol again. */
  readonly readable: number;
}

interface TemplateRow {
  readonly person_id: number;
  readonly model_id: string;
  /** As Postgres writes bytes: `\x`, then hex. */
  readonly sealed: string;
}

interface Needs {
  /** Knows every master key there is: ours and those of a key export. */
  readonly vault: TemplateVault;
  readonly candidates: ReadonlyMap<number, readonly WrappedKey[]>;
}

/**
 * Keys are not in the archive. Each template is tried with the keys at hand; a seal that opens proves the key, so a
 * key of somebody else who once had the same number cannot slip in. What nobody can read is left out: a person whose
 * face is noise must be asked to enrol again, not be shown as enrolled.
 */
export function createFaceFilter({ vault, candidates }: Needs) {
  const people = new Set<number>();
  const found = new Map<number, WrappedKey>();

  const opens = async (row: TemplateRow, key: WrappedKey): Promise<boolean> => {
    try {
      const person = await vault.forPerson(row.person_id, key);
      await person.open(row.model_id, fromHex(row.sealed.slice(2)));
      return true;
    } catch {
      return false;
    }
  };

  const keeps = async (text: string): Promise<boolean> => {
    const row = JSON.parse(text) as TemplateRow; // a row of face_templates, sealed into the archive by us
    people.add(row.person_id);
    const known = found.get(row.person_id);
    for (const key of known ? [known] : (candidates.get(row.person_id) ?? [])) {
      if (!(await opens(row, key))) continue;
      found.set(row.person_id, key);
      return true;
    }
    return false;
  };

  return {
    async templates(rows: readonly string[]): Promise<string[]> {
      const kept: string[] = [];
      for (const row of rows) if (await keeps(row)) kept.push(row);
      return kept;
    },
    count: (): FaceCount => ({ people: people.size, readable: found.size }),

    /** Under the master key of this place, whichever wrapped them before. */
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

export type FaceFilter = ReturnType<typeof createFaceFilter>;

/** The archive's rows with the faces that can be read, and their keys last. */
export async function* withReadableFaces(
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
    else yield { table: value.table, rows: await filter.templates(value.rows) };
  }
}
