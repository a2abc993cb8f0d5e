import type { FaceMeasures, FaceObservation, ImageAnalysis, QualityReason } from './face.types.ts';

/** What a person can do about it. Plain words: this is shown at the camera. */
export const QUALITY_MESSAGES: Readonly<Record<QualityReason, string>> = {
  no_face: 'No face found. Look at the camera and make sure your whole face is in the picture.',
  several_faces: 'More than one face in the picture. Please stand alone in front of the camera.',
  too_small: 'Your face is too far away. Come closer to the camera.',
  too_dark: 'It is too dark. Turn on a light or face a window.',
  too_bright: 'It is too bright. Turn away from the strong light.',
  blurred: 'The picture is blurred. Hold still, and wipe the lens if it stays so.',
  turned_away: 'Your head is turned away. Look straight at the camera.',
  eyes_closed: 'Your eyes are closed. Open them and look at the camera.',
  covered: 'Something covers your face. Take off the mask, dark glasses or scarf.',
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
  /** A second face this wide, against the first, is not just somebody in the background. */
  readonly secondFace: number;
}

/**
 * Found by darkening, blurring, shrinking and covering the fixture faces until recognition suffered (cosine to
 * the clean photo below 0.9). An enrolment photo is compared with for years, so it must be better.
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

/** The first thing wrong with a face, in the order in which a person can put it right; null when it will do. */
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
  // One eye may wink or be squinted at; both shut is what loses the face.
  if (Math.max(eyeOpenness.left, eyeOpenness.right) < limits.eyeOpenness) return 'eyes_closed';
  return null;
}

const ramp = (value: number, from: number, to: number): number =>
  Math.min(Math.max((value - from) / (to - from), 0), 1);

/** One number for "how good a photo is this", 0..1: the weakest of its sides decides. Kept with a template. */
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

type Solitude =
  | { readonly ok: true; readonly face: FaceObservation }
  | { readonly ok: false; readonly reason: 'no_face' | 'several_faces' };

/** Somebody is there, and nobody else near enough to be meant. */
export function judgeSolitude(analysis: ImageAnalysis, purpose: Purpose): Solitude {
  const [face, second] = analysis.faces;
  if (face === undefined) return { ok: false, reason: 'no_face' };
  if (second !== undefined && second.box.width > LIMITS[purpose].secondFace * face.box.width) {
    return { ok: false, reason: 'several_faces' };
  }
  return { ok: true, face };
}

/** The one face of a person at a camera, or why there is none to use. */
export function judgeSingleFace(analysis: ImageAnalysis, purpose: Purpose): QualityVerdict {
  const alone = judgeSolitude(analysis, purpose);
  if (!alone.ok) return refused(alone.reason);
  const { face } = alone;
  const problem = faceProblem(face.measures, purpose);
  return problem === null ? { ok: true, face, quality: qualityScore(face.measures) } : refused(problem);
}
