import type { Result } from 'lighthouse';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

const score = (report: Result, category: string) =>
  Math.round((report.categories[category]?.score ?? Number.NaN) * 100);

/** Audits of these categories without full marks, with Lighthouse's explanation. */
const heldBackBy = (report: Result) =>
  CATEGORIES.flatMap((category) => report.categories[category]?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => report.audits[id])
    .filter((audit) => audit?.errorMessage || (audit && audit.score !== null && audit.score < 0.995))
    .map((audit) => [audit?.title, audit?.errorMessage ?? audit?.displayValue].filter(Boolean).join(': '));

const METRICS = {
  first_contentful_paint_ms: 'first-contentful-paint',
  largest_contentful_paint_ms: 'largest-contentful-paint',
  speed_index_ms: 'speed-index',
  total_blocking_time_ms: 'total-blocking-time',
} as const;

interface Sent {
  readonly resourceType?: string;
  readonly transferSize?: number;
  readonly url: string;
}

/** Everything that the page asked the network for. */
function requestsOf(report: Result): readonly Sent[] {
  const details = report.audits['network-requests']?.details;
  if (details?.type !== 'table') throw new Error('Lighthouse lists no requests.');
  // The rows of this audit; Lighthouse types every table alike.
  return (details.items as unknown as readonly Sent[]).filter(({ url }) => /^https?:/.test(url));
}

const TYPES = { js: 'Script', css: 'Stylesheet', html: 'Document', fonts: 'Font' } as const;

/** Requests and kilobytes as they were sent, compressed and with headers. */
function transferOf(report: Result) {
  const requests = requestsOf(report);
  const kilobytes = (items: readonly Sent[]) =>
    Math.round(items.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 100) / 10;
  const byType = Object.entries(TYPES).map(([name, type]) => [
    `${name}_kb`,
    kilobytes(requests.filter(({ resourceType }) => resourceType === type)),
  ]);
  return { requests: requests.length, ...Object.fromEntries(byType), all_kb: kilobytes(requests) };
}

/** What the result file holds of one audit. */
export function figuresOf(report: Result) {
  const metric = (id: string) => Math.round(report.audits[id]?.numericValue ?? Number.NaN);
  return {
    ...Object.fromEntries(CATEGORIES.map((category) => [category, score(report, category)])),
    ...Object.fromEntries(Object.entries(METRICS).map(([name, id]) => [name, metric(id)])),
    /** Of this machine, which the simulation slows down four times: a phone of the middle has 125 to 800 by itself. */
    benchmark_index: Math.round(report.environment.benchmarkIndex),
    cumulative_layout_shift:
      Math.round((report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN) * 1000) / 1000,
    transfer: transferOf(report),
    held_back_by: heldBackBy(report),
  };
}

/** The run in the middle by performance: one run alone depends on what else the machine does. */
export function medianRun(runs: readonly Result[]): Result {
  const sorted = [...runs].sort((a, b) => score(a, 'performance') - score(b, 'performance'));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('There is no run.');
  return middle;
}
