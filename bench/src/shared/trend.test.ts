import { describe, expect, it } from 'vitest';
import { slopeOf, trendOf } from './trend.ts';

const sampled = (value: (at: number) => number) =>
  Array.from({ length: 20 }, (_, at) => ({ x: 50 * (at + 1), y: value(at) }));

describe('a trend', () => {
  it('is flat where a figure grows while it warms up, and not afterwards', () => {
    const warmed = trendOf(
      sampled((at) => (at < 5 ? 8 + at : 13)),
      0.05,
    );
    expect(warmed).toMatchObject({ growth: 0, per_100: 0, is_flat: true });
  });

  it('is not flat where a little stays with every step', () => {
    const growing = trendOf(
      sampled((at) => 10 + at * 0.1),
      0.05,
    );
    expect(growing).toMatchObject({ per_100: 0.2, is_flat: false });
  });

  it('is flat where a figure falls', () => {
    const falling = trendOf(
      sampled((at) => 100 - at),
      0.05,
    );
    expect(falling.is_flat).toBe(true);
  });

  it('has the slope of the line through its points', () => {
    expect(slopeOf([0, 1, 2, 3].map((x) => ({ x, y: 4 + 3 * x })))).toBeCloseTo(3);
    expect(slopeOf([{ x: 1, y: 5 }])).toBe(0);
  });
});
