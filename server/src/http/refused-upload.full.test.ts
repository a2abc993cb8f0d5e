import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { openInstitution } from '../testing/institution.ts';
import { drainUploads } from './drain-uploads.ts';
import { SERVER_LIMITS } from './server-limits.ts';

let folder: string;
let institution: Awaited<ReturnType<typeof openInstitution>>;
const servers: Server[] = [];
let port: number;

/** Starts an HTTP server for the app and answers its port. */
async function listen(drain: Parameters<typeof drainUploads>[1]): Promise<number> {
  // `serve` answers a server of HTTP/1 when it is given no other.
  const server = serve({
    fetch: drainUploads((request) => institution.app.fetch(request), drain),
    port: 0,
    hostname: '127.0.0.1',
    serverOptions: SERVER_LIMITS,
  }) as Server;
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-uploads-'));
  institution = await openInstitution(readEnv({ DATA_DIR: folder, DEMO_MODE: 'false', TIME_ZONE: 'UTC' }));
  const setUp = { code: 'x', name: 'School', timeZone: 'UTC', password: 'admin-secret' };
  await institution.services.setup.run(setUp, '192.0.2.1');
  port = await listen(undefined);
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
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

const PAUSE_MS = 50;
const pieceBy = async function* (pieces: Iterable<string>) {
  for (const piece of pieces) {
    yield piece;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
};

/** Sends a request piece by piece and reads nothing before the last one is sent: as a browser does. */
async function sendSlowly(to: number, head: readonly string[], pieces: Iterable<string>) {
  const socket = connect(to, '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  const end = new Promise<Error | 'closed'>((done) => {
    socket.once('error', done).once('close', () => done('closed'));
  });
  socket.write(`${head.join('\r\n')}\r\nHost: localhost\r\n\r\n`);
  for await (const piece of pieceBy(pieces)) {
    if (socket.destroyed) break;
    socket.write(piece);
  }
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString();
  });
  socket.resume();
  return { end: await end, answer };
}

describe('an upload that is refused while it is being sent', () => {
  /** Longer than a second. */
  const body = Array.from({ length: 22 }, () => ' '.repeat(50_000));

  it('is let finish, so that its sender reads why, and then its connection is closed', async () => {
    const { answer, end } = await sendSlowly(
      port,
      [
        'POST /api/user/mark-attendance-with-image HTTP/1.1',
        'Content-Type: application/json',
        `Content-Length: ${body.join('').length}`,
      ],
      body,
    );
    expect(end).toBe('closed');
    expect(answer).toContain('401 Unauthorized');
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('"unauthenticated"');
  });

  it('is let finish by fetch too, when it turns out to be too large', async () => {
    const sent = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Readable.toWeb(Readable.from(pieceBy(body))) as ReadableStream<Uint8Array>,
      duplex: 'half',
    };
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin/login`, sent);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { code: 'payload_too_large' } });
  });

  it.each(['GET', 'POST'])('is cut when it drips for longer than the limit: %s', async (method) => {
    const impatient = await listen({ ms: 300, bytes: 1000 });
    const forEver = function* () {
      for (;;) yield ' ';
    };
    const head = [`${method} /api/settings/public HTTP/1.1`, 'Content-Length: 999999'];
    // Ends only when the connection is lost.
    const { end } = await sendSlowly(impatient, head, forEver());
    expect(end).toBeInstanceOf(Error);
  });
});

describe('the limits of the server', () => {
  it('cut no upload that goes on for long, but headers that never end', () => {
    const [server] = servers;
    expect([server?.requestTimeout, server?.headersTimeout]).toEqual([0, 60_000]);
  });
});
