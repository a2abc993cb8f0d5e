/** Percent of change against the load before; null when there was none or it started from zero. */
export function percentChange(before: number | undefined, after: number): number | null {
  if (before === undefined || before === 0) return null;
  return Math.round(((after - before) / before) * 1000) / 10;
}
