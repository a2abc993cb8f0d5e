import type { App } from '@rollcall/api/app';
import { percentile } from './results.ts';

export interface Timing {
  readonly p50: number;
  readonly p95: number;
}

/** Times calls one after another; percentiles in milliseconds. */
export async function timed(runs: number, call: (run: number) => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await call(run);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 50), p95: percentile(times, 95) };
}

export function createCaller(app: App, token: string) {
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await app.request(`/api${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
}
