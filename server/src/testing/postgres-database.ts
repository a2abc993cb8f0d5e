import { randomUUID } from 'node:crypto';
import { openPostgres } from '@rollcall/db/postgres/open-postgres';

/** Creates an empty database on the PostgreSQL of the test run, for servers that run as processes of their own. */
export async function createPostgresDatabase(server: string, prefix: string) {
  const admin = await openPostgres(server, () => {});
  const name = `${prefix}_${randomUUID().slice(0, 8)}`;
  await admin.pool.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop(): Promise<void> {
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}
