import type { Point } from '@rollcall/core/faces/face.types';
import { type FaceMesh, meshPoint } from './mesh.ts';

/**
 * Points on the bony, little-moving parts of the face, spread over its depth: brow, temples, eye corners,
 * bridge and tip of the nose, nostrils, cheekbones. The mouth and the eyelids are left out: they move alone.
 * The order is the one core's flatness.rules.ts expects.
 */
export const OUTLINE_MIDDLE_POINTS: readonly number[] = [10, 9, 8, 168, 6, 197, 195, 5, 4, 1];
export const OUTLINE_PAIR_POINTS: readonly (readonly [right: number, left: number])[] = [
  [109, 338],
  [67, 297],
  [54, 284],
  [127, 356],
  [234, 454],
  [33, 263],
  [133, 362],
  [98, 327],
  [48, 278],
  [64, 294],
  [50, 280],
  [117, 346],
  [123, 352],
  [118, 347],
];

export function outlineOf(mesh: FaceMesh): Point[] {
  return [...OUTLINE_MIDDLE_POINTS, ...OUTLINE_PAIR_POINTS.flat()].map((index) => meshPoint(mesh, index));
}
