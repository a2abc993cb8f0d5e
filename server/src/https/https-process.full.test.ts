import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectTls } from '../testing/local-https.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const PASSWORD = 'copper lantern walrus';
let dataDir: string;
const started: ServerProcess[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-https-process-'));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGKILL');
    await exited;
  }
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const server = startServerProcess({ DATA_DIR: dataDir, DEMO_MODE: 'false', ...env });
  started.push(server);
  return server;
}

/** Starts with HTTPS and reads what the start message says. */
async function startHttps(env: Record<string, string> = {}) {
  const server = start({ HTTPS: 'local', HTTPS_PORT: '0', ...env });
  const http = await server.listening;
  const https = /HTTPS +(https:\S+)/.exec(server.output())?.[1] ?? '';
  const ca = await (await fetch(`${http}/setup/rollcall-ca.pem`)).text();
  return { ...server, http, https, port: Number(new URL(https).port), ca };
}

interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Opens an address as a device does that trusts the authority, and no other. */
async function open(address: string, ca: string, { method = 'GET', headers = {}, body }: Call = {}) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const outgoing = request(address, {
    method,
    ca,
    agent: false,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  outgoing.end(text);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return incoming;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

describe('a server with HTTPS=local', () => {
  it('is trusted by devices that have its authority and by no other, and keeps it over a restart', async () => {
    const first = await startHttps();
    const described = await (await fetch(`${first.http}/api/setup/certificate`)).json();
    const authority = new X509Certificate(first.ca);
    expect(described).toEqual({
      addresses: [first.https],
      setup_address: null,
      fingerprint: authority.fingerprint256,
      expires_at: new Date(authority.validTo).toISOString(),
    });
    const der = await fetch(`${first.http}/setup/rollcall-ca.crt`);
    expect(der.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    expect(Buffer.from(await der.arrayBuffer()).equals(authority.raw)).toBe(true);
    const profile = await fetch(`${first.http}/setup/rollcall.mobileconfig`);
    expect(profile.headers.get('content-type')).toBe('application/x-apple-aspen-config');
    const content = /<data>([^<]+)<\/data>/.exec(await profile.text())?.[1] ?? '';
    expect(createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex')).toBe(
      authority.fingerprint256.replaceAll(':', '').toLowerCase(),
    );

    for (const name of ['localhost', '127.0.0.1']) (await connectTls(first.port, name, first.ca)).destroy();
    await expect(connectTls(first.port, 'localhost', undefined)).rejects.toThrow(/unable to verify/);
    const page = await open(`${first.https}/setup/certificate`, first.ca);
    expect([page.statusCode, page.headers['content-security-policy']]).toEqual([
      200,
      expect.stringContaining("script-src 'self'"),
    ]);
    // Plain HTTP goes on, and nobody is sent away from it.
    expect((await fetch(`${first.http}/dashboard`, { redirect: 'manual' })).status).toBe(200);
    expect(first.output()).not.toMatch(/PRIVATE KEY/);
    first.child.kill('SIGINT');
    expect(await first.exited).toBe(0);

    const second = await startHttps();
    expect(second.ca).toBe(first.ca);
    (await connectTls(second.port, 'localhost', first.ca)).destroy();
  });

  it('takes what arrives at its HTTPS port as coming from the device itself, and from https pages', async () => {
    const { https, http, ca, output } = await startHttps({ TRUST_PROXY: '1', HTTPS_NAMES: 'rollcall.local' });
    const code = /set-up code {2}(\S+)/.exec(output())?.[1];
    const school = { institution_name: 'Hill School', time_zone: 'Europe/Berlin', password: PASSWORD };
    const forged = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'http' };
    const setUp = await open(`${https}/api/setup`, ca, { method: 'POST', body: { code, ...school } });
    expect(setUp.statusCode).toBe(200);
    const login = { method: 'POST', body: { password: PASSWORD } };
    const signedIn = await open(`${https}/api/admin/login`, ca, { ...login, headers: forged });
    const { access_token } = JSON.parse(await textOf(signedIn)) as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}` };
    const sessions = await textOf(await open(`${https}/api/me/sessions`, ca, { headers }));
    expect(sessions).toContain('127.0.0.1');
    expect(sessions).not.toContain('203.0.113.9');
    // Passkeys need a secure page under a name; only the scheme differs between these two.
    const passkeys = async (answer: Promise<IncomingMessage | Response>) => {
      const given = await answer;
      const text = given instanceof Response ? await given.text() : await textOf(given);
      return (JSON.parse(text) as { sign_in: { passkeys: boolean } }).sign_in.passkeys;
    };
    const named = { Host: `rollcall.local:${new URL(https).port}`, ...forged };
    expect(await passkeys(open(`${https}/api/settings/public`, ca, { headers: named }))).toBe(true);
    const plain = new URL(http);
    const overHttp = await new Promise<string>((done, fail) => {
      const socket = connect(Number(plain.port), '127.0.0.1');
      sockets.push(socket);
      let text = '';
      socket.on('data', (chunk) => {
        text += String(chunk);
      });
      socket.on('end', () => done(text)).on('error', fail);
      socket.write('GET /api/settings/public HTTP/1.1\r\nHost: rollcall.local\r\nConnection: close\r\n\r\n');
    });
    expect(overHttp).toContain('"passkeys":false');
  });

  it('ends event streams over HTTPS when it stops, and does not wait for a device that never speaks', async () => {
    const { https, port, ca, child, exited, output } = await startHttps();
    const code = /set-up code {2}(\S+)/.exec(output())?.[1];
    const school = { institution_name: 'Hill School', time_zone: 'Europe/Berlin', password: PASSWORD };
    await open(`${https}/api/setup`, ca, { method: 'POST', body: { code, ...school } });
    const login = await open(`${https}/api/admin/login`, ca, {
      method: 'POST',
      body: { password: PASSWORD },
    });
    const { access_token } = JSON.parse(await textOf(login)) as { access_token: string };
    const stream = await open(`${https}/api/events`, ca, {
      headers: { Authorization: `Bearer ${access_token}` },
    });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    const silent = connect(port, '127.0.0.1');
    sockets.push(silent);
    await once(silent, 'connect');
    silent.on('error', () => {});
    child.kill('SIGINT');
    // Ended, not cut: reading to the end does not fail.
    expect(await textOf(stream)).toContain('connected');
    expect(await exited).toBe(0);
    expect(output()).toContain('Everything is saved');
  });

  it('says in one sentence when the authority is damaged or the port is taken, and exits with 1', async () => {
    const first = await startHttps();
    first.child.kill('SIGINT');
    await first.exited;
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const taken = other.address();
    if (taken === null || typeof taken === 'string') throw new Error('no port');
    const refused = start({ HTTPS: 'local', HTTPS_PORT: String(taken.port) });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain(`Port ${taken.port} is already in use`);
    expect(refused.output()).toContain('HTTPS_PORT=');
    other.close();
    await writeFile(join(dataDir, 'keys', 'https-authority.pem'), 'damaged');
    const damaged = start({ HTTPS: 'local', HTTPS_PORT: '0' });
    expect(await damaged.exited).toBe(1);
    expect(damaged.output()).toContain('https-authority.pem does not hold the certificate authority');
    expect(damaged.output()).not.toMatch(/^ +at /m);
  });
});

it('without HTTPS=local there is no certificate, no file and no second port', async () => {
  const server = start({});
  const address = await server.listening;
  for (const path of ['setup/rollcall-ca.crt', 'setup/rollcall-ca.pem', 'setup/rollcall.mobileconfig'])
    expect(`${path} ${(await fetch(`${address}/${path}`)).status}`).toBe(`${path} 404`);
  expect((await fetch(`${address}/api/setup/certificate`)).status).toBe(404);
  expect(server.output()).not.toContain('HTTPS');
  expect(await readdir(join(dataDir, 'keys'))).toEqual(['template.key']);
});
