import type { CDPSession, Page } from 'playwright-core';
import { rounded, trendOf } from '../shared/trend.ts';

/** The page's memory after so many people, garbage collected. */
export interface MemorySample {
  readonly people: number;
  readonly heap_mb: number;
  readonly nodes: number;
  readonly listeners: number;
}

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

export function flatness(samples: readonly MemorySample[]) {
  const of = (key: Measured) =>
    trendOf(
      samples.map((sample) => ({ x: sample.people, y: sample[key] })),
      FLAT_WITHIN,
    );
  return { heap_mb: of('heap_mb'), nodes: of('nodes'), listeners: of('listeners') };
}
