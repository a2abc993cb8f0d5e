import type { WatchedCall } from './watched-calls.ts';

/** What bench/results/growth.json holds of one size. */
export interface SizeResult {
  readonly days: number;
  readonly people: number;
  readonly calls: Readonly<Record<string, WatchedCall>>;
}

/** The parts of it that docs/SCALE.md shows. */
export interface PublishedGrowth {
  sizes?: readonly SizeResult[];
}

/** The sizes with a new one, in the place of the last result of that size, smallest first. */
export const withSize = (sizes: readonly SizeResult[], size: SizeResult): readonly SizeResult[] =>
  [...sizes.filter(({ days }) => days !== size.days), size].toSorted((a, b) => a.days - b.days);

const number = (value: number): string => value.toLocaleString('en-US');
const times = (value: number, smallest: number): string =>
  smallest > 0 ? `${(value / smallest).toFixed(1)}` : '-';

/**
 * The rows of a table with one call in each: its median, the rows and the months that it reads at each size, how many times
 * the median of the smallest size that of the largest is, and its first call there. Sizes go upwards.
 */
export function growthTable(sizes: readonly SizeResult[]): string[] {
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  if (!smallest || !largest) return [];
  const head = sizes.map(({ days }) => `${number(days)} days`);
  const lines = Object.entries(smallest.calls).map(([name, first]) => {
    const cells = sizes.map(({ calls }) => {
      const call = calls[name];
      return call ? `${call.p50_ms} ms, ${number(call.rows)} rows, ${call.months} months` : '-';
    });
    const last = largest.calls[name] ?? first;
    const firstCall = `${number(last.first.ms)} ms, ${number(last.first.rows)} rows`;
    return `| ${[name, ...cells, times(last.p50_ms, first.p50_ms), firstCall].join(' | ')} |`;
  });
  const columns = ['call', ...head, 'times', 'first call at the largest size'];
  return [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`, ...lines];
}
