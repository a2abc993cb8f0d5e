import { describe, expect, it } from 'vitest';
import { flatness, type MemorySample, slopeOf } from './page-memory.ts';

const sampled = (heap: (at: number) => number): MemorySample[] =>
  Array.from({ length: 20 }, (_, at) => ({
    people: 50 * (at + 1),
    heap_mb: heap(at),
    nodes: 300,
    listeners: 60,
  }));

describe('the memory of the page', () => {
  it('is flat where it grows while it warms up, and not afterwards', () => {
    const { heap_mb } = flatness(sampled((at) => (at < 5 ? 8 + at : 13)));
    expect(heap_mb).toMatchObject({ growth: 0, per_100_people: 0, is_flat: true });
  });

  it('is not flat where a little stays with every person', () => {
    const { heap_mb, nodes } = flatness(sampled((at) => 10 + at * 0.1));
    expect(heap_mb).toMatchObject({ per_100_people: 0.2, is_flat: false });
    expect(nodes.is_flat).toBe(true);
  });

  it('has the slope of the line through its points', () => {
    expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 4 + 3 * x })))).toBeCloseTo(3);
    expect(slopeOf([{ x: 1, y: 5 }])).toBe(0);
  });
});
