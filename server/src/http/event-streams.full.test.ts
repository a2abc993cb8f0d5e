import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { queryObjects } from 'node:v8';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { afterAll, expect, it } from 'vitest';

const MESSAGES = 2_000;
/** After a collection. */
const promisesNow = (): number => queryObjects(Promise, { format: 'count' });

/** Sends a message when it is asked to, until the reader leaves. */
function createSource() {
  let send = () => {};
  const app = new Hono().get('/events', (c) =>
    streamSSE(c, async (stream) => {
      stream.onAbort(() => send());
      await stream.write(': connected\n\n');
      while (!stream.aborted) {
        await new Promise<void>((resolve) => {
          send = resolve;
        });
        await stream.writeSSE({ data: 'x' });
      }
    }),
  );
  return { app, send: () => send() };
}

const source = createSource();
const server = serve({ fetch: source.app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
afterAll(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});

it('an event stream that stays open holds nothing of what it has sent', async () => {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = get({ port, path: '/events', host: '127.0.0.1' });
  const [events] = (await once(request, 'response')) as [IncomingMessage];
  await once(events, 'data');
  const sendMany = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      const received = once(events, 'data');
      source.send();
      await received;
    }
  };
  await sendMany(100);
  const before = promisesNow();
  await sendMany(MESSAGES);
  expect(promisesNow() - before).toBeLessThan(MESSAGES / 2);
});
