import { OUTLINE_MIDDLE, OUTLINE_PAIRS } from '@rollcall/core/faces/flatness.rules';
import { describe, expect, it } from 'vitest';
import { applyAffine } from './affine.ts';
import { alignedCrop } from './align.ts';
import type { Detection } from './detection.types.ts';
import { mergeDetections } from './non-max-suppression.ts';
import { OUTLINE_MIDDLE_POINTS, OUTLINE_PAIR_POINTS } from './outline.ts';
import { searchRounds } from './windows.ts';

describe('the aligned crop', () => {
  const template = [
    [38.2946, 51.6963],
    [73.5318, 51.5014],
    [56.0252, 71.7366],
    [41.5493, 92.3655],
    [70.7299, 92.2041],
  ];

  it('brings the five points to where recognisers expect them, at any size of the input', () => {
    for (const size of [112, 160]) {
      // The template itself, three times as large and shifted, as points of an image.
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

describe('merging detections', () => {
  const box = (x: number, score: number, width = 100): Detection => ({
    x,
    y: 0,
    width,
    height: 100,
    score,
    rightEye: { x: x + 30, y: 40 },
    leftEye: { x: x + 70, y: 40 },
  });

  it('makes one of several sightings of a face, and keeps neighbours apart', () => {
    const merged = mergeDetections([box(0, 0.6), box(10, 0.9), box(300, 0.7), box(4, 0.5)], 0.3);
    expect(merged.map((face) => face.score)).toEqual([0.9, 0.7]);
    expect(merged[0]?.x).toBeGreaterThan(0);
    expect(merged[0]?.x).toBeLessThan(10);
  });

  it('has nothing to say about nothing', () => {
    expect(mergeDetections([], 0.3)).toEqual([]);
  });
});

describe('where a group picture is searched', () => {
  it('covers every pixel with small tiles, and looks at the whole as well', () => {
    const [first = []] = searchRounds(3000, 1700, 'many');
    expect(first[0]).toEqual({ x: 0, y: 0, width: 3000, height: 1700 });
    const small = first.filter((window) => window.width <= 448);
    for (let x = 5; x < 3000; x += 97) {
      for (let y = 5; y < 1700; y += 97) {
        const inside = small.some((w) => x >= w.x && x < w.x + w.width && y >= w.y && y < w.y + w.height);
        expect(inside).toBe(true);
      }
    }
  });

  it('lets neighbouring tiles share enough that a face on a seam is whole in one of them', () => {
    const [first = []] = searchRounds(2000, 400, 'many');
    const starts = [...new Set(first.filter((w) => w.width === 448).map((w) => w.x))].sort((a, b) => a - b);
    for (let i = 1; i < starts.length; i++) {
      expect((starts[i] ?? 0) - (starts[i - 1] ?? 0)).toBeLessThanOrEqual(448 * (2 / 3) + 1e-6);
    }
  });

  it('is one look for a person at a camera', () => {
    expect(searchRounds(640, 480, 'one')[0]).toHaveLength(1);
  });
});

describe('the outline', () => {
  it('has the order and number of points that core expects, none twice', () => {
    expect(OUTLINE_MIDDLE_POINTS).toHaveLength(OUTLINE_MIDDLE);
    expect(OUTLINE_PAIR_POINTS).toHaveLength(OUTLINE_PAIRS);
    const all = [...OUTLINE_MIDDLE_POINTS, ...OUTLINE_PAIR_POINTS.flat()];
    expect(new Set(all).size).toBe(all.length);
  });
});
