import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openPostgres } from '@rollcall/db/postgres/open-postgres';
import { startSilentProxy } from '@rollcall/db/testing/silent-proxy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const POSTGRES = process.env.TEST_POSTGRES_URL;

describe.skipIf(!POSTGRES)('a server whose PostgreSQL connections fall silent', () => {
  const name = `lost_${randomUUID().slice(0, 8)}`;
  let admin: OpenDatabase;
  let proxy: Awaited<ReturnType<typeof startSilentProxy>>;
  let dataDir: string;
  let server: ServerProcess;
  let address: string;

  beforeAll(async () => {
    admin = await openPostgres(POSTGRES ?? '', () => {});
    await admin.pool.query(`create database ${name}`);
    const url = new URL(POSTGRES ?? '');
    url.pathname = `/${name}`;
    proxy = await startSilentProxy(url.href);
    dataDir = await mkdtemp(join(tmpdir(), 'rollcall-lost-'));
    server = startServerProcess({
      DATA_DIR: dataDir,
      DEMO_MODE: 'false',
      DATABASE_URL: proxy.url,
      DATABASE_POOL_SIZE: '3',
      DATABASE_STATEMENT_SECONDS: '2',
      DATABASE_CONNECT_SECONDS: '10',
      STOP_GRACE_SECONDS: '0',
      STOP_LIMIT_SECONDS: '1',
    });
    address = await server.listening;
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.exited;
    await proxy.close();
    await admin.pool.query(`drop database ${name} with (force)`);
    await admin.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  // Reads the database and needs no account.
  let refusals = 0;
  const ask = async () => {
    const answer = await fetch(`${address}/api/settings/public`);
    if (answer.status === 503) refusals += 1;
    return answer;
  };
  const ready = async () =>
    (await fetch(`${address}/api/ready`)).json() as Promise<{ parts: Record<string, string> }>;

  it('answers 503 with Retry-After on them, and works again on new ones', async () => {
    expect((await ask()).status).toBe(200);
    proxy.silence();
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    for (const answer of answers) {
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    await expect.poll(async () => (await ask()).status).toBe(200);
    expect((await ready()).parts.database).toBe('ok');
    // One line for each refused call, without a stack. Only whole fields are compared: a request ID can contain 503.
    const refused = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"GET /api/settings/public"') && line.includes('"status":503,'));
    await expect.poll(refused).toHaveLength(refusals);
    expect(refused().join('')).not.toContain('stack');
  });

  it('says that it is not ready before the requests that hang are given up, and ends on SIGTERM', async () => {
    proxy.silenceNew(true);
    proxy.silence();
    const hung = ask();
    const first = await Promise.race([
      ready().then(({ parts }) => parts.database),
      hung.then(({ status }) => status),
    ]);
    expect(first).toBe('not answering');
    server.child.kill('SIGTERM');
    await hung.catch(() => {});
    expect(await server.exited).toBe(0);
  });
});
