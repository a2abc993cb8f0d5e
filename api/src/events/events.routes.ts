import { mayHear } from '@rollcall/core/events/events.rules';
import type { ChangeEvent } from '@rollcall/core/events/events.types';
import type { Services } from '@rollcall/core/services';
import { streamSSE } from 'hono/streaming';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { events } from './events.contract.ts';

/** Often enough that no proxy calls the line dead; also how soon a revoked session stops hearing. */
const PING_MS = 25_000;

export function eventRoutes({ events: source, auth }: Services) {
  return createRouter().openapi(events, (c) => {
    const actor = actorOf(c);
    return streamSSE(c, async (stream) => {
      const queue: ChangeEvent[] = [];
      let wake = () => {};
      const stop = source.subscribe((event) => {
        if (!mayHear(actor, event)) return;
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
