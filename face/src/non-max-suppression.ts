import type { Point } from '@rollcall/core/faces/face.types';
import type { Detection } from './detection.types.ts';

export function overlap(one: Detection, other: Detection): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (one.width * one.height + other.width * other.height - shared);
}

/** The mean of several sightings of one face, each counted by its score: steadier than the best one alone. */
function blend(group: readonly Detection[], best: Detection): Detection {
  const total = group.reduce((sum, item) => sum + item.score, 0);
  const mean = (read: (item: Detection) => number) =>
    group.reduce((sum, item) => sum + read(item) * item.score, 0) / total;
  const point = (read: (item: Detection) => Point): Point => ({
    x: mean((item) => read(item).x),
    y: mean((item) => read(item).y),
  });
  return {
    x: mean((item) => item.x),
    y: mean((item) => item.y),
    width: mean((item) => item.width),
    height: mean((item) => item.height),
    score: best.score,
    rightEye: point((item) => item.rightEye),
    leftEye: point((item) => item.leftEye),
  };
}

/** One detection per face, best first. */
export function mergeDetections(found: readonly Detection[], sameAbove: number): Detection[] {
  let rest = found.toSorted((a, b) => b.score - a.score);
  const merged: Detection[] = [];
  for (let best = rest[0]; best !== undefined; best = rest[0]) {
    const leader = best;
    const group = rest.filter((item) => item === leader || overlap(item, leader) > sameAbove);
    merged.push(blend(group, leader));
    rest = rest.filter((item) => !group.includes(item));
  }
  return merged;
}
