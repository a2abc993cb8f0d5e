import { OUTLINE_MIDDLE, OUTLINE_PAIRS } from '../liveness/flatness.rules.ts';
import type { RecogniserProfile } from './face.ports.ts';
import type { FaceMeasures, FaceObservation, ImageAnalysis, Point } from './face.types.ts';
import { normalise } from './matching/match.rules.ts';

/** Measures of a good frontal face; tests override single values. */
export const GOOD_MEASURES: FaceMeasures = {
  eyeDistance: 90,
  brightness: 0.5,
  contrast: 0.14,
  sharpness: 0.4,
  evenness: 0.8,
  around: 0.5,
  strength: 1,
  pose: { yaw: 0, pitch: 0, roll: 0 },
  eyeOpenness: { left: 0.9, right: 0.9 },
  presence: 1,
  visible: 1,
  covered: 0,
};

export const TEST_PROFILE: RecogniserProfile = {
  modelId: 'test-model',
  embeddingSize: 8,
  verifyThreshold: 0.44,
  verifyThresholdFrom12: 0.5,
  verifyThresholdUnder12: 0.56,
  identifyThreshold: 0.5,
  identifyMargin: 0.08,
  usualSpread: 0.09,
  agreeThreshold: 0.36,
  liveAbove: 0.8,
  spoofBelow: 0.3,
  movingSpoofBelow: 0.2,
};

/** A unit vector along one axis, tilted towards the next by `lean`: different axes are different people. */
export function personEmbedding(axis: number, lean = 0): Float32Array {
  const vector = new Float32Array(TEST_PROFILE.embeddingSize);
  vector[axis] = 1;
  vector[(axis + 1) % vector.length] = lean;
  return normalise(vector);
}

/** Projects a three-dimensional head, turned by `yaw` degrees, to image points. */
export function headOutline(yaw: number, move = { x: 0, y: 0, scale: 1 }): Point[] {
  const turn = (yaw * Math.PI) / 180;
  const project = (x: number, y: number, z: number): Point => ({
    x: move.x + move.scale * (Math.cos(turn) * x + Math.sin(turn) * z),
    y: move.y + move.scale * y,
  });
  const middle = Array.from({ length: OUTLINE_MIDDLE }, (_, i) =>
    project(0, -50 + 12 * i, 30 + 30 * Math.sin((i / OUTLINE_MIDDLE) * Math.PI)),
  );
  const pairs = Array.from({ length: OUTLINE_PAIRS }, (_, i) => {
    const [x, y, z] = [20 + 3 * i, -60 + 9 * i, 25 - 0.04 * (20 + 3 * i) ** 2 * 0.5];
    return [project(-x, y, z), project(x, y, z)];
  });
  return [...middle, ...pairs.flat()];
}

export function observation(
  changes: Omit<Partial<FaceObservation>, 'measures'> & { measures?: Partial<FaceMeasures> } = {},
): FaceObservation {
  const measures = { ...GOOD_MEASURES, ...changes.measures };
  const origin = { x: 0, y: 0 };
  return {
    box: { x: 100, y: 100, width: 200, height: 200 },
    detectionScore: 0.9,
    points: [origin, origin, origin, origin, origin],
    outline: headOutline(measures.pose.yaw),
    imprint: new Uint8Array(),
    mirroredImprint: new Uint8Array(),
    embedding: personEmbedding(0),
    liveness: 1,
    ...changes,
    measures,
  };
}

export function imageAnalysis(...faces: FaceObservation[]): ImageAnalysis {
  return { width: 640, height: 480, faces };
}
