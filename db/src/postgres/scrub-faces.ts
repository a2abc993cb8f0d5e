import type { ScrubFaceFiles } from '@rollcall/core/faces/face.ports';
import type pg from 'pg';
import { watchedClient } from './watched-client.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_LIMIT_MS = 2000;
/** 100,000 people are rewritten in seconds; a connection that is silent for longer is lost. */
const LIMITS = { connectMs: 5000, statementMs: 5 * 60_000 };

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Rewrites a table. Answers how many removed rows it had to keep because somebody sees them; null when not allowed. */
async function rewrite(client: pg.Client, table: string): Promise<number | null> {
  // VACUUM FULL keeps rows for writers in every database of the cluster, the plain one for those of this database.
  await client.query(`vacuum ${table}`);
  let kept = 0;
  let isSkipped = false;
  const read = ({ code, detail }: { code?: string | undefined; detail?: string | undefined }) => {
    // A role that may not do it gets a warning (class 01), not an error.
    if (code?.startsWith('01')) isSkipped = true;
    // "3 dead row versions cannot be removed yet.": the number comes first in every language.
    else kept += Number(/\d+/.exec(detail ?? '')?.[0] ?? 0);
  };
  client.on('notice', read);
  try {
    await client.query(`vacuum (full, verbose) ${table}`);
  } finally {
    client.off('notice', read);
  }
  return isSkipped ? null : kept;
}

/**
 * Removes deleted face data from the tables of a PostgreSQL server, as `scrubOnPglite` does, on a connection of its own.
 * It waits two seconds at most for a table. Requests for faces wait behind it for that long and while it is rewritten.
 * What the server keeps in its log (WAL) until it reuses the files: see docs/PRIVACY.md.
 */
export async function scrubOnPostgres(
  url: string,
  { withStatistics }: Parameters<ScrubFaceFiles>[0],
  warn: (message: string) => void,
): ReturnType<ScrubFaceFiles> {
  const Client = watchedClient(LIMITS);
  const client = new Client({
    connectionString: url,
    application_name: 'rollcall upkeep',
    statement_timeout: LIMITS.statementMs,
    lock_timeout: LOCK_LIMIT_MS,
  });
  // The query that is under way fails with the same error.
  client.on('error', () => {});
  await client.connect();
  try {
    for (const table of ['face_keys', 'face_templates']) {
      const kept = await rewrite(client, table);
      if (kept === null)
        throw new Error(
          `The database role may not rewrite ${table}: removed faces stay in its files. Make the role its owner.`,
        );
      if (kept > 0) return 'later';
    }
    if (withStatistics) {
      const kept = await rewrite(client, 'pg_statistic');
      if (kept === null) warn(STATISTICS_LEFT);
      else if (kept > 0) return 'later';
    }
    // Only an administrator of the database server may do these.
    for (const statement of ['select pg_switch_wal()', 'checkpoint'])
      await client.query(statement).catch((error: unknown) => {
        if (!hasCode(error, INSUFFICIENT_PRIVILEGE)) throw error;
      });
    return 'scrubbed';
  } catch (error) {
    // A backup, for example, reads the table.
    if (hasCode(error, LOCK_NOT_AVAILABLE)) return 'later';
    throw error;
  } finally {
    await client.end();
  }
}

const STATISTICS_LEFT =
  'The database role does not own the database, so statistics that earlier versions made of face data could not be removed. Run once as the owner: vacuum (full) pg_statistic;';
