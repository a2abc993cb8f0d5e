import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOutline } from '../faces/observation.fixture.ts';
import { homographyResidual, mirrorOutline } from './flatness.rules.ts';

const small = fc.double({ min: -0.3, max: 0.3, noNaN: true });

describe('the homography residual', () => {
  it('is near zero for a flat photo that is shifted, rotated, zoomed, squeezed or tilted', () => {
    fc.assert(
      fc.property(fc.tuple(small, small, small, small, small, small), ([a, b, c, d, g, k]) => {
        const moved = headOutline(0).map(({ x, y }) => {
          const w = 1 + (g * x + k * y) / 300;
          return { x: ((1 + a) * x + b * y + 50) / w, y: (c * x + (1 + d) * y - 20) / w };
        });
        return (homographyResidual(headOutline(0), moved) ?? 1) < 0.02;
      }),
      { numRuns: 1000 },
    );
  });

  it('grows with the turn of a real head', () => {
    const by = (yaw: number) => homographyResidual(headOutline(0), headOutline(yaw)) ?? 0;
    expect(by(15)).toBeGreaterThan(0.05);
    expect(by(25)).toBeGreaterThan(by(15));
  });

  it('is null for too few points or outlines of different length', () => {
    expect(homographyResidual(headOutline(0).slice(0, 5), headOutline(9).slice(0, 5))).toBeNull();
    expect(homographyResidual(headOutline(0), headOutline(9).slice(1))).toBeNull();
    expect(homographyResidual(Array(10).fill({ x: 1, y: 1 }), Array(10).fill({ x: 1, y: 1 }))).toBeNull();
  });

  it('is zero between a mirrored turned head and the opposite turn; mirroring twice restores the outline', () => {
    const twice = mirrorOutline(mirrorOutline(headOutline(20)));
    twice.forEach((point, i) => {
      expect(point.x).toBeCloseTo(headOutline(20)[i]?.x ?? 0);
    });
    expect(homographyResidual(mirrorOutline(headOutline(20)), headOutline(-20))).toBeLessThan(1e-6);
  });
});
