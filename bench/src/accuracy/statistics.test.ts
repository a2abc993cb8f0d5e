import { describe, expect, it } from 'vitest';
import { acceptedAbove, bestThreshold, crossValidated, share, thresholdAt } from './statistics.ts';

describe('the statistics of the accuracy benchmark', () => {
  it('give a confidence interval within 0..1 that narrows with more trials', () => {
    expect(share(0, 50).low).toBe(0);
    expect(share(50, 50).high).toBeCloseTo(1, 9);
    expect(share(50, 50).low).toBeCloseTo(0.929, 2);
    expect(share(990, 1000).high - share(990, 1000).low).toBeLessThan(
      share(99, 100).high - share(99, 100).low,
    );
  });

  it('find the threshold that exactly the allowed share of impostors exceeds', () => {
    const impostors = Float32Array.from({ length: 1000 }, (_, i) => i / 1000);
    const threshold = thresholdAt(impostors, 0.01);
    expect([...impostors].filter((score) => score > threshold)).toHaveLength(10);
    expect(acceptedAbove([0.5, 0.995, 1], threshold).value).toBeCloseTo(2 / 3);
  });

  it('judge each fold with a threshold learned on the others', () => {
    const fold = (name: string, shift: number) =>
      Array.from({ length: 20 }, (_, i) => ({
        score: (i % 2 ? 0.8 : 0.2) + shift,
        same: i % 2 === 1,
        fold: name,
      }));
    expect(crossValidated([...fold('1', 0), ...fold('2', 0)]).accuracy.value).toBe(1);
    // A fold that is shifted as a whole is misjudged by the others' threshold.
    expect(crossValidated([...fold('1', 0), ...fold('2', 0.7)]).accuracy.value).toBeLessThan(1);
    expect(bestThreshold(fold('1', 0))).toBeCloseTo(0.5);
  });
});
