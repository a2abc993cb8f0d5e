import type { FileStore } from '@rollcall/core/operations/operations.ports';
import { openTestDb } from '@rollcall/db/testing/test-db';
import { MONDAY, openTestApp, type TestApp } from './test-app.ts';
import { createTestClock, createTestFiles } from './test-ports.ts';

type AppOptions = NonNullable<Parameters<typeof openTestApp>[0]>;

/** Several servers on one database, with one clock and one folder of files unless `files` gives a server its own. */
export async function openTestServers(
  ids: readonly string[],
  options: Omit<AppOptions, 'files'> & { files?: (id: string) => FileStore; hasNewFiles?: boolean } = {},
) {
  const database = options.database ?? (await openTestDb());
  const clock = createTestClock(MONDAY);
  const shared = createTestFiles(clock);
  const open = (id: string, isFirst: boolean): Promise<TestApp> =>
    openTestApp({
      setUp: isFirst,
      ...options,
      clock,
      files: options.files?.(id) ?? shared,
      server: { id, isAlone: false, hasNewFiles: options.hasNewFiles ?? false },
      database: { ...database, close: async () => {} },
    });
  const servers: TestApp[] = [];
  for (const id of ids) servers.push(await open(id, servers.length === 0));
  return {
    servers,
    clock,
    files: shared,
    pool: database.pool,
    /** One more server on the same database, as after a restart. */
    async start(id: string) {
      const server = await open(id, false);
      servers.push(server);
      return server;
    },
    /** Time passes for jobs, whose times are the database's. */
    passMinutes: (minutes: number) =>
      database.pool.query(
        `update jobs set next_attempt_at = next_attempt_at - $1 * interval '1 minute',
           lease_until = lease_until - $1 * interval '1 minute'`,
        [minutes],
      ),
    async close() {
      for (const server of servers) await server.services.jobs.stop(0);
      if (!options.database) await database.close();
    },
  };
}

export type TestServers = Awaited<ReturnType<typeof openTestServers>>;
