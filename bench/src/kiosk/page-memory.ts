import type { CDPSession } from 'playwright-core';
import { type DoorBrowser, rendererMemory } from './door-browser.ts';

/** The page's memory after so many people, garbage collected. */
export interface MemorySample {
  readonly people: number;
  readonly heap_mb: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly renderer_mb: number;
}

const rounded = (value: number): number => Number(value.toFixed(2));

export async function openMemoryProbe({ page, browser }: Pick<DoorBrowser, 'page' | 'browser'>) {
  const client: CDPSession = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  return async (people: number): Promise<MemorySample> => {
    for (let i = 0; i < 3; i++) await client.send('HeapProfiler.collectGarbage');
    const { metrics } = await client.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return {
      people,
      heap_mb: rounded(value('JSHeapUsedSize') / 2 ** 20),
      nodes: value('Nodes'),
      listeners: value('JSEventListeners'),
      renderer_mb: rounded(await rendererMemory(browser)),
    };
  };
}

type Measured = Exclude<keyof MemorySample, 'people'>;

/** Growth of the mean from the second quarter of the samples to the last one, above which a memory is not flat. */
const FLAT_WITHIN: Readonly<Record<Measured, number>> = {
  heap_mb: 0.05,
  nodes: 0.05,
  listeners: 0.05,
  // The system gives pages back when it likes: it is never as even as the heap.
  renderer_mb: 0.1,
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Slope of the line through the points with the least squares. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const [mx, my] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const across = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const along = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  return along === 0 ? 0 : across / along;
}

/** How each figure went from the second quarter to the last. The first quarter loads code and fills caches. */
export function flatness(samples: readonly MemorySample[]) {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const later = samples.slice(quarter);
  const of = (key: Measured) => {
    const second = mean(samples.slice(quarter, 2 * quarter).map((sample) => sample[key]));
    const last = mean(samples.slice(-quarter).map((sample) => sample[key]));
    const growth = last / second - 1;
    return {
      second_quarter: rounded(second),
      last_quarter: rounded(last),
      growth: Number(growth.toFixed(4)),
      per_100_people: rounded(100 * slopeOf(later.map((sample) => ({ x: sample.people, y: sample[key] })))),
      is_flat: growth <= FLAT_WITHIN[key],
    };
  };
  return {
    heap_mb: of('heap_mb'),
    nodes: of('nodes'),
    listeners: of('listeners'),
    renderer_mb: of('renderer_mb'),
  };
}
