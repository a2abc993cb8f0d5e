import { describe, expect, it } from 'vitest';
import { type Detection, mergeDetections, searchRounds } from './detect.ts';

describe('mergeDetections', () => {
  const box = (x: number, score: number, width = 100): Detection => ({
    x,
    y: 0,
    width,
    height: 100,
    score,
    rightEye: { x: x + 30, y: 40 },
    leftEye: { x: x + 70, y: 40 },
  });

  it('merges overlapping detections of one face and keeps neighbours apart', () => {
    const merged = mergeDetections([box(0, 0.6), box(10, 0.9), box(300, 0.7), box(4, 0.5)], 0.3);
    expect(merged.map((face) => face.score)).toEqual([0.9, 0.7]);
    expect(merged[0]?.x).toBeGreaterThan(0);
    expect(merged[0]?.x).toBeLessThan(10);
  });

  it('returns an empty list for an empty list', () => {
    expect(mergeDetections([], 0.3)).toEqual([]);
  });
});

describe('searchRounds', () => {
  it('covers a group picture with the whole image and with small tiles', () => {
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

  it('overlaps neighbouring tiles by a third, so that a face on a seam is whole in one', () => {
    const [first = []] = searchRounds(2000, 400, 'many');
    const starts = [...new Set(first.filter((w) => w.width === 448).map((w) => w.x))].sort((a, b) => a - b);
    for (let i = 1; i < starts.length; i++) {
      expect((starts[i] ?? 0) - (starts[i - 1] ?? 0)).toBeLessThanOrEqual(448 * (2 / 3) + 1e-6);
    }
  });

  it('searches one window for a person at a camera', () => {
    expect(searchRounds(640, 480, 'one')[0]).toHaveLength(1);
  });
});
