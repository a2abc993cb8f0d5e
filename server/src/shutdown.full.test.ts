import { mkdtemp, rm, stat } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const PASSWORD = 'copper lantern walrus';
let dataDir: string;
let server: ServerProcess;
let address: string;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-operations-'));
  server = startServerProcess({
    DATA_DIR: dataDir,
    DEMO_MODE: 'false',
    TRUST_PROXY: '1',
    STOP_GRACE_SECONDS: '5',
    SLOW_QUERY_SECONDS: '0',
  });
  address = await server.listening;
  const code = /set-up code\s+(\S+)/.exec(server.output())?.[1];
  const school = { institution_name: 'Hill School', time_zone: 'Europe/Berlin', password: PASSWORD };
  await call('POST', '/api/setup', { body: { ...school, code } });
  const login = await call('POST', '/api/admin/login', { body: { password: PASSWORD } });
  token = JSON.parse(login.body).access_token;
});
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.exited;
  await rm(dataDir, { recursive: true, force: true });
});

/** Calls with an agent of its own, whose connections stay open between calls when it says so. */
function call(
  method: string,
  path: string,
  options: { body?: unknown; agent?: Agent; headers?: Record<string, string>; signedIn?: boolean } = {},
): Promise<Answer> {
  return new Promise((done, fail) => {
    const outgoing = request(`${address}${path}`, {
      method,
      agent: options.agent ?? new Agent(),
      headers: {
        ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(options.signedIn ? { Authorization: `Bearer ${token}` } : {}),
        ...options.headers,
      },
    });
    outgoing.on('error', fail);
    outgoing.on('response', (incoming) => {
      let body = '';
      incoming.on('data', (chunk) => {
        body += String(chunk);
      });
      incoming.on('error', fail);
      incoming.on('end', () => done({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }));
    });
    outgoing.end(options.body === undefined ? undefined : JSON.stringify(options.body));
  });
}

const logLines = () =>
  server
    .output()
    .split('\n')
    .slice(0, -1) // what follows the last line break is not whole yet
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a new institution', () => {
  it('is there after the first start, with the web app, in a folder for this user only', async () => {
    expect(token).toMatch(/./);
    const unknown = await call('GET', '/api/unknown');
    expect([unknown.status, unknown.headers['content-type']]).toEqual([404, 'application/json']);
    const page = await call('GET', '/dashboard');
    expect(page.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(((await stat(join(dataDir, 'keys'))).mode & 0o077).toString(8)).toBe('0');
  });
});

describe('what operators see of a running server', () => {
  it('health has version and schema, ready has every part with a sentence', async () => {
    const health = JSON.parse((await call('GET', '/api/health')).body);
    expect(health).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      schema: expect.any(Number),
    });
    const ready = JSON.parse((await call('GET', '/api/ready')).body);
    expect(ready).toMatchObject({
      parts: { database: 'ok', clock: 'ok', shutdown: 'ok' },
      schema: health.schema,
    });
    const parts = ready.details.map(({ part }: { part: string }) => part);
    expect(parts).toEqual(
      'database models gallery keys files clock migrations backup jobs shutdown'.split(' '),
    );
    for (const { message } of ready.details) expect(message).toMatch(/\.$/);
    // Callers of a proxy on this machine learn the states.
    const headers = { Via: '1.1 proxy' };
    expect(JSON.parse((await call('GET', '/api/health', { headers })).body)).toEqual({ status: 'ok' });
    const states = JSON.parse((await call('GET', '/api/ready', { headers })).body);
    expect(Object.keys(states).toSorted()).toEqual(['parts', 'ready']);
    for (const state of Object.values(states.parts)) expect(state).toMatch(/^(ok|off|warning|failing)$/);
  });

  it('metrics are for this machine only, or with a token, and say nothing of people', async () => {
    await call('GET', '/api/admin/users/CANARY-77', { signedIn: true });
    const { status, body } = await call('GET', '/metrics');
    expect(status).toBe(200);
    for (const name of [
      'rollcall_http_request_duration_seconds_count{method="POST",route="/api/admin/login",status="200"}',
      'rollcall_database_connections{state="open"}',
      'rollcall_nodejs_eventloop_lag_seconds',
      'rollcall_process_resident_memory_bytes',
      'rollcall_face_images{state="waiting"}',
      'rollcall_gallery_people',
      'rollcall_job_failures_in_a_row{job="closing"}',
      'rollcall_part_state{part="database"} 1',
      'rollcall_clock_trusted',
      'rollcall_http_event_streams',
      'rollcall_build_info{version="',
    ])
      expect(body).toContain(name);
    expect(body).not.toMatch(/canary/i);
    const proxied = await call('GET', '/metrics', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect(proxied.status).toBe(403);
  });

  it('the log has one line for each request, with its id and route, and nothing of people', async () => {
    const person = {
      name: 'Canary Quimby',
      user_id: 'CANARY-77',
      username: 'canary.quimby',
      password: 'canary-secret-1',
      type: 'student',
    };
    const id = { 'X-Request-Id': 'from-the-proxy_1' };
    const made = await call('POST', '/api/admin/register', { body: person, signedIn: true, headers: id });
    expect([made.status, made.headers['x-request-id']]).toEqual([200, 'from-the-proxy_1']);
    await call('GET', '/api/admin/users?search=Canary', { signedIn: true });
    await call('GET', '/api/attendance-history/CANARY-77', { signedIn: true });
    await call('GET', '/api/reports/people/CANARY-77?format=csv', { signedIn: true });
    await call('GET', '/api/canary/CANARY-77', { signedIn: true });
    const login = { username: 'canary.quimby', password: 'canary-wrong' };
    const refused = await call('POST', '/api/user/login', {
      body: login,
      headers: { 'X-Request-Id': 'bad id\t!' },
    });
    expect(refused.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    await call('POST', '/api/admin/capture-face', {
      body: { user_id: 'CANARY-77', images: ['canary'] },
      signedIn: true,
    });
    const removed = await call('DELETE', '/api/admin/users/CANARY-77', { signedIn: true });
    const removedId = String(removed.headers['x-request-id']);

    await expect.poll(() => logLines().filter(({ requestId }) => requestId === removedId)).toHaveLength(1);
    expect(server.output()).not.toMatch(/canary/i);
    const of = (wanted: string) => logLines().filter(({ requestId }) => requestId === wanted);
    expect(of('from-the-proxy_1')).toEqual([
      expect.objectContaining({
        level: 'info',
        msg: 'POST /api/admin/register',
        status: 200,
        ms: expect.any(Number),
      }),
    ]);
    expect(of(String(refused.headers['x-request-id']))).toEqual([
      expect.objectContaining({ msg: 'POST /api/user/login', status: 401, reason: 'invalid_credentials' }),
    ]);
  });
});

describe('SIGTERM', () => {
  it('makes the server not ready first, ends streams, finishes requests and backups, and exits with 0', async () => {
    const keepAlive = new Agent({ keepAlive: true, maxSockets: 2 });
    await call('GET', '/api/health', { agent: keepAlive });
    const stream = call('GET', '/api/events', { signedIn: true });
    await expect
      .poll(async () => (await call('GET', '/metrics')).body)
      .toContain('rollcall_http_event_streams 1\n');
    // A request whose body is not complete yet.
    const half = JSON.stringify({ password: PASSWORD });
    const slow = request(`${address}/api/admin/login`, {
      method: 'POST',
      agent: keepAlive,
      headers: { 'Content-Type': 'application/json', 'Content-Length': half.length },
    });
    const slowAnswer = new Promise<IncomingMessage>((done, fail) =>
      slow.on('response', done).on('error', fail),
    );
    slow.write(half.slice(0, 5));
    await expect
      .poll(async () => (await call('GET', '/metrics')).body)
      .toContain('rollcall_http_requests_running 2\n');
    const backup = call('POST', '/api/admin/backup/database', { signedIn: true });

    server.child.kill('SIGTERM');
    const ready = () => call('GET', '/api/ready', { agent: keepAlive });
    await expect.poll(async () => JSON.parse((await ready()).body).parts.shutdown).toBe('stopping');
    const draining = await ready();
    expect([draining.status, draining.headers.connection, draining.headers['retry-after']]).toEqual([
      503,
      'close',
      '5',
    ]);
    // Requests that still arrive are answered, until the server takes none.
    const late: number[] = [];
    for (;;) {
      const answer = await call('GET', '/api/admin/stats', { agent: keepAlive, signedIn: true }).catch(
        () => null,
      );
      if (answer === null) break;
      late.push(answer.status);
    }
    expect(late.filter((status) => status >= 500)).toEqual([]);
    await stream;
    slow.end(half.slice(5));
    const answered = await slowAnswer;
    expect([answered.statusCode, answered.headers.connection]).toEqual([200, 'close']);
    answered.resume();
    expect((await backup).status).toBe(200);
    expect(await server.exited).toBe(0);
    expect(server.output()).toContain('Everything is saved');
    expect(logLines().filter(({ level, msg }) => level === 'error' && String(msg).includes('/api/'))).toEqual(
      [],
    );
  });
});
