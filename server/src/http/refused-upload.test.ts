import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { openInstitution } from '../testing/institution.ts';
import { SERVER_LIMITS } from './server-limits.ts';

let folder: string;
let institution: Awaited<ReturnType<typeof openInstitution>>;
let server: Server;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-uploads-'));
  institution = await openInstitution(readEnv({ DATA_DIR: folder, DEMO_MODE: 'false', TIME_ZONE: 'UTC' }));
  const setUp = { code: 'x', name: 'School', timeZone: 'UTC', password: 'admin-secret' };
  await institution.services.setup.run(setUp, '192.0.2.1');
  // `serve` answers a server of HTTP/1 when it is given no other.
  server = serve({
    fetch: (request) => institution.app.fetch(request),
    port: 0,
    hostname: '127.0.0.1',
    serverOptions: SERVER_LIMITS,
  }) as Server;
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await institution.close();
  await rm(folder, { recursive: true, force: true });
});

const CHUNK = `10000\r\n${' '.repeat(0x10000)}\r\n`;

/** Begins a chunked upload and answers what comes back before a second chunk is sent. */
async function begin(path: string, headers: string[] = []) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Transfer-Encoding: chunked', ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n${CHUNK}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, answer: answer.toString() };
}

describe('a chunked upload over a socket', () => {
  it.each([
    '/api/admin/restore/upload',
    '/api/admin/import/photos/upload',
    '/api/admin/import/people/upload',
  ])('without a token is answered 401 before its second chunk, and cut: %s', async (path) => {
    const { socket, answer } = await begin(path);
    expect(answer).toContain('401 Unauthorized');
    socket.on('error', () => undefined);
    const closed = new Promise((done) => socket.once('close', done));
    // Goes on sending as an attacker would: the server has to hang up, not to listen.
    const send = () => {
      while (!socket.destroyed && socket.write(CHUNK));
    };
    socket.on('drain', send);
    send();
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it('with a stated length above the limit is answered 413 at once', async () => {
    const token = await institution.adminToken();
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/admin/restore/upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Length: 99999999999\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('413 Payload Too Large');
    socket.destroy();
  });
});

describe('the limits of the server', () => {
  it('cut no upload that goes on for long, but headers that never end', () => {
    expect([server.requestTimeout, server.headersTimeout]).toEqual([0, 60_000]);
  });
});
