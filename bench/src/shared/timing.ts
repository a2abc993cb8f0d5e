/** Percentile of values sorted upwards, with one decimal. */
export function percentile(sorted: readonly number[], percent: number): number {
  const index = Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1);
  return Number((sorted[Math.max(0, index)] ?? Number.NaN).toFixed(1));
}

/** Durations in milliseconds of calls made one after another, sorted upwards. */
export async function timeCalls(count: number, call: (run: number) => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < count; run += 1) {
    const start = performance.now();
    await call(run);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}

export interface Timing {
  readonly p50_ms: number;
  readonly p95_ms: number;
}

/** Median and 95th percentile of short durations, with two decimals. */
export function summarise(milliseconds: readonly number[]): Timing {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2));
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

/** Times repeated work after a warm-up of a fifth of the runs, which fills caches and is not counted. */
export async function timeRuns(runs: number, work: () => unknown): Promise<Timing> {
  for (let i = 0; i < Math.ceil(runs / 5); i++) await work();
  return summarise(await timeCalls(runs, work));
}
