import { mkdtemp, rm, stat } from 'node:fs/promises';
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

function start(env: Record<string, string> = {}) {
  const server = startServerProcess({ DATA_DIR: dataDir, ...env });
  started.push(server);
  return server;
}

const post = async (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

describe('the server', () => {
  it('starts with the demo school, stops on SIGINT, and keeps its data over a restart', async () => {
    const first = start();
    const address = await first.listening;
    expect(first.output()).toContain('Demo mode');
    expect((await post(`${address}/api/admin/login`, { password: 'admin123' })).status).toBe(200);
    const login = await post(`${address}/api/admin/login`, { password: 'admin123' });
    const { access_token } = (await login.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ title: 'Kept', content: 'over a restart' });
    await fetch(`${address}/api/admin/notices`, { method: 'POST', headers, body });
    first.child.kill('SIGINT');
    expect(await first.exited).toBe(0);
    expect(first.output()).toContain('Everything is saved');

    const second = start();
    const again = await second.listening;
    const notices = await (await fetch(`${again}/api/user/notices`, { headers })).text();
    expect(notices).toContain('over a restart');
    const unknown = await fetch(`${again}/api/unknown`);
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/json']);
    // The models may still be downloading.
    expect(await (await fetch(`${again}/api/ready`)).json()).toMatchObject({ parts: { database: 'ok' } });
    const page = await fetch(`${again}/dashboard`);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(((await stat(join(dataDir, 'demo'))).mode & 0o077).toString(8)).toBe('0');
  });

  it('refuses a data folder that another server uses, and opens it after that one was killed', async () => {
    const first = start();
    await first.listening;
    const second = start();
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain('is in use by');
    first.child.kill('SIGKILL');
    await first.exited;
    expect(await start().listening).toMatch(/^http/);
  });

  it('outside demo mode has no account until the set-up code is used', async () => {
    const server = start({ DEMO_MODE: 'false' });
    const address = await server.listening;
    const code = /set-up code {2}(\S+)/.exec(server.output())?.[1];
    expect((await post(`${address}/api/admin/login`, { password: 'admin123' })).status).toBe(401);
    const answer = await post(`${address}/api/setup`, {
      code,
      institution_name: 'Hill School',
      time_zone: 'Europe/Berlin',
      password: 'a-new-password',
    });
    expect(answer.status).toBe(200);
    expect((await post(`${address}/api/admin/login`, { password: 'a-new-password' })).status).toBe(200);
  });

  it('reports wrong settings and exits with 1', async () => {
    const server = start({ PORT: 'abc', HOST: '0.0.0.0' });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('PORT must be a number.');
  });
});
