import type { Point } from '@rollcall/core/faces/face.types';
import { type Affine, applyAffine, squareCrop } from './affine.ts';
import type { Detection } from './detect.ts';
import type { FaceNetwork } from './pipeline.ports.ts';
import { type Pyramid, samplePixels } from './pixels.ts';

export const MESH_SIZE = 256;
export const MESH_POINTS = 478;
/** Crop size relative to the detector's box, as in the mesh network's training. */
const CROP_SCALE = 1.5;

/** The 478 points (x, y, z each) in pixels of the upright crop, and the map from the crop to the image. */
export interface FaceMesh {
  readonly points: Float32Array;
  readonly crop: Affine;
  /** The network's confidence that this is a face, 0..1. */
  readonly presence: number;
}

/** The crop around a detection, rotated so that the eyes are level, as in the network's training. */
function meshCrop(detection: Detection): Affine {
  const { rightEye, leftEye } = detection;
  const angle = Math.atan2(leftEye.y - rightEye.y, leftEye.x - rightEye.x);
  const center = { x: detection.x + detection.width / 2, y: detection.y + detection.height / 2 };
  const side = CROP_SCALE * Math.max(detection.width, detection.height);
  return squareCrop(center, side, angle, MESH_SIZE);
}

/** Outer eye corners, the person's right and left. */
const RIGHT_CORNER = 33;
const LEFT_CORNER = 263;
/** Number of points on the face surface; the rest are the irises. */
const SURFACE_POINTS = 468;

/** The upright crop around the fitted mesh, more exact than the one made from the detector's box. */
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

/** Largest offset and size difference, as a share of the crop, at which the first fit is kept. */
const REFIT_TOLERANCE = 0.12;
const REFIT_ANGLE = 0.15;

function isNearlySameCrop(one: Affine, other: Affine): boolean {
  const [side, otherSide] = [Math.hypot(one.a, one.d), Math.hypot(other.a, other.d)];
  const middle = MESH_SIZE / 2;
  const [here, there] = [applyAffine(one, middle, middle), applyAffine(other, middle, middle)];
  const turn = Math.atan2(one.a * other.d - one.d * other.a, one.a * other.a + one.d * other.d);
  return (
    Math.abs(otherSide / side - 1) < REFIT_TOLERANCE &&
    Math.hypot(here.x - there.x, here.y - there.y) < REFIT_TOLERANCE * side * MESH_SIZE &&
    Math.abs(turn) < REFIT_ANGLE
  );
}

/** Fits the mesh to a detection. If the detector's box was inexact, it is fitted again in a crop made from the first mesh. */
export async function fitMesh(network: FaceNetwork, image: Pyramid, detection: Detection): Promise<FaceMesh> {
  const first = await fitOnce(network, image, meshCrop(detection));
  if (first.presence < MIN_PRESENCE) return first;
  const better = refinedCrop(first);
  return isNearlySameCrop(first.crop, better) ? first : fitOnce(network, image, better);
}

/** Detections whose mesh has a lower presence are not faces. */
export const MIN_PRESENCE = 0.5;

async function fitOnce(network: FaceNetwork, image: Pyramid, crop: Affine): Promise<FaceMesh> {
  const input = samplePixels(image, crop, {
    width: MESH_SIZE,
    height: MESH_SIZE,
    border: 'edge',
    detail: 'coarse',
    order: 'rgb',
    mean: 0,
    scale: 1 / 255,
  });
  const [points, presence] = await network.run(input, [1, 3, MESH_SIZE, MESH_SIZE]);
  if (points === undefined || presence === undefined) throw new Error('The mesh network returned no output.');
  return { points, crop, presence: 1 / (1 + Math.exp(-(presence[0] ?? 0))) };
}

/** One mesh point in image coordinates. */
export function meshPoint(mesh: FaceMesh, index: number): Point {
  return applyAffine(mesh.crop, mesh.points[3 * index] ?? 0, mesh.points[3 * index + 1] ?? 0);
}
