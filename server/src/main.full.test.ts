import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';

let dataDir: string;
const started: ServerProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-server-'));
});
afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string>, program?: URL) {
  const server = startServerProcess({ DATA_DIR: dataDir, ...env }, program);
  started.push(server);
  return server;
}

const post = async (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

describe('the server', () => {
  it('keeps its data over a stop and over a kill, and its data folder from another server', async () => {
    const first = start({ DEMO_MODE: 'false' });
    let address = await first.listening;
    // Outside demo mode there is no account until the set-up code is used.
    const code = /set-up code {2}(\S+)/.exec(first.output())?.[1];
    expect((await post(`${address}/api/admin/login`, { password: 'admin123' })).status).toBe(401);
    const setUp = { institution_name: 'Hill School', time_zone: 'Europe/Berlin', password: 'a-new-password' };
    expect((await post(`${address}/api/setup`, { code, ...setUp })).status).toBe(200);
    const login = await post(`${address}/api/admin/login`, { password: 'a-new-password' });
    const { access_token } = (await login.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
    const write = async (title: string) => {
      const body = JSON.stringify({ title, content: 'x' });
      const answer = await fetch(`${address}/api/admin/notices`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
    };
    const notices = async () => (await fetch(`${address}/api/user/notices`, { headers })).text();
    await write('Before the stop');
    first.child.kill('SIGINT');
    expect(await first.exited).toBe(0);
    expect(first.output()).toContain('Everything is saved');

    const second = start({ DEMO_MODE: 'false' });
    address = await second.listening;
    expect(await notices()).toContain('Before the stop');
    await write('Before the kill');
    const other = start({ DEMO_MODE: 'false' });
    expect(await other.exited).toBe(1);
    expect(other.output()).toContain('is in use by');
    second.child.kill('SIGKILL');
    await second.exited;

    address = await start({ DEMO_MODE: 'false' }).listening;
    expect(await notices()).toContain('Before the kill');
  });
});

describe('a start that fails', () => {
  it('names what is wrong without a stack, and exits with 1', async () => {
    const settings = start({ PORT: 'abc', HOST: '0.0.0.0', TEMPLATE_KEY: 'abc' });
    const database = start({ DATABASE_URL: 'postgres://localhost:1/rollcall' });
    expect([await settings.exited, await database.exited]).toEqual([1, 1]);
    expect(settings.output()).toContain('PORT must be a number.');
    expect(settings.output()).toContain('TEMPLATE_KEY must be 32 bytes in base64.');
    expect(database.output()).toContain('ECONNREFUSED');
    for (const { output } of [settings, database]) expect(output()).not.toMatch(/^ +at /m);
  });

  it('in its last step closes everything it opened, threads that load networks too', async () => {
    const server = start({ DEMO_MODE: 'false' }, new URL('./testing/failing-start.ts', import.meta.url));
    expect(await server.exited).toBe(1);
    expect(server.output()).toBe('Error: The last step failed.\n');
  });
});
