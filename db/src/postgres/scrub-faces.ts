import pg from 'pg';

const INSUFFICIENT_PRIVILEGE = '42501';
const LOCK_LIMIT_MS = 2000;

const isNotAllowed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;

/**
 * Removes deleted face data from the tables of a PostgreSQL server, as `scrubOnPglite` does, on a connection of its own.
 * It waits two seconds at most for the tables, so that requests never queue behind it, and fails when they are in use:
 * the job tries again. What the server keeps in its log (WAL) until it reuses the files: see docs/PRIVACY.md.
 */
export async function scrubOnPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'rollcall upkeep' });
  // The query that is under way fails with the same error.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set lock_timeout = ${LOCK_LIMIT_MS}`);
    await client.query('set statement_timeout = 0');
    for (const table of ['face_keys', 'face_templates', 'pg_statistic'])
      await client.query(`vacuum (full) ${table}`);
    // Only an administrator of the database server may do these.
    for (const statement of ['select pg_switch_wal()', 'checkpoint'])
      await client.query(statement).catch((error: unknown) => {
        if (!isNotAllowed(error)) throw error;
      });
  } finally {
    await client.end();
  }
}
