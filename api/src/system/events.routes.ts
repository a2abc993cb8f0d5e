import type { Services } from '@rollcall/core/services';
import { streamSSE } from 'hono/streaming';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './system.contract.ts';

/** Sends the topics of changes as server-sent events, until the caller leaves or the session ends. */
export function eventRoutes({ eventHub }: Services) {
  return createRouter().openapi(contract.events, (c) => {
    const changes = eventHub.open(actorOf(c));
    return streamSSE(c, async (stream) => {
      stream.onAbort(changes.close);
      try {
        await stream.write(': connected\n\n');
        for (let topic = await changes.next(); topic !== null; topic = await changes.next()) {
          if (topic === 'ping') await stream.write(': still here\n\n');
          else await stream.writeSSE({ event: topic, data: JSON.stringify({ topic }) });
        }
      } finally {
        changes.close();
      }
    });
  });
}
