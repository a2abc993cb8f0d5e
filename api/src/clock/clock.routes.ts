import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './clock.contract.ts';
import { presentClock, presentFutureDays } from './clock.presenter.ts';

export function clockRoutes({ clockGuard, futureDays }: Services) {
  return createRouter()
    .openapi(contract.clockState, async (c) => {
      await clockGuard.isTrusted();
      return c.json(presentClock(clockGuard.status(), await futureDays.find()), 200);
    })
    .openapi(contract.confirmClock, async (c) => {
      const shown = new Date(c.req.valid('json').server_time);
      const status = await clockGuard.confirm(actorOf(c), shown);
      return c.json(presentClock(status, await futureDays.find()), 200);
    })
    .openapi(contract.removeFutureDays, async (c) =>
      c.json({ removed: presentFutureDays(await futureDays.remove(actorOf(c))) }, 200),
    );
}
