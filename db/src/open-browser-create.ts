import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { type Db, oneOf } from './connection.ts';
import { startParams } from './embedded/start-params.ts';
import { drizzleOnPglite } from './open-browser.ts';
import { ImageFs } from './open-browser-fs.ts';
import type { DatabaseImage } from './open-browser-image.ts';

/** Databases that Postgres copies when it makes a new one, which a browser never does: two thirds of the image. */
const TEMPLATES = /^base\/[14]\//;

/** A piece of the log. After an orderly end only the one with the last checkpoint is ever read. */
const SEGMENT = /^pg_wal\/[0-9A-F]{24}$/;

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
  // One by one: a vacuum wants no company.
  for (const statement of ['vacuum (analyze)', 'checkpoint', 'select pg_switch_wal()'])
    await pg.exec(statement);
  const current = await oneOf<{ segment: string }>(
    db,
    sql`select pg_walfile_name(pg_current_wal_insert_lsn()) as segment`,
  );
  const isNeeded = (path: string) =>
    !TEMPLATES.test(path) && (!SEGMENT.test(path) || path.endsWith(current.segment));
  return new Promise((resolve, reject) => {
    fs.onShutDown = (all, folders) => {
      const files = new Map([...all].filter(([path]) => isNeeded(path)));
      resolve({ ...about, id: idOf(files), folders, files });
    };
    pg.close().catch(reject);
  });
}
