import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RestoreTarget } from '@rollcall/core/backup/backup.ports';
import type { Repositories } from '@rollcall/core/ports';
import { institutionIn } from '@rollcall/db/archive/institution-in';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import { hasDatabase } from '@rollcall/db/embedded/folder/data-folder';
import { lockFolder } from '@rollcall/db/embedded/folder/folder-lock';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { type Migration, schemaVersionOf } from '@rollcall/db/migrations/migrate';
import { drizzleOn, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { homeOf } from '../env.ts';
import { type CliContext, CliError } from './cli-context.ts';

export interface OpenTarget extends RestoreTarget<Repositories> {
  readonly place: string;
  /** Makes the written data the database. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** Whether this installation has a database that a restore would replace. */
export async function hasOwnDatabase({ env }: CliContext): Promise<boolean> {
  if (env.databaseUrl === undefined) return hasDatabase(join(homeOf(env), 'postgres'));
  const postgres = await openPostgres(env.databaseUrl, () => {}, env.postgres);
  try {
    return (await schemaVersionOf(postgres.db)) !== null && (await institutionIn(postgres.db)) !== null;
  } finally {
    await postgres.close();
  }
}

/** The address of another database. One with a password is read from a file: other users see the command line. */
export async function readAddress(options: {
  readonly into?: string | undefined;
  readonly 'into-file'?: string | undefined;
}): Promise<string | undefined> {
  const fromFile = options['into-file'];
  const address = fromFile === undefined ? options.into : (await readFile(fromFile, 'utf8')).trim();
  if (address === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address))
    throw new CliError('--into wants an address that begins with postgres://.');
  if (fromFile === undefined && new URL(address).password !== '')
    throw new CliError(
      'Every user of this machine can read a password on the command line. Write the address into a file and give --into-file FILE, or set PGPASSWORD.',
    );
  return address;
}

/** Opens an empty database to restore into. Refuses one that already holds data. */
export async function openRestoreTarget(
  context: CliContext,
  into: string | undefined,
  migrations: readonly Migration[],
): Promise<OpenTarget> {
  const url = into ?? context.env.databaseUrl;
  return url === undefined ? newFolder(context, migrations) : emptyPostgres(url, migrations);
}

async function emptyPostgres(url: string, migrations: readonly Migration[]): Promise<OpenTarget> {
  const postgres = await openPostgres(url, () => {});
  const target = createRestoreTarget({ db: postgres.db, migrations });
  const { host, pathname } = new URL(url);
  const place = `PostgreSQL ${host}${pathname}`;
  try {
    if (!(await target.isEmpty()))
      throw new CliError(`${place} holds an institution already. Restore into an empty database.`);
  } catch (error) {
    await postgres.close();
    throw error;
  }
  return { ...target, place, keep: postgres.close, discard: postgres.close };
}

/** Restores into a temporary folder that `keep` renames, so that the data folder never holds half a restore. */
async function newFolder(context: CliContext, migrations: readonly Migration[]): Promise<OpenTarget> {
  const dataDir = join(homeOf(context.env), 'postgres');
  const parent = dirname(dataDir);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir);
  const temporary = `${dataDir}.restoring`;
  try {
    if (hasDatabase(dataDir))
      throw new CliError(
        `${dataDir} holds a database already. Move it away, or choose another DATA_DIR; a restore never writes over data.`,
      );
    await rm(temporary, { recursive: true, force: true });
    const seed = await readFile(context.locations.seed).catch(() => undefined);
    const embedded = await openEmbedded({
      at: { dataDir: temporary },
      ...(seed ? { seed } : {}),
      statementTimeoutMs: 0,
      log: context.log.warn,
    });
    return {
      ...createRestoreTarget({ db: drizzleOn(embedded.pool), migrations }),
      place: dataDir,
      async keep() {
        await embedded.close(); // writes a checkpoint, so that all data is on disk before the rename
        if (existsSync(dataDir)) await rmdir(dataDir);
        await rename(temporary, dataDir);
        syncFolder(parent);
        await lock.release();
      },
      async discard() {
        await embedded.close();
        await rm(temporary, { recursive: true, force: true });
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
