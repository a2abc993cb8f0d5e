import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer, waitForFaceEngine } from '@rollcall/e2e/kit/server/start-server';
import { startPrivatePostgres } from '../../../../tools/test/private-postgres.mjs';
import type { Ending } from '../../shared/ending.ts';
import { freePort } from '../../shared/free-port.ts';
import type { Backend } from './haproxy.ts';

/** Processes of the built server on one PostgreSQL, with one folder of files and one master key. */
export async function openServers(templateKey: string, ending: Ending) {
  const cluster = await startPrivatePostgres({ durable: true });
  if (!('url' in cluster)) throw new Error(cluster.reason);
  ending.add('PostgreSQL', cluster.stop);
  const files = await mkdtemp(join(tmpdir(), 'rollcall-rush-files-'));
  ending.add('The files', () => rm(files, { recursive: true, force: true }));
  const env = {
    DEMO_MODE: 'false',
    DATABASE_URL: cluster.url,
    FILES_DIR: files,
    TEMPLATE_KEY: templateKey,
    TRUST_PROXY: '1',
    // One core each, as SERVER_PROCESSES divides them: otherwise the first process would use all.
    SERVER_CORES: '1',
    // Longer than HAProxy takes to see that a server is stopping.
    STOP_GRACE_SECONDS: '4',
  };
  interface Place extends Backend {
    server: RunningServer;
  }
  const places: Place[] = [];

  const start = async (port: number, dataDir?: string): Promise<RunningServer> => {
    const server = await startServer({
      env: { ...env, PORT: String(port) },
      ...(dataDir ? { dataDir } : {}),
    });
    await waitForFaceEngine(server.url);
    return server;
  };

  return {
    databaseUrl: cluster.url,
    backends: (): readonly Backend[] => places.map(({ name, port }) => ({ name, port })),
    servers: (): readonly RunningServer[] => places.map(({ server }) => server),
    /** Adds one more. */
    async add(): Promise<RunningServer> {
      const port = await freePort();
      const place: Place = { name: `server${places.length + 1}`, port, server: await start(port) };
      ending.add(place.name, () => place.server.remove());
      ending.addProcess(() => place.server.pid());
      places.push(place);
      return place.server;
    },
    /** Ends one as an operator does, or as a power cut would, and starts it again under the same address. */
    async restart(at: number, how: 'stop' | 'kill'): Promise<void> {
      const place = places[at];
      if (!place) throw new Error(`There is no server ${at}.`);
      await place.server[how]();
      place.server = await start(place.port, place.server.dataDir);
    },
    logs: () => places.map(({ server }) => server.output()),
  };
}

export type Servers = Awaited<ReturnType<typeof openServers>>;
