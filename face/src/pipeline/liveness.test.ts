import { describe, expect, it } from 'vitest';
import { livenessScore } from './liveness.ts';
import { createPyramid } from './pixels.ts';

/** Red everywhere, with white lines one pixel wide, every fourth column: averaging would make them pink. */
function striped(width: number, height: number) {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const isLine = (at % width) % 4 === 0;
    data.set(isLine ? [255, 255, 255] : [255, 0, 0], 3 * at);
  }
  return createPyramid({ width, height, channels: 3, data });
}

describe('the passive network', () => {
  const face = {
    x: 400,
    y: 400,
    width: 200,
    height: 200,
    score: 1,
    rightEye: { x: 0, y: 0 },
    leftEye: { x: 0, y: 0 },
  };

  it('is fed blue, green, red and single samples of the picture, as its makers do', async () => {
    let fed = new Float32Array();
    const network = {
      run: async (input: Float32Array) => {
        fed = Float32Array.from(input);
        return [Float32Array.of(0, 2, 1)];
      },
    };
    const score = await livenessScore(network, striped(1000, 1000), face);
    const plane = (index: number) => fed.subarray(index * 6400, (index + 1) * 6400);
    expect(fed).toHaveLength(3 * 6400);
    expect(Math.min(...plane(2))).toBe(255);
    // A mean over each field of about seven pixels would have no pure red left.
    expect(Math.min(...plane(0))).toBe(0);
    expect(Math.max(...plane(0))).toBeGreaterThan(100);
    expect(score).toBeCloseTo(Math.exp(2) / (1 + Math.exp(2) + Math.exp(1)), 5);
  });
});
