import { type Migration, migrate } from '../migrations/migrate.ts';
import { createPool, drizzleOn, POSTGRES_DEFAULTS } from './open-postgres.ts';

/**
 * Migrates a PostgreSQL database on connections of its own: without the statement limit of requests, whatever the
 * server's or the role's own setting says, and with indexes built while other servers go on writing.
 */
export async function migratePostgres(
  url: string,
  migrations: readonly Migration[],
  options: { readonly log?: (message: string) => void; readonly lockMs?: number } = {},
): Promise<void> {
  const { pool, end } = createPool(url, () => {}, {
    poolSize: 2, // one holds the lock of the migrations, the other builds indexes
    connectMs: POSTGRES_DEFAULTS.connectMs,
    statementMs: 0,
  });
  const { onConnect } = pool.options;
  pool.options.onConnect = async (client) => {
    await onConnect?.(client);
    await client.query('set statement_timeout = 0');
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('set lock_timeout = 0');
  };
  try {
    await migrate(drizzleOn(pool), migrations, { ...options, concurrently: true });
  } finally {
    await end(1000);
  }
}
