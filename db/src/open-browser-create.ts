import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { type Db, oneOf } from './connection.ts';
import { startParams } from './embedded/start-params.ts';
import { drizzleOnPglite } from './open-browser.ts';
import { BLOCK } from './open-browser-blocks.ts';
import { ImageFs } from './open-browser-fs.ts';
import type { DatabaseImage } from './open-browser-image.ts';

/** Databases that Postgres copies when it makes a new one, which a browser never does: two thirds of the image. */
const TEMPLATES = /^base\/[14]\//;

/** A piece of the log. After an orderly end only the one with the last checkpoint is ever read. */
const SEGMENT = /^pg_wal\/[0-9A-F]{24}$/;

/** One by one: a vacuum wants no company. */
const LAST_STEPS = [
  // What psql's \d+ says about Postgres' own functions and operators: nobody asks here.
  'truncate pg_description',
  'delete from pg_statistic',
  'vacuum full pg_statistic',
  'vacuum',
  // Statistics of our own tables. Those of the catalogue are a tenth of the image, and plan nothing of ours.
  "do $$ declare t text; begin for t in select tablename from pg_tables where schemaname = 'public' loop execute format('analyze public.%I', t); end loop; end $$",
  'checkpoint',
  'select pg_switch_wal()',
];

/** Run by the build: initdb, then whatever `prepare` writes, then an orderly end. */
export async function createImage(
  about: Pick<DatabaseImage, 'madeOn' | 'migrations'>,
  prepare: (db: Db) => Promise<void>,
  idOf: (files: ReadonlyMap<string, Uint8Array>) => string,
): Promise<DatabaseImage> {
  const fs = new ImageFs();
  const pg = await PGlite.create({
    fs,
    startParams: startParams({ durable: false }),
    // The log in pieces of one megabyte instead of sixteen: there is never much in it.
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
 * Postgres takes used pieces of the log up again and writes over them. A page that still says where it was before is
 * the end of the log to it, as an empty one is; but empty ones compress to nothing.
 */
function blankOldLog(segment: Uint8Array): void {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.length);
  const addressOf = (page: number) => view.getBigUint64(page + 8, true);
  const start = addressOf(0);
  for (let page = 0; page < segment.length; page += BLOCK)
    if (addressOf(page) !== start + BigInt(page)) segment.fill(0, page, page + BLOCK);
}
