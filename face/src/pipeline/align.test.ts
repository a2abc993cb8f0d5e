import { OUTLINE_MIDDLE, OUTLINE_PAIRS } from '@rollcall/core/liveness/flatness.rules';
import { describe, expect, it } from 'vitest';
import { applyAffine } from './affine.ts';
import { alignedCrop } from './align.ts';
import { OUTLINE_MIDDLE_POINTS, OUTLINE_PAIR_POINTS } from './mesh-measures.ts';

describe('alignedCrop', () => {
  const template = [
    [38.2946, 51.6963],
    [73.5318, 51.5014],
    [56.0252, 71.7366],
    [41.5493, 92.3655],
    [70.7299, 92.2041],
  ];

  it('maps the five points to the positions recognisers expect, at any input size', () => {
    for (const size of [112, 160]) {
      // Image points: the template, scaled by three and shifted.
      const at = (i: number) => ({
        x: 3 * (template[i]?.[0] ?? 0) + 40,
        y: 3 * (template[i]?.[1] ?? 0) - 10,
      });
      const crop = alignedCrop([at(0), at(1), at(2), at(3), at(4)], size);
      const nose = applyAffine(crop, (56.0252 * size) / 112, (71.7366 * size) / 112);
      expect(nose.x).toBeCloseTo(at(2).x, 3);
      expect(nose.y).toBeCloseTo(at(2).y, 3);
    }
  });
});

describe('faceOutline', () => {
  it('has as many points as core expects, without duplicates', () => {
    expect(OUTLINE_MIDDLE_POINTS).toHaveLength(OUTLINE_MIDDLE);
    expect(OUTLINE_PAIR_POINTS).toHaveLength(OUTLINE_PAIRS);
    const all = [...OUTLINE_MIDDLE_POINTS, ...OUTLINE_PAIR_POINTS.flat()];
    expect(new Set(all).size).toBe(all.length);
  });
});
