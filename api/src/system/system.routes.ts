import { createRouter } from '../http/router.ts';
import * as contract from './system.contract.ts';

/** One word for each part: `ok`, or what is wrong with it. Only `ok` and `off` count as ready. */
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
