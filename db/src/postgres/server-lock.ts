import type pg from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { watchedClient } from './watched-client.ts';

/**
 * Advisory lock of a database: every running server holds it shared, a command that replaces keys takes it exclusively.
 * The number must never change.
 */
const SERVER_LOCK = ADVISORY_LOCKS.server;
const LIMITS = { connectMs: 5000, statementMs: 10_000 };

/** Takes the lock for a server, on a connection that lives as long as the server. */
export async function holdServerLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock_shared($1) as taken', [
    SERVER_LOCK,
  ]);
  if (!rows[0]?.taken)
    throw new Error('A rollcall command is changing this database. Start the server when it has ended.');
}

/**
 * Runs `work` while no server can run on this database. Answers `server_running`, without running it, when one does.
 */
export async function withoutServers<T>(url: string, work: () => Promise<T>): Promise<T | 'server_running'> {
  const Client = watchedClient(LIMITS);
  const client = new Client({ connectionString: url, application_name: 'rollcall command' });
  // A lost connection ends the lock; the work notices by its own queries.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      SERVER_LOCK,
    ]);
    return rows[0]?.free ? await work() : 'server_running';
  } finally {
    await client.end();
  }
}
