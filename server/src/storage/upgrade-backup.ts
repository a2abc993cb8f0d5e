import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backupArchive } from '@rollcall/core/backup/archive/archive-content';
import type { Snapshots } from '@rollcall/core/backup/backup.ports';
import { describeKeyProblem } from '@rollcall/core/faces/master-key.rules';
import { systemClock } from '@rollcall/core/kernel/clock';
import { randomName } from '@rollcall/core/kernel/random';
import { DAY_MS } from '@rollcall/core/operations/operations.rules';
import { institutionIn } from '@rollcall/db/archive/institution-in';
import type { Db } from '@rollcall/db/connection';
import { schemaVersion } from '@rollcall/db/migrations/migrate';
import { createRepositories } from '@rollcall/db/repositories';
import { filesDirOf, homeOf, type ServerEnv } from '../env.ts';
import { readMasterKeys } from '../keys/master-keys.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import type { Log } from '../log.ts';
import { fileDigest } from './file-digest.ts';

const LIFETIME_MS = 90 * DAY_MS;

/** The backup before an upgrade could not be made, so the database was not upgraded. */
export class UpgradeBackupError extends Error {
  override readonly name = 'UpgradeBackupError';
  readonly code = 'UPGRADE_BACKUP';
}

interface Needs {
  readonly env: ServerEnv;
  readonly db: Db;
  readonly snapshots: Snapshots;
  readonly newest: number;
  readonly log: Log;
}

export interface UpgradeBackup {
  /** Lists the backup among the others, once the database has the schema for it. */
  record(db: Db): Promise<void>;
}

/**
 * Backs up a database that an upgrade is about to change: the same archive as any other, with the schema that the
 * database has now, which this version restores. The demo school is made again instead.
 */
export async function backUpBeforeUpgrade(needs: Needs): Promise<UpgradeBackup | null> {
  const { env, db, newest, log } = needs;
  const institution = await institutionIn(db);
  if (!institution || institution.isDemo) return null;
  const schema = await schemaVersion(db);
  if (schema >= newest) return null;
  try {
    const { file, path } = await write(needs, institution.name, schema);
    log.info(`Schema ${schema} is upgraded to ${newest}. The backup of before is ${path}.`);
    return { record: (upgraded) => record(upgraded, file, path) };
  } catch (cause) {
    if (env.upgradeWithoutBackup) {
      log.failure('The backup before the upgrade failed; upgrading without it, as told', cause);
      return null;
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UpgradeBackupError(
      `The database must be upgraded (schema ${schema} to ${newest}), but the backup before it failed: ${reason} Nothing was changed. Solve this, or start once with UPGRADE_WITHOUT_BACKUP=true.`,
      { cause },
    );
  }
}

async function write({ env, snapshots }: Needs, institution: string, schema: number) {
  // An older database does not record the fingerprint of its key.
  const keys = await readMasterKeys(join(homeOf(env), 'keys'), env.templateKey, {
    expected: null,
    hasDependents: true,
  });
  const problem = describeKeyProblem(keys.state());
  if (problem) throw new Error(problem);
  const folder = filesDirOf(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = `backup-before-upgrade-${schema}-${randomName(systemRandom).slice(0, 16)}.rollcall`;
  const path = join(folder, file);
  const part = `${path}.part`;
  try {
    await snapshots.read(async (reader) => {
      const handle = await open(part, 'w', 0o600);
      try {
        const chunks = backupArchive({ keys, kdf: createPassphraseKdf(), random: systemRandom }, reader, {
          institution,
          demo: false,
          at: systemClock.now(),
          sealWith: { by: 'master' },
          onProgress: () => {},
        });
        for await (const chunk of chunks) await handle.writeFile(chunk);
        await handle.sync();
      } finally {
        await handle.close();
      }
    });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return { file, path };
}

async function record(db: Db, file: string, path: string): Promise<void> {
  const { operations } = createRepositories(db);
  const createdAt = systemClock.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const { id } = await operations.insert({
    kind: 'backup',
    file,
    createdAt,
    createdBy: 'Upgrade',
    expiresAt,
  });
  await operations.finish(id, { state: 'done', ...(await fileDigest(path)) });
}
