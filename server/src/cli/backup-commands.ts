import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backupArchive } from '@rollcall/core/backup/archive/archive-content';
import { describeKeyProblem } from '@rollcall/core/faces/keys/master-key.rules';
import { systemClock } from '@rollcall/core/kernel/clock';
import type { Operation } from '@rollcall/core/operations/operations.types';
import type { Repositories } from '@rollcall/core/ports';
import { institutionIn } from '@rollcall/db/archive/institution-in';
import { createRepositories } from '@rollcall/db/repositories';
import { filesDirOf, type ServerEnv } from '../env.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import {
  type CliContext,
  CliError,
  keysOf,
  readPassphrase,
  refuseOverwriting,
  withDatabase,
  writeAtomically,
} from './cli-context.ts';
import { tellProgress } from './tell-progress.ts';

interface BackupOptions {
  readonly out?: string | undefined;
  readonly force?: boolean | undefined;
  readonly 'passphrase-file'?: string | undefined;
}

/** Backs up a database as it is, also one that waits for its upgrade. */
export async function backupToFile(context: CliContext, options: BackupOptions): Promise<string> {
  const passphrase = await readPassphrase(options['passphrase-file']);
  const at = systemClock.now();
  const stamp = at.toISOString().slice(0, 16).replace(/[:T]/g, '-');
  const path = resolve(options.out ?? `rollcall-${stamp}.rollcall`);
  await refuseOverwriting(path, options.force);
  return withDatabase(
    context,
    async (database) => {
      const institution = await institutionIn(database.db);
      if (!institution)
        throw new CliError('There is nothing to back up. This installation is not set up yet.');
      const keys = await keysOf(context.env, database);
      // A backup that only the master key opens is never sealed with another one.
      const problem = describeKeyProblem(keys.state());
      if (passphrase === null && problem) throw new CliError(problem);
      let rows = 0;
      const tell = tellProgress(context, 'Saved');
      const bytes = await database.snapshots.read((reader) =>
        writeAtomically(
          path,
          backupArchive({ keys, kdf: createPassphraseKdf(), random: systemRandom }, reader, {
            institution: institution.name,
            demo: institution.isDemo,
            at,
            sealWith: passphrase === null ? { by: 'master' } : { by: 'passphrase', passphrase },
            onProgress: (done, total) => {
              rows = done;
              tell(done, total);
            },
          }),
        ),
      );
      const key =
        passphrase === null
          ? `It opens with the master key ${keys.current().id}. Keep a key export (rollcall keys export) in another place.`
          : 'It opens with the passphrase. The faces in it also need the key export (rollcall keys export).';
      return `${path}: ${institution.name}, schema ${database.schema}, ${rows} rows, ${bytes} bytes.\n${key}`;
    },
    { schema: 'any' },
  );
}

/** Finished backups whose file is here, newest first. */
export async function storedBackups(
  env: ServerEnv,
  repos: Pick<Repositories, 'operations'>,
): Promise<(Operation & { readonly path: string })[]> {
  const found = [];
  for (const operation of await repos.operations.all()) {
    if (operation.kind !== 'backup' || operation.state !== 'done') continue;
    const path = join(filesDirOf(env), operation.file);
    if (await stat(path).catch(() => null)) found.push({ ...operation, path });
  }
  return found.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id);
}

export function listBackups(context: CliContext): Promise<string> {
  return withDatabase(context, async ({ db }) => {
    const backups = await storedBackups(context.env, createRepositories(db));
    if (backups.length === 0) return 'There is no backup.';
    return backups
      .map(
        ({ createdAt, bytes, path, createdBy, expiresAt }) =>
          `${createdAt.toISOString()}  ${String(bytes).padStart(12)} bytes  ${path}  by ${createdBy}, kept until ${expiresAt.toISOString().slice(0, 10)}`,
      )
      .join('\n');
  });
}
