import type { RandomSource } from '../auth/auth.ports.ts';
import { createTemplateVault, type WrappedKey } from '../faces/template-vault.ts';
import type { Repositories } from '../ports.ts';
import { type ArchiveEnd, contentRows, type TableRows } from './archive-content.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveHead } from './archive-head.ts';
import type { KeyNeeds } from './archive-key.ts';
import type { RestoreTarget } from './backup.ports.ts';
import { createFaceFilter, type FaceCount, withReadableFaces } from './restore-faces.ts';
import { openFile } from './sealed-file.ts';

export interface ArchiveSource {
  /** The file from its beginning, every time. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
  readonly passphrase: string | null;
  /** Keys that may open faces in it: of a key export, or of the database it replaces. */
  readonly faceKeys: ReadonlyMap<number, readonly WrappedKey[]>;
}

export interface Inspection {
  readonly head: ArchiveHead;
  readonly rows: number;
  readonly faces: FaceCount;
}

type Needs = KeyNeeds & { readonly random: RandomSource };

const vaultOf = ({ keys, random }: Needs) => createTemplateVault({ keys, random });

/** The dry run: reads all of it, believes nothing, writes nothing. */
export async function inspectArchive(
  needs: Needs,
  source: ArchiveSource,
  knownSchema: number,
  onRows: (count: number) => void = () => {},
): Promise<Inspection> {
  const { head, content } = await openFile(needs, await source.open(), {
    format: 'rollcall-backup',
    passphrase: source.passphrase,
  });
  if (head.schema > knownSchema) throw new ArchiveError('newer');
  const filter = createFaceFilter({ vault: vaultOf(needs), candidates: source.faceKeys });
  let rows = 0;
  for await (const page of contentRows(head, content)) {
    rows += page.rows.length;
    onRows(page.rows.length);
    if (page.table === 'face_templates') await filter.templates(page.rows);
  }
  return { head, rows, faces: filter.count() };
}

/** Everything in one step, of an archive that was read to its end before: `inspection` is the proof. */
export async function restoreArchive(
  needs: Needs & { readonly target: RestoreTarget },
  source: ArchiveSource,
  inspection: Inspection,
  at: Date,
  finish: (repos: Repositories, head: ArchiveHead) => Promise<void>,
  onRows: (count: number) => void = () => {},
): Promise<void> {
  const { head, content } = await openFile(needs, await source.open(), {
    format: 'rollcall-backup',
    passphrase: source.passphrase,
  });
  // Another file under the same name than the one that was looked at.
  if (head.key.salt !== inspection.head.key.salt) throw new ArchiveError('foreign');
  const filter = createFaceFilter({ vault: vaultOf(needs), candidates: source.faceKeys });
  await needs.target.replaceAll(
    head.schema,
    withReadableFaces(told(contentRows(head, content), onRows), filter, at),
    (repos) => finish(repos, head),
  );
}

async function* told(
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
