import type { ScrubFaceFiles } from '@rollcall/core/faces/face.ports';
import { sql } from 'drizzle-orm';
import type { Db } from '../connection.ts';

/**
 * Removes deleted face data from the files of PGlite. A deleted row's bytes stay in its page until the page is written
 * anew, which only VACUUM FULL promises. Statistics of these columns are switched off; `pg_statistic` held them before.
 * The log is ours too: its old files are deleted instead of being kept for reuse.
 */
export async function scrubOnPglite(
  db: Db,
  { withStatistics }: Parameters<ScrubFaceFiles>[0],
): ReturnType<ScrubFaceFiles> {
  await db.execute(sql`vacuum (full) face_keys`);
  await db.execute(sql`vacuum (full) face_templates`);
  if (withStatistics) await db.execute(sql`vacuum (full) pg_statistic`);
  await db.execute(sql`set wal_recycle = off`);
  try {
    await db.execute(sql`select pg_switch_wal()`);
    await db.execute(sql`checkpoint`);
  } finally {
    await db.execute(sql`reset wal_recycle`);
  }
  // One session: nobody else sees removed rows.
  return 'scrubbed';
}
