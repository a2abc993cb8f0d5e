export interface Timing {
  readonly p50_ms: number;
  readonly p95_ms: number;
}

export function summarise(milliseconds: readonly number[]): Timing {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2));
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

/** The first runs warm up caches and compilers and are not counted. */
export async function timeRuns(runs: number, work: () => unknown): Promise<Timing> {
  const warmUp = Math.ceil(runs / 5);
  const taken: number[] = [];
  for (let i = 0; i < warmUp + runs; i++) {
    const started = performance.now();
    await work();
    if (i >= warmUp) taken.push(performance.now() - started);
  }
  return summarise(taken);
}
