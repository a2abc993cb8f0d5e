import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RestoreTarget } from '@rollcall/core/backup/backup.ports';
import type { Repositories } from '@rollcall/core/ports';
import { institutionIn } from '@rollcall/db/archive/institution-in';
import { type BeforeRestore, readBefore } from '@rollcall/db/archive/kept-tables';
import { createRestoreTarget } from '@rollcall/db/archive/restore-target';
import { hasDatabase } from '@rollcall/db/embedded/folder/data-folder';
import { lockFolder } from '@rollcall/db/embedded/folder/folder-lock';
import { openEmbedded } from '@rollcall/db/embedded/open-embedded';
import { type Migration, schemaVersionOf } from '@rollcall/db/migrations/migrate';
import { drizzleOn, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { homeOf } from '../env.ts';
import { type CliContext, CliError, withDatabase } from './cli-context.ts';

export interface OpenTarget extends RestoreTarget<Repositories> {
  readonly place: string;
  /** Makes the written data the database. Answers where a damaged one was moved to. */
  keep(): Promise<string | undefined>;
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

/**
 * Who was erased or withdrew a consent here, for a restore into another place; or the reason why nobody is known. The
 * password of the administrator here says nothing about the other place.
 */
export async function readErasures(context: CliContext): Promise<BeforeRestore | string> {
  try {
    if (!(await hasOwnDatabase(context))) return 'there is no database here that knows who.';
    const quiet = { ...context, announce: () => {} }; // the command acts on the other place
    return await withDatabase(quiet, async ({ db }) => ({
      ...(await readBefore(db)),
      adminHash: null,
      owners: null,
    }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** For the answer of a restore: nothing when the erasures are known. */
export const describeErasures = (erasures: BeforeRestore | string): string =>
  typeof erasures === 'string'
    ? `\nNobody who was erased after this backup is removed again: ${erasures}`
    : '';

/** The address of another database. One with a password is read from a file: other users see the command line. */
export async function readAddress(options: {
  readonly into?: string | undefined;
  readonly 'into-file'?: string | undefined;
}): Promise<string | undefined> {
  const fromFile = options['into-file'];
  const address = fromFile === undefined ? options.into : (await readFile(fromFile, 'utf8')).trim();
  if (address === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address))
    throw new CliError('--into needs an address that starts with postgres://.');
  const { password, searchParams } = new URL(address);
  const isSecret = password !== '' || [...searchParams.keys()].some((key) => /password/i.test(key));
  if (fromFile === undefined && isSecret)
    throw new CliError(
      'Every user of this machine can read a password on the command line. Write the address into a file and give --into-file FILE, or set PGPASSWORD.',
    );
  return address;
}

interface Loading {
  readonly migrations: readonly Migration[];
  readonly before: BeforeRestore | undefined;
  /** The embedded database in the folder is damaged, and is moved aside. */
  readonly isDamaged?: boolean;
}

/** Opens an empty database to restore into. Refuses one that already holds data. */
export async function openRestoreTarget(
  context: CliContext,
  into: string | undefined,
  loading: Loading,
): Promise<OpenTarget> {
  const url = into ?? context.env.databaseUrl;
  return url === undefined ? newFolder(context, loading) : emptyPostgres(url, loading);
}

async function emptyPostgres(url: string, loading: Loading): Promise<OpenTarget> {
  const postgres = await openPostgres(url, () => {});
  const target = createRestoreTarget({ db: postgres.db, ...loading });
  const { host, pathname } = new URL(url);
  const place = `PostgreSQL ${host}${pathname}`;
  try {
    if (!(await target.isEmpty()))
      throw new CliError(`${place} holds an institution already. Restore into an empty database.`);
  } catch (error) {
    await postgres.close();
    throw error;
  }
  const keep = async () => {
    await postgres.close();
    return undefined;
  };
  return { ...target, place, keep, discard: postgres.close };
}

/** Restores into a temporary folder that `keep` renames, so that the data folder never holds half a restore. */
async function newFolder(context: CliContext, loading: Loading): Promise<OpenTarget> {
  const dataDir = join(homeOf(context.env), 'postgres');
  const parent = dirname(dataDir);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir);
  const temporary = `${dataDir}.restoring`;
  try {
    if (hasDatabase(dataDir) && !loading.isDamaged)
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
      ...createRestoreTarget({ db: drizzleOn(embedded.pool), ...loading }),
      place: dataDir,
      async keep() {
        await embedded.close(); // writes a checkpoint, so that all data is on disk before the rename
        const aside = loading.isDamaged ? `${dataDir}.damaged-${randomUUID().slice(0, 8)}` : undefined;
        if (aside) await rename(dataDir, aside);
        else if (existsSync(dataDir)) await rmdir(dataDir);
        await rename(temporary, dataDir);
        syncFolder(parent);
        await lock.release();
        return aside;
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
