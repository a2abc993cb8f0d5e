import { describe, expect, it } from 'vitest';
import { halfToFloat } from './tflite.reader.ts';

describe('halfToFloat', () => {
  it('converts one, the smallest and largest values, infinity and NaN exactly', () => {
    expect(halfToFloat(0x3c00)).toBe(1);
    expect(halfToFloat(0xc000)).toBe(-2);
    expect(halfToFloat(0x0001)).toBe(2 ** -24);
    expect(halfToFloat(0x7bff)).toBe(65504);
    expect(halfToFloat(0xfc00)).toBe(Number.NEGATIVE_INFINITY);
    expect(halfToFloat(0x7e00)).toBeNaN();
  });
});
