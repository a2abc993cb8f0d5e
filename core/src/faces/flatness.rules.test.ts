import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { departureFromFlat, mirrorOutline } from './flatness.rules.ts';
import { headOutline } from './observation.fixture.ts';

const small = fc.double({ min: -0.3, max: 0.3, noNaN: true });

describe('departure from flat', () => {
  it('is nothing for a picture that is shifted, turned, zoomed, squeezed or tilted', () => {
    fc.assert(
      fc.property(fc.tuple(small, small, small, small, small, small), ([a, b, c, d, g, k]) => {
        const moved = headOutline(0).map(({ x, y }) => {
          const w = 1 + (g * x + k * y) / 300;
          return { x: ((1 + a) * x + b * y + 50) / w, y: (c * x + (1 + d) * y - 20) / w };
        });
        return (departureFromFlat(headOutline(0), moved) ?? 1) < 0.02;
      }),
      { numRuns: 1000 },
    );
  });

  it('grows with a real turn of the head', () => {
    const by = (yaw: number) => departureFromFlat(headOutline(0), headOutline(yaw)) ?? 0;
    expect(by(15)).toBeGreaterThan(0.05);
    expect(by(25)).toBeGreaterThan(by(15));
  });

  it('cannot be told from too few points or from outlines of different length', () => {
    expect(departureFromFlat(headOutline(0).slice(0, 5), headOutline(9).slice(0, 5))).toBeNull();
    expect(departureFromFlat(headOutline(0), headOutline(9).slice(1))).toBeNull();
    expect(departureFromFlat(Array(10).fill({ x: 1, y: 1 }), Array(10).fill({ x: 1, y: 1 }))).toBeNull();
  });

  it('mirroring twice gives back the outline, mirroring a turned head the opposite turn', () => {
    const twice = mirrorOutline(mirrorOutline(headOutline(20)));
    twice.forEach((point, i) => {
      expect(point.x).toBeCloseTo(headOutline(20)[i]?.x ?? 0);
    });
    expect(departureFromFlat(mirrorOutline(headOutline(20)), headOutline(-20))).toBeLessThan(1e-6);
  });
});
