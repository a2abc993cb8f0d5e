import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { backupArchive, contentRows } from '@rollcall/core/backup/archive/archive-content';
import type { KeyNeeds } from '@rollcall/core/backup/archive/archive-key';
import { openFile } from '@rollcall/core/backup/archive/sealed-file';
import type { ArchiveReader, Snapshots } from '@rollcall/core/backup/backup.ports';
import { describeKeyProblem } from '@rollcall/core/faces/keys/master-key.rules';
import { systemClock } from '@rollcall/core/kernel/clock';
import { randomName } from '@rollcall/core/kernel/random';
import { BACKUP_BEFORE, DAY_MS } from '@rollcall/core/operations/operations.rules';
import { institutionIn } from '@rollcall/db/archive/institution-in';
import type { Db } from '@rollcall/db/connection';
import { schemaVersion } from '@rollcall/db/migrations/migrate';
import { createRepositories } from '@rollcall/db/repositories';
import { filesDirOf, homeOf, type ServerEnv } from '../env.ts';
import { readMasterKeys } from '../keys/master-keys.ts';
import { createPassphraseKdf, systemRandom } from '../keys/secrets.ts';
import type { Log } from '../log.ts';
import { fileDigest } from './file-digest.ts';
import { renameDurably } from './rename-durably.ts';

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
    const file = await write(needs, institution.name, schema);
    log.info(`Schema ${schema} is upgraded to ${newest}. The backup of before is ${file.path}.`);
    return { record: (upgraded) => record(upgraded, file) };
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

interface WrittenFile {
  readonly path: string;
  readonly createdAt: Date;
}

/**
 * One file per schema, which a later start uses again or replaces: an upgrade that fails at every start does not fill
 * the disk. It gets a name of its own when the upgrade has succeeded.
 */
async function write({ env, snapshots }: Needs, institution: string, schema: number): Promise<WrittenFile> {
  // An older database does not record the fingerprint of its key.
  const keys = await readMasterKeys(join(homeOf(env), 'keys'), env.templateKey, {
    expected: null,
    hasDependents: true,
  });
  const problem = describeKeyProblem(keys.state());
  if (problem) throw new Error(problem);
  const folder = filesDirOf(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${BACKUP_BEFORE}upgrade-${schema}.rollcall`);
  const sealing = { keys, kdf: createPassphraseKdf(), random: systemRandom };
  return snapshots.read(async (reader) => {
    const known = await timeOf(path, sealing, { institution, schema, reader });
    if (known) return { path, createdAt: known };
    const createdAt = systemClock.now();
    const part = `${path}.part`;
    try {
      const handle = await open(part, 'w', 0o600);
      try {
        const chunks = backupArchive(sealing, reader, {
          institution,
          demo: false,
          at: createdAt,
          sealWith: { by: 'master' },
          onProgress: () => {},
        });
        for await (const chunk of chunks) await handle.writeFile(chunk);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await renameDurably(part, path);
      return { path, createdAt };
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  });
}

interface Content {
  readonly institution: string;
  readonly schema: number;
  readonly reader: ArchiveReader;
}

/**
 * When the file was made, if it is whole and of the database as it is: no table has got or lost a row, and no number was
 * given to one. Whatever the older version did since leaves rows, in the audit at least.
 */
async function timeOf(
  path: string,
  needs: KeyNeeds,
  { institution, schema, reader }: Content,
): Promise<Date | null> {
  const counts = await reader.tableRowCounts();
  const sequences = await reader.sequences();
  const file = createReadStream(path);
  try {
    const { head, content } = await openFile(needs, file, {
      format: 'rollcall-backup',
      passphrase: null,
    });
    const isSame =
      head.institution === institution &&
      head.schema === schema &&
      isDeepStrictEqual(head.counts, Object.fromEntries(counts));
    if (!isSame) return null;
    const end = await endOf(contentRows(head, content)); // fails where the file is damaged
    return isDeepStrictEqual(end.sequences, sequences) ? new Date(head.createdAt) : null;
  } catch {
    return null; // there is none, or it cannot be used: it is written again
  } finally {
    file.destroy();
  }
}

async function endOf<T>(rows: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const next = await rows.next();
    if (next.done) return next.value;
  }
}

async function record(db: Db, { path, createdAt }: WrittenFile): Promise<void> {
  const own = path.replace(/\.rollcall$/, `-${randomName(systemRandom).slice(0, 16)}.rollcall`);
  await renameDurably(path, own);
  const { operations } = createRepositories(db);
  const expiresAt = new Date(systemClock.now().getTime() + LIFETIME_MS);
  const { id } = await operations.insert({
    kind: 'backup',
    file: basename(own),
    createdAt,
    createdBy: 'Upgrade',
    expiresAt,
  });
  await operations.finish(id, { state: 'done', ...(await fileDigest(own)) });
}
