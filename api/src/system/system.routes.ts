import { type ChangeEvent, canReceive } from '@rollcall/core/events/events.types';
import type { Services } from '@rollcall/core/services';
import { streamSSE } from 'hono/streaming';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './system.contract.ts';

/** The state of each part: `ok`, `off`, or what is wrong. Ready means that all are `ok` or `off`. */
export type CheckReadiness = () => Promise<Record<string, string>>;

export function systemRoutes(checkReadiness: CheckReadiness) {
  return createRouter()
    .openapi(contract.health, (c) => c.json({ status: 'ok' as const }, 200))
    .openapi(contract.ready, async (c) => {
      const parts = await checkReadiness();
      const ready = Object.values(parts).every((state) => state === 'ok' || state === 'off');
      return ready ? c.json({ ready, parts }, 200) : c.json({ ready, parts }, 503);
    });
}

/** Keeps proxies from closing the connection; also the time until the stream of a revoked session ends. */
const PING_MS = 25_000;

export function eventRoutes({ events, auth }: Services) {
  return createRouter().openapi(contract.events, (c) => {
    const actor = actorOf(c);
    return streamSSE(c, async (stream) => {
      const queue: ChangeEvent[] = [];
      let wake = () => {};
      const stop = events.subscribe((event) => {
        if (!canReceive(actor, event)) return;
        queue.push(event);
        wake();
      });
      stream.onAbort(() => {
        stop();
        wake();
      });
      await stream.write(': connected\n\n');
      try {
        while (!stream.aborted) {
          const event = queue.shift();
          if (event) {
            await stream.writeSSE({ event: event.topic, data: JSON.stringify({ topic: event.topic }) });
            continue;
          }
          const timedOut = await new Promise<boolean>((done) => {
            const timer = setTimeout(() => done(true), PING_MS);
            wake = () => {
              clearTimeout(timer);
              done(false);
            };
          });
          if (timedOut) {
            if (!(await auth.isAlive(actor))) return;
            await stream.write(': still here\n\n');
          }
        }
      } finally {
        stop();
      }
    });
  });
}
