import type { RandomSource } from '../auth/auth.ports.ts';
import { contentLines } from './archive-content.ts';
import type { KeyNeeds, SealWith } from './archive-key.ts';
import type { ArchiveReader } from './backup.ports.ts';
import { encoded } from './byte-streams.ts';
import { sealFile } from './sealed-file.ts';

export interface BackupRequest {
  readonly institution: string;
  readonly demo: boolean;
  readonly at: Date;
  readonly sealWith: SealWith;
  readonly onProgress: (done: number, total: number) => void;
}

/** Everything that is needed to rebuild, as one sealed stream. */
export async function* backupArchive(
  needs: KeyNeeds & { readonly random: RandomSource },
  reader: ArchiveReader,
  { institution, demo, at, sealWith, onProgress }: BackupRequest,
): AsyncIterable<Uint8Array> {
  const counts = await reader.tables();
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let done = 0;
  onProgress(0, total);
  const lines = contentLines(reader, [...counts.keys()], (rows) => {
    done += rows;
    onProgress(done, total);
  });
  const about = {
    format: 'rollcall-backup' as const,
    schema: await reader.schemaVersion(),
    institution,
    demo,
    createdAt: at.toISOString(),
    counts: Object.fromEntries(counts),
  };
  yield* sealFile(needs, about, sealWith, encoded(lines));
}
