import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@rollcall/core/kernel/clock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLocalHttps } from '../https/local-https.ts';
import { systemMachine } from '../https/machine.ts';
import { checkConfig, HAPROXY, HAPROXY_CONFIG, startHaproxy } from '../testing/haproxy.ts';
import { createPostgresDatabase } from '../testing/postgres-database.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { callOnce, keepAsking, setUpSchool } from '../testing/several-processes.ts';

const POSTGRES = process.env.TEST_POSTGRES_URL;
/** A server loads networks and faces before it is ready; the machine may be busy. */
const PATIENT = { timeout: 120_000 };
const WHY = HAPROXY ? '' : ' (skipped: no HAProxy is installed)';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-haproxy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(!HAPROXY)(`deploy/haproxy.cfg${WHY}`, () => {
  it('is taken by HAProxy without and with a certificate', async () => {
    expect(checkConfig(HAPROXY_CONFIG)).toBe('');
    const https = await openLocalHttps({
      folder,
      names: [],
      machine: systemMachine,
      clock: systemClock,
      log: { info: () => {}, warn: () => {}, failure: () => {} },
    });
    https.close();
    const { key, cert } = https.current();
    const path = join(folder, 'certificate.pem');
    await writeFile(path, `${cert}${key}`);
    expect(checkConfig(HAPROXY_CONFIG, { TLS_CERTIFICATE: path })).toBe('');
    expect(checkConfig(HAPROXY_CONFIG, { TLS_CERTIFICATE: join(folder, 'missing') })).not.toBe('');
  });
});

describe.skipIf(!HAPROXY || !POSTGRES)(`two servers behind HAProxy${WHY}`, () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let balancer: Awaited<ReturnType<typeof startHaproxy>>;
  const servers: ServerProcess[] = [];
  let addresses: [string, string];
  let token: string;

  const start = (port: string): ServerProcess => {
    const server = startServerProcess({
      // One folder for both: keys and files.
      DATA_DIR: join(folder, 'data'),
      DEMO_MODE: 'false',
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '4',
      TRUST_PROXY: '1',
      PORT: port,
      SERVER_CORES: '1',
      // Longer than HAProxy needs to notice, as in compose.three.yaml.
      STOP_GRACE_SECONDS: '4',
    });
    servers.push(server);
    return server;
  };
  const untilReady = (address: string) =>
    vi.waitFor(async () => expect((await callOnce(address, 'GET', '/api/ready')).status).toBe(200), PATIENT);
  const linesOf = (server: ServerProcess | undefined, word: string): number =>
    server?.output().split(word).length ?? 0;
  /** Both answer, so HAProxy has seen that they are ready. */
  const untilBothAnswer = async (...both: readonly ServerProcess[]) => {
    const before = both.map((server) => linesOf(server, '"GET /api/admin/notices"'));
    await vi.waitFor(async () => {
      await callOnce(balancer.address, 'GET', '/api/admin/notices', { token });
      for (const [index, server] of both.entries())
        expect(linesOf(server, '"GET /api/admin/notices"')).toBeGreaterThan(before[index] ?? 0);
    }, PATIENT);
  };

  beforeAll(async () => {
    database = await createPostgresDatabase(POSTGRES ?? '', 'haproxy');
    const first = start('0');
    const second = start('0');
    addresses = [await first.listening, await second.listening];
    for (const address of addresses) await untilReady(address);
    balancer = await startHaproxy(folder, addresses);
    await untilReady(balancer.address);
    token = await setUpSchool(balancer.address, first.output());
    await untilBothAnswer(first, second);
  });
  afterAll(async () => {
    for (const { child, exited } of servers) {
      child.kill('SIGKILL');
      await exited;
    }
    await balancer.stop();
    await database.drop();
  });

  it('learn the address of the caller, not what the caller wrote, and show no figures', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    const answer = await callOnce(balancer.address, 'GET', '/api/me/sessions', { token, headers });
    const login = { password: 'copper lantern walrus' };
    const second = await callOnce(balancer.address, 'POST', '/api/admin/login', { body: login, headers });
    expect([answer.status, second.status]).toEqual([200, 200]);
    const listed = await callOnce(balancer.address, 'GET', '/api/me/sessions', { token });
    expect(listed.body).toContain('127.0.0.1');
    expect(listed.body).not.toContain('203.0.113.9');
    const metrics = await callOnce(balancer.address, 'GET', '/metrics');
    expect([metrics.status, metrics.body]).toEqual([404, 'Not here.\n']);
  });

  it('send live updates through it at once, from whichever server changed something', async () => {
    let received = '';
    const stream = request(`${balancer.address}/api/events`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    stream.on('error', () => {});
    stream.on('response', (incoming) => {
      incoming.on('error', () => {});
      incoming.on('data', (chunk) => {
        received += String(chunk);
      });
    });
    stream.end();
    await expect.poll(() => received).toContain(': connected');
    for (const address of addresses) {
      const before = received.length;
      const body = { title: 'Sports day', content: 'On Friday.' };
      expect((await callOnce(address, 'POST', '/api/admin/notices', { token, body })).status).toBe(200);
      await expect.poll(() => received.slice(before)).toContain('event: notices');
    }
    stream.destroy();
  });

  it('go on when one is killed, and take it back when it is there again', async () => {
    const [first, second] = servers;
    if (!first || !second) throw new Error('There are two servers.');
    const asking = keepAsking(balancer.address, '/api/admin/notices', token);
    await expect.poll(asking.answered).toBeGreaterThan(5);
    first.child.kill('SIGKILL');
    await first.exited;
    const before = asking.answered();
    await expect.poll(asking.answered).toBeGreaterThan(before + 20);
    expect(await asking.stop()).toEqual([]);
    const again = start(new URL(addresses[0]).port);
    await again.listening;
    await untilReady(addresses[0]);
    await untilBothAnswer(again, second);
  });

  it('lose no request when one is stopped', async () => {
    const second = servers[1];
    const asking = keepAsking(balancer.address, '/api/admin/notices', token);
    await expect.poll(asking.answered).toBeGreaterThan(5);
    second?.child.kill('SIGTERM');
    expect(await second?.exited).toBe(0);
    const before = asking.answered();
    await expect.poll(asking.answered).toBeGreaterThan(before + 20);
    expect(await asking.stop()).toEqual([]);
  });
});
