import pg from 'pg';
import { MOST_CONNECTIONS, type Postgres, type PostgresPair } from './postgres-pair.ts';

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

export async function asOwner(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Restarted as for an update. */
export const restart = (database: Postgres) => async (): Promise<void> => {
  database.stop();
  database.start();
};

/** Away for so long. */
export const stopFor = (database: Postgres, ms: number) => async (): Promise<void> => {
  database.stop();
  await pause(ms);
  database.start();
};

/** Others take every connection; those of the servers are ended, so that they have to ask for new ones. */
export const takeConnections = (database: Postgres, ms: number) => async (): Promise<void> => {
  const taken: pg.Client[] = [];
  const end = (client: pg.Client) => client.end().catch(() => undefined);
  // Connected before the crowd comes: the servers, which have the owner's role, may take the last seats.
  const owner = new pg.Client(database.url);
  await owner.connect();
  try {
    const until = Date.now() + ms;
    while (Date.now() < until) {
      // As a role that has no seats of its own.
      const client = new pg.Client(database.url.replace('postgres@', 'crowd@'));
      client.on('error', () => undefined);
      try {
        await client.connect();
        taken.push(client);
      } catch {
        await end(client);
        await owner.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'rollcall%'",
        );
        await pause(500);
      }
    }
    if (taken.length < MOST_CONNECTIONS / 2) throw new Error(`Only ${taken.length} connections were taken.`);
  } finally {
    await Promise.all([...taken, owner].map(end));
  }
};

/** Accepts no writes, as after a failover to a replica, or on a full disk. */
export const readOnlyFor = (database: Postgres, ms: number) => async (): Promise<void> => {
  await asOwner(
    database.url,
    'alter system set default_transaction_read_only = on',
    'select pg_reload_conf()',
  );
  await pause(ms);
  await asOwner(
    database.url,
    'set default_transaction_read_only = off',
    'alter system reset default_transaction_read_only',
    'select pg_reload_conf()',
  );
};

/** The primary dies; after the time that a manager such as Patroni needs to be sure, the standby is promoted. */
export const failOver =
  ({ primary, standby }: PostgresPair, sureAfterMs: number) =>
  async (): Promise<void> => {
    primary.kill();
    await pause(sureAfterMs);
    standby.promote();
  };
