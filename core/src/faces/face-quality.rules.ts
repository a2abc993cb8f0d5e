import type { FaceMeasures, FaceObservation, ImageAnalysis, QualityReason } from './face.types.ts';

/** Messages shown at the camera: what is wrong and what to do about it. */
export const QUALITY_MESSAGES: Readonly<Record<QualityReason, string>> = {
  no_face: 'No face found. Look at the camera, with your whole face in the picture.',
  several_faces: 'More than one face in the picture. Please stand alone in front of the camera.',
  too_small: 'Your face is too far away. Come closer to the camera.',
  too_dark: 'It is too dark. Turn on a light or face a window.',
  too_bright: 'It is too bright. Turn away from the light.',
  blurred: 'The picture is blurred. Hold still. If that does not help, wipe the lens.',
  turned_away: 'Your head is turned away. Look straight at the camera.',
  eyes_closed: 'Your eyes are closed. Open them and look at the camera.',
  covered: 'Something covers your face. Take off your mask, sunglasses or scarf.',
  cut_off: 'Part of your face is outside the picture. Move to the middle.',
};

export type Purpose = 'attendance' | 'enrolment';

interface Limits {
  readonly eyeDistance: number;
  readonly darkest: number;
  readonly brightest: number;
  readonly sharpness: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly eyeOpenness: number;
  readonly presence: number;
  readonly visible: number;
  readonly covered: number;
  /** Width of a second face, relative to the first, above which it no longer counts as background. */
  readonly secondFace: number;
}

/**
 * Measured by darkening, blurring, shrinking and covering the fixture faces until the cosine to the clean photo
 * fell below 0.9. Enrolment is stricter because its photos are compared with for years.
 */
const LIMITS: Readonly<Record<Purpose, Limits>> = {
  attendance: {
    eyeDistance: 24,
    darkest: 0.1,
    brightest: 0.92,
    sharpness: 0.1,
    yaw: 40,
    pitch: 32,
    eyeOpenness: 0.2,
    presence: 0.6,
    visible: 0.85,
    covered: 0.75,
    secondFace: 0.6,
  },
  enrolment: {
    eyeDistance: 36,
    darkest: 0.18,
    brightest: 0.86,
    sharpness: 0.16,
    yaw: 35,
    pitch: 28,
    eyeOpenness: 0.4,
    presence: 0.9,
    visible: 0.97,
    covered: 0.5,
    secondFace: 0.4,
  },
};

/** Returns the first quality problem of a face, in the order in which a person can fix them, or null. */
export function faceProblem(measures: FaceMeasures, purpose: Purpose): QualityReason | null {
  const limits = LIMITS[purpose];
  const { pose, eyeOpenness } = measures;
  if (measures.visible < limits.visible) return 'cut_off';
  if (measures.eyeDistance < limits.eyeDistance && Math.abs(pose.yaw) <= limits.yaw) return 'too_small';
  if (measures.brightness < limits.darkest) return 'too_dark';
  if (measures.brightness > limits.brightest) return 'too_bright';
  if (Math.abs(pose.yaw) > limits.yaw || Math.abs(pose.pitch) > limits.pitch) return 'turned_away';
  if (measures.sharpness < limits.sharpness) return 'blurred';
  if (measures.presence < limits.presence || measures.covered > limits.covered) return 'covered';
  // One closed eye is accepted; recognition suffers only when both are closed.
  if (Math.max(eyeOpenness.left, eyeOpenness.right) < limits.eyeOpenness) return 'eyes_closed';
  return null;
}

const ramp = (value: number, from: number, to: number): number =>
  Math.min(Math.max((value - from) / (to - from), 0), 1);

/** Quality of a photo, 0..1: the lowest of its measures. Stored with the template. */
export function qualityScore(measures: FaceMeasures): number {
  const { pose, eyeOpenness } = measures;
  return Math.min(
    ramp(measures.eyeDistance, 10, 60),
    ramp(measures.brightness, 0.05, 0.3),
    ramp(measures.brightness, 0.98, 0.8),
    ramp(measures.sharpness, 0.05, 0.25),
    ramp(Math.abs(pose.yaw), 50, 10),
    ramp(Math.abs(pose.pitch), 45, 12),
    ramp(Math.max(eyeOpenness.left, eyeOpenness.right), 0.1, 0.6),
    ramp(measures.covered, 1, 0.3),
    measures.presence,
  );
}

export type QualityVerdict =
  | { readonly ok: true; readonly face: FaceObservation; readonly quality: number }
  | { readonly ok: false; readonly reason: QualityReason; readonly message: string };

function refused(reason: QualityReason): QualityVerdict {
  return { ok: false, reason, message: QUALITY_MESSAGES[reason] };
}

type SingleFace =
  | { readonly ok: true; readonly face: FaceObservation }
  | { readonly ok: false; readonly reason: 'no_face' | 'several_faces' };

/** Returns the only face near the camera. Smaller faces in the background do not count. */
export function findSingleFace(analysis: ImageAnalysis, purpose: Purpose): SingleFace {
  const [face, second] = analysis.faces;
  if (face === undefined) return { ok: false, reason: 'no_face' };
  if (second !== undefined && second.box.width > LIMITS[purpose].secondFace * face.box.width) {
    return { ok: false, reason: 'several_faces' };
  }
  return { ok: true, face };
}

/** Returns the only face of a camera image with its quality, or why it cannot be used. */
export function checkSingleFace(analysis: ImageAnalysis, purpose: Purpose): QualityVerdict {
  const found = findSingleFace(analysis, purpose);
  if (!found.ok) return refused(found.reason);
  const { face } = found;
  const problem = faceProblem(face.measures, purpose);
  return problem === null ? { ok: true, face, quality: qualityScore(face.measures) } : refused(problem);
}
