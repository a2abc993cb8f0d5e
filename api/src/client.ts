import { hc } from 'hono/client';
import type { Routers } from './app.ts';

/** Creates the typed API client: types come from the contracts, `fetch` from the host. */
export function createClient(
  base: string,
  options: { fetch: typeof fetch; headers: () => Record<string, string> },
) {
  return { api: hc<Routers[number]>(`${base}/api`, { fetch: options.fetch, headers: options.headers }) };
}

export type Client = ReturnType<typeof createClient>;
