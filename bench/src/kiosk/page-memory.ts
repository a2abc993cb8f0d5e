import type { CDPSession, Page } from 'playwright-core';

/** The page's memory after so many people, garbage collected. */
export interface MemorySample {
  readonly people: number;
  readonly heap_mb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const rounded = (value: number): number => Number(value.toFixed(2));

export async function openMemoryProbe(page: Page) {
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
    };
  };
}

type Measured = Exclude<keyof MemorySample, 'people'>;

/** Growth of the mean from the second quarter of the samples to the last one, above which a memory is not flat. */
const FLAT_WITHIN = 0.05;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Slope of the line through the points with the least squares. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const [mx, my] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const across = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const along = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  return along === 0 ? 0 : across / along;
}

/** How a figure went from the second quarter of its samples to the last. The first quarter loads code and fills caches. */
export function trendOf(samples: readonly { readonly x: number; readonly y: number }[], flatWithin: number) {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const second = mean(samples.slice(quarter, 2 * quarter).map(({ y }) => y));
  const last = mean(samples.slice(-quarter).map(({ y }) => y));
  const growth = last / second - 1;
  return {
    second_quarter: rounded(second),
    last_quarter: rounded(last),
    growth: Number(growth.toFixed(4)),
    per_100_people: rounded(100 * slopeOf(samples.slice(quarter))),
    is_flat: growth <= flatWithin,
  };
}

export function flatness(samples: readonly MemorySample[]) {
  const of = (key: Measured) =>
    trendOf(
      samples.map((sample) => ({ x: sample.people, y: sample[key] })),
      FLAT_WITHIN,
    );
  return { heap_mb: of('heap_mb'), nodes: of('nodes'), listeners: of('listeners') };
}
