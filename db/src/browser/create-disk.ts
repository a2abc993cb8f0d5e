import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { type Db, oneOf } from '../connection.ts';
import { startParams } from '../embedded/engine/start-params.ts';
import { BLOCK, type DatabaseDisk } from './database-disk.ts';
import { DiskFs } from './disk-fs.ts';
import { drizzleOnPglite } from './open-browser-database.ts';

/** Template databases, needed only by `create database`: two thirds of the disk. */
const TEMPLATES = /^base\/[14]\//;

/** A log segment. After a clean shutdown only the one with the last checkpoint is read. */
const SEGMENT = /^pg_wal\/[0-9A-F]{24}$/;

/** Statements that shrink the database, executed one by one because vacuum cannot run in a transaction. */
const LAST_STEPS = [
  // Descriptions of Postgres' own functions and operators, shown only by psql.
  'truncate pg_description',
  'delete from pg_statistic',
  'vacuum full pg_statistic',
  'vacuum',
  // Statistics of our own tables only: those of the catalogue are a tenth of the disk and plan none of our
  // queries.
  "do $$ declare t text; begin for t in select tablename from pg_tables where schemaname = 'public' loop execute format('analyze public.%I', t); end loop; end $$",
  'checkpoint',
  'select pg_switch_wal()',
];

/** Creates the disk at build time: initdb, the content that `prepare` writes, a clean shutdown. */
export async function createDisk(
  about: Pick<DatabaseDisk, 'madeOn' | 'migrations'>,
  prepare: (db: Db) => Promise<void>,
  idOf: (files: ReadonlyMap<string, Uint8Array>) => string,
): Promise<DatabaseDisk> {
  const fs = new DiskFs();
  const pg = await PGlite.create({
    fs,
    startParams: startParams({ durable: false }),
    // Log segments of one megabyte instead of sixteen, because the log stays small.
    initDbStartParams: ['--wal-segsize=1'],
  });
  const db = drizzleOnPglite(pg);
  await prepare(db);
  for (const statement of LAST_STEPS) await pg.exec(statement);
  const current = await oneOf<{ segment: string }>(
    db,
    sql`select pg_walfile_name(pg_current_wal_insert_lsn()) as segment`,
  );
  const isNeeded = (path: string) =>
    !TEMPLATES.test(path) && (!SEGMENT.test(path) || path.endsWith(current.segment));
  return new Promise((resolve, reject) => {
    fs.onShutDown = (all, folders) => {
      const files = new Map([...all].filter(([path]) => isNeeded(path)));
      for (const [path, bytes] of files) if (SEGMENT.test(path)) blankOldLog(bytes);
      resolve({ ...about, id: idOf(files), folders, files });
    };
    pg.close().catch(reject);
  });
}

/**
 * Zeroes the pages of a recycled log segment that still have old content. Postgres takes a page with an old
 * address for the end of the log, as it does an empty one, but empty pages compress to nothing.
 */
function blankOldLog(segment: Uint8Array): void {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.length);
  const addressOf = (page: number) => view.getBigUint64(page + 8, true);
  const start = addressOf(0);
  for (let page = 0; page < segment.length; page += BLOCK)
    if (addressOf(page) !== start + BigInt(page)) segment.fill(0, page, page + BLOCK);
}
