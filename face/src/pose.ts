import type { HeadPose } from '@rollcall/core/faces/face.types';
import type { FaceMesh } from './mesh.ts';

type Vector = readonly [number, number, number];

/** Outer edge of the face before the ears (the person's right, then left), top of the forehead, chin. */
const RIGHT_EDGE = 234;
const LEFT_EDGE = 454;
const FOREHEAD = 10;
const CHIN = 152;
/** The line from forehead to chin leans forward on a level head; measured on frontal faces. */
const LEVEL_PITCH = 0;

const degrees = (radians: number): number => (radians * 180) / Math.PI;

function between(points: Float32Array, from: number, to: number): Vector {
  const at = (axis: number) => (points[3 * to + axis] ?? 0) - (points[3 * from + axis] ?? 0);
  return [at(0), at(1), at(2)];
}

/** Which way the head looks, from the solid shape of the mesh (z grows away from the camera). */
export function headPose(mesh: FaceMesh): HeadPose {
  const across = between(mesh.points, RIGHT_EDGE, LEFT_EDGE);
  const down = between(mesh.points, FOREHEAD, CHIN);
  const roll = Math.atan2(across[1], across[0]);
  // Seen with the tilt taken out, so that a tilted head does not look turned.
  const upright = -Math.sin(roll) * down[0] + Math.cos(roll) * down[1];
  const cropAngle = Math.atan2(mesh.crop.d, mesh.crop.a);
  return {
    yaw: degrees(Math.atan2(across[2], Math.hypot(across[0], across[1]))),
    pitch: degrees(Math.atan2(-down[2], upright)) - LEVEL_PITCH,
    roll: degrees(roll + cropAngle),
  };
}
