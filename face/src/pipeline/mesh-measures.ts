import type { FaceMeasures, HeadPose, Point } from '@rollcall/core/faces/face.types';
import { type FaceMesh, meshPoint } from './mesh.ts';
import type { FaceNetwork } from './pipeline.ports.ts';

type Vector = readonly [number, number, number];

/** Mesh points at the outer edge of the face before the ears (the person's right, left), top of the forehead, chin. */
const RIGHT_EDGE = 234;
const LEFT_EDGE = 454;
const FOREHEAD = 10;
const CHIN = 152;
/** Pitch of the forehead-to-chin line on a level head, measured on frontal faces. */
const LEVEL_PITCH = 0;

const degrees = (radians: number): number => (radians * 180) / Math.PI;

function between(points: Float32Array, from: number, to: number): Vector {
  const at = (axis: number) => (points[3 * to + axis] ?? 0) - (points[3 * from + axis] ?? 0);
  return [at(0), at(1), at(2)];
}

/** Yaw, pitch and roll in degrees, from the 3D mesh (z grows away from the camera). */
export function headPose(mesh: FaceMesh): HeadPose {
  const across = between(mesh.points, RIGHT_EDGE, LEFT_EDGE);
  const down = between(mesh.points, FOREHEAD, CHIN);
  const roll = Math.atan2(across[1], across[0]);
  // Pitch is computed after removing roll, so that a tilted head does not count as turned.
  const upright = -Math.sin(roll) * down[0] + Math.cos(roll) * down[1];
  const cropAngle = Math.atan2(mesh.crop.d, mesh.crop.a);
  return {
    yaw: degrees(Math.atan2(across[2], Math.hypot(across[0], across[1]))),
    pitch: degrees(Math.atan2(-down[2], upright)) - LEVEL_PITCH,
    roll: degrees(roll + cropAngle),
  };
}

/** Mesh points that the blendshape network takes as input, in its order (published with the model). */
const BLENDSHAPE_POINTS = [
  0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78,
  80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150,
  152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197,
  234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308,
  310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377,
  378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466,
  468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
];
const BLINK_LEFT = 9;
const BLINK_RIGHT = 10;

/**
 * Openness of both eyes, 0..1, from the blendshape network. Its expression outputs are never read: inferring
 * emotions at school or work is forbidden in the EU.
 */
export async function eyeOpenness(
  network: FaceNetwork,
  mesh: FaceMesh,
): Promise<FaceMeasures['eyeOpenness']> {
  const input = new Float32Array(2 * BLENDSHAPE_POINTS.length);
  for (const [i, point] of BLENDSHAPE_POINTS.entries()) {
    input[2 * i] = mesh.points[3 * point] ?? 0;
    input[2 * i + 1] = mesh.points[3 * point + 1] ?? 0;
  }
  const [shapes] = await network.run(input, [1, BLENDSHAPE_POINTS.length, 2]);
  if (shapes === undefined) throw new Error('The eyelid network returned no output.');
  const open = (index: number) => 1 - Math.min(Math.max(shapes[index] ?? 0, 0), 1);
  return { left: open(BLINK_LEFT), right: open(BLINK_RIGHT) };
}

/**
 * Mesh points on the rigid parts of the face at different depths: brow, temples, eye corners, bridge and tip of the
 * nose, nostrils, cheekbones; not the mouth and eyelids, which move by themselves. core's flatness.rules.ts expects
 * this order.
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

/** The outline points in image coordinates. */
export function faceOutline(mesh: FaceMesh): Point[] {
  return [...OUTLINE_MIDDLE_POINTS, ...OUTLINE_PAIR_POINTS.flat()].map((index) => meshPoint(mesh, index));
}
