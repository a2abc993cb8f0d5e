import type { WatchedCall } from './watched-calls.ts';

/** What bench/results/growth.json holds of one size. */
export interface SizeResult {
  readonly people: number;
  readonly calls: Readonly<Record<string, WatchedCall>>;
}

const number = (value: number): string => value.toLocaleString('en-US');
const times = (value: number, smallest: number): string =>
  smallest > 0 ? `${(value / smallest).toFixed(1)}` : '-';

/**
 * The rows of a table with one call in each: its median, the rows and the months that it reads at each size, and how many times
 * the median of the smallest size that of the largest is. Sizes go upwards.
 */
export function growthTable(sizes: readonly (readonly [days: number, result: SizeResult])[]): string[] {
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  if (!smallest || !largest) return [];
  const head = sizes.map(([days]) => `${number(days)} days`);
  const lines = Object.entries(smallest[1].calls).map(([name, first]) => {
    const cells = sizes.map(([, { calls }]) => {
      const call = calls[name];
      return call ? `${call.p50_ms} ms, ${number(call.rows)} rows, ${call.months} months` : '-';
    });
    const last = largest[1].calls[name] ?? first;
    return `| ${[name, ...cells, times(last.p50_ms, first.p50_ms)].join(' | ')} |`;
  });
  return [`| ${['call', ...head, 'times'].join(' | ')} |`, `|${'---|'.repeat(sizes.length + 2)}`, ...lines];
}
