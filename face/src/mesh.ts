import type { Point } from '@rollcall/core/faces/face.types';
import { type Affine, applyAffine, squareCrop } from './affine.ts';
import type { Detection } from './detection.types.ts';
import { samplePixels } from './pixels.ts';
import type { Pyramid } from './pyramid.ts';
import type { OnnxSession } from './runtime.port.ts';

export const MESH_SIZE = 256;
export const MESH_POINTS = 478;
/** The mesh network was trained on a crop half as large again as the detector's box. */
const CROP_SCALE = 1.5;

/** The 478 points, x y z each, in pixels of the upright crop; and the way from the crop to the image. */
export interface FaceMesh {
  readonly points: Float32Array;
  readonly crop: Affine;
  /** How sure the network is that it sees a face, 0..1. */
  readonly presence: number;
}

/** Turned so that the eyes are level, which is how the network learned faces. */
function meshCrop(detection: Detection): Affine {
  const { rightEye, leftEye } = detection;
  const angle = Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x);
  const center = { x: detection.x + detection.width / 2, y: detection.y + detection.height / 2 };
  const side = CROP_SCALE * Math.max(detection.width, detection.height);
  return squareCrop(center, side, angle, MESH_SIZE);
}

/** Outer corners of the eyes, the person's right and left. */
const RIGHT_CORNER = 33;
const LEFT_CORNER = 263;
/** The points after these are the irises, inside the face. */
const SURFACE_POINTS = 468;

/** The crop the network would have liked: around the face as the mesh itself found it, upright. */
function refinedCrop(mesh: FaceMesh): Affine {
  const { points, crop } = mesh;
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < SURFACE_POINTS; i++) {
    const x = points[3 * i] ?? 0;
    const y = points[3 * i + 1] ?? 0;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const [rightEye, leftEye] = [meshPoint(mesh, RIGHT_CORNER), meshPoint(mesh, LEFT_CORNER)];
  const angle = Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x);
  const side = CROP_SCALE * Math.max(right - left, bottom - top) * Math.hypot(crop.a, crop.d);
  return squareCrop(applyAffine(crop, (left + right) / 2, (top + bottom) / 2), side, angle, MESH_SIZE);
}

/** Share of the crop by which the face may sit off centre, or too large or small, before a second look pays. */
const GOOD_ENOUGH = 0.12;
const GOOD_ENOUGH_ANGLE = 0.15;

function nearlySame(one: Affine, other: Affine): boolean {
  const [side, otherSide] = [Math.hypot(one.a, one.d), Math.hypot(other.a, other.d)];
  const middle = MESH_SIZE / 2;
  const [here, there] = [applyAffine(one, middle, middle), applyAffine(other, middle, middle)];
  const turn = Math.atan2(one.a * other.d - one.d * other.a, one.a * other.a + one.d * other.d);
  return (
    Math.abs(otherSide / side - 1) < GOOD_ENOUGH &&
    Math.hypot(here.x - there.x, here.y - there.y) < GOOD_ENOUGH * side * MESH_SIZE &&
    Math.abs(turn) < GOOD_ENOUGH_ANGLE
  );
}

/** The detector's box can be rough; where it was, the mesh is fitted again in a crop of its own making. */
export async function fitMesh(session: OnnxSession, image: Pyramid, detection: Detection): Promise<FaceMesh> {
  const first = await fitOnce(session, image, meshCrop(detection));
  if (first.presence < MIN_PRESENCE) return first;
  const better = refinedCrop(first);
  return nearlySame(first.crop, better) ? first : fitOnce(session, image, better);
}

/** Below this the detector saw something that the mesh says is no face at all. */
export const MIN_PRESENCE = 0.5;

async function fitOnce(session: OnnxSession, image: Pyramid, crop: Affine): Promise<FaceMesh> {
  const input = samplePixels(image, crop, {
    width: MESH_SIZE,
    height: MESH_SIZE,
    border: 'edge',
    detail: 'coarse',
    order: 'rgb',
    mean: 0,
    scale: 1 / 255,
  });
  const [points, presence] = await session.run(input, [1, 3, MESH_SIZE, MESH_SIZE]);
  if (points === undefined || presence === undefined) throw new Error('The mesh network answered nothing.');
  return { points, crop, presence: 1 / (1 + Math.exp(-(presence[0] ?? 0))) };
}

/** One point in pixels of the image. */
export function meshPoint(mesh: FaceMesh, index: number): Point {
  return applyAffine(mesh.crop, mesh.points[3 * index] ?? 0, mesh.points[3 * index + 1] ?? 0);
}
