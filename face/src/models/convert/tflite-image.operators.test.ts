import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paddingAlong } from './tflite-image.operators.ts';

describe('paddingAlong with SAME', () => {
  it('pads to an output of ceil(size / stride), with the odd pixel at the end', () => {
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
