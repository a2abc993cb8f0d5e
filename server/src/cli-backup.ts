import { join, resolve } from 'node:path';
import { backupArchive } from '@rollcall/core/backup/backup.archive';
import { createRepositories } from '@rollcall/db/repositories';
import { createPassphraseKdf } from './backup-passphrase.ts';
import { type CliContext, CliError, homeOf, random, readPassphrase, writeWhole } from './cli-context.ts';
import { systemClock } from './clock.ts';
import { openMasterKeys } from './master-keys.ts';
import { openDatabase } from './open-database.ts';

export async function backupToFile(
  { env, locations, log }: CliContext,
  options: { out?: string | undefined; 'passphrase-file'?: string | undefined },
): Promise<string> {
  const passphrase = await readPassphrase(options['passphrase-file']);
  const at = systemClock.now();
  const stamp = at.toISOString().slice(0, 16).replace(/[:T]/g, '-');
  const path = resolve(options.out ?? `rollcall-${stamp}.rollcall`);
  const database = await openDatabase(env, locations, log);
  try {
    const institution = await createRepositories(database.db).settings.institution();
    if (!institution) throw new CliError('There is nothing to back up: this installation is not set up yet.');
    const keys = await openMasterKeys(join(homeOf(env), 'keys'), env.templateKey);
    let rows = 0;
    const bytes = await database.snapshots.read((reader) =>
      writeWhole(
        path,
        backupArchive({ keys, kdf: createPassphraseKdf(), random }, reader, {
          institution: institution.name,
          demo: institution.isDemo,
          at,
          sealWith: passphrase === null ? { by: 'master' } : { by: 'passphrase', passphrase },
          onProgress: (done) => {
            rows = done;
          },
        }),
      ),
    );
    const key =
      passphrase === null
        ? 'It opens with the master key of this installation: keep a key export (rollcall keys export) apart from it.'
        : 'It opens with the passphrase. The faces in it also need the key export (rollcall keys export).';
    return `${path}: ${rows} rows, ${bytes} bytes.\n${key}`;
  } finally {
    await database.close();
  }
}
