import type { Actor } from '../access.ts';
import { randomName } from '../auth/token.ts';
import { FILE_LIFETIME_MS } from '../backup/backup.rules.ts';
import type { Ports, Repositories } from '../ports.ts';

type Needs = Pick<Ports, 'clock' | 'random' | 'repos'>;

/** An import as an operation: listed, with progress while it runs, and how it ended. */
export function createImportRun({ clock, random, repos }: Needs) {
  return async function run<T>(
    actor: Actor,
    upload: string,
    total: number,
    work: (onDone: (count: number) => void, finish: (tx: Repositories) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const createdAt = clock.now();
    const source = await repos.operations.byFile(upload);
    const { id } = await repos.operations.insert({
      kind: 'import',
      file: `import-${randomName(random)}.csv`,
      createdAt,
      createdBy: actor.name,
      expiresAt: new Date(createdAt.getTime() + FILE_LIFETIME_MS),
    });
    await repos.operations.progress(id, 0, total);
    const result = { state: 'done' as const, bytes: source?.bytes ?? 0, sha256: source?.sha256 ?? '' };
    try {
      return await work(
        // Only the display; the import itself reports its own failures.
        (count) => void repos.operations.progress(id, count, total).catch(() => {}),
        async (tx) => void (await tx.operations.finish(id, result)),
      );
    } catch (error) {
      await repos.operations
        .finish(id, { state: 'failed', problem: 'Nothing was imported.' })
        .catch(() => {});
      throw error;
    }
  };
}
