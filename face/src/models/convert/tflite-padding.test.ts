import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halfToFloat } from './half-float.ts';
import { paddingAlong } from './tflite-padding.ts';

describe('SAME padding', () => {
  it('gives an output of ceil(size / stride), with the odd pixel at the end', () => {
    const sizes = fc.tuple(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 4 }),
    );
    fc.assert(
      fc.property(sizes, ([size, kernel, stride]) => {
        const [before, after] = paddingAlong(0, size, kernel, stride, 1);
        expect(after - before === 0 || after - before === 1).toBe(true);
        if (size + before + after < kernel) return;
        const output = Math.floor((size + before + after - kernel) / stride) + 1;
        expect(output).toBeGreaterThanOrEqual(Math.ceil(size / stride));
      }),
      { numRuns: 1000 },
    );
    expect(paddingAlong(0, 256, 3, 2, 1)).toEqual([0, 1]);
    expect(paddingAlong(0, 128, 3, 1, 1)).toEqual([1, 1]);
    expect(paddingAlong(1, 128, 3, 1, 1)).toEqual([0, 0]);
  });
});

describe('half precision', () => {
  it('widens exactly: one, the smallest, the largest, infinities', () => {
    expect(halfToFloat(0x3c00)).toBe(1);
    expect(halfToFloat(0xc000)).toBe(-2);
    expect(halfToFloat(0x0001)).toBe(2 ** -24);
    expect(halfToFloat(0x7bff)).toBe(65504);
    expect(halfToFloat(0xfc00)).toBe(Number.NEGATIVE_INFINITY);
    expect(halfToFloat(0x7e00)).toBeNaN();
  });
});
