import type { FaceMeasures, FaceObservation, ImageAnalysis, QualityReason } from './face.types.ts';

/** Messages shown at the camera: what is wrong and what to do about it. */
export const QUALITY_MESSAGES: Readonly<Record<QualityReason, string>> = {
  no_face: 'No face found. Look at the camera, with your whole face in the picture.',
  several_faces: 'More than one face in the picture. Please stand alone in front of the camera.',
  too_small: 'Your face is too far away. Come closer to the camera.',
  too_dark: 'It is too dark. Turn on a light or face a window.',
  too_bright: 'It is too bright. Turn away from the light.',
  backlit: 'The light is behind you. Turn so that it falls on your face.',
  blurred: 'The picture is blurred. Hold still. If that does not help, wipe the lens.',
  tilted: 'The picture is on its side or upside down. Hold the camera or your head upright.',
  turned_away: 'Your head is turned away. Look straight at the camera.',
  eyes_closed: 'Your eyes are closed. Open them and look at the camera.',
  covered: 'Something covers your face. Take off your mask, sunglasses or scarf.',
  cut_off: 'Part of your face is outside the picture. Move to the middle.',
  unclear: 'The picture is too poor to recognize anyone. Use better light, hold still and clean the lens.',
};

/** `group`: a face among others in a class photo. */
export type Purpose = 'attendance' | 'enrolment' | 'group';

interface Limits {
  readonly eyeDistance: number;
  readonly darkest: number;
  readonly brightest: number;
  /** Surroundings that much brighter than the face hide it, if the face is darker than `shade`. */
  readonly glare: number;
  readonly shade: number;
  readonly sharpness: number;
  /** Detail beyond this is noise. */
  readonly grain: number;
  readonly evenness: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  readonly eyeOpenness: number;
  readonly presence: number;
  readonly visible: number;
  readonly covered: number;
  readonly strength: number;
  /** Width of a second face, relative to the first, above which it no longer counts as background. */
  readonly secondFace: number;
}

/**
 * Measured by darkening, blurring, shrinking and covering faces until the cosine to the clean photo fell below 0.9;
 * evenness and strength on faces that were smeared, turned upside down, inverted, covered with grain and crushed.
 * Enrolment is stricter because its photos are compared with for years. The strength of clear photos differs between
 * groups of people: a limit of 0.79 would have refused 23 % of the Asian women of UTKFace and 4 % of the white men, this
 * one nobody of either.
 */
const ATTENDANCE: Limits = {
  eyeDistance: 24,
  darkest: 0.1,
  brightest: 0.92,
  glare: 0.3,
  shade: 0.16,
  sharpness: 0.1,
  grain: 1.1,
  evenness: 0.44,
  yaw: 40,
  pitch: 32,
  roll: 180,
  eyeOpenness: 0.2,
  presence: 0.6,
  visible: 0.85,
  covered: 0.75,
  strength: 0.6,
  secondFace: 0.6,
};

const LIMITS: Readonly<Record<Purpose, Limits>> = {
  attendance: ATTENDANCE,
  // The back row is small; its vectors say whether that is too little. In a group somebody is usually blinking.
  group: { ...ATTENDANCE, eyeDistance: 11, eyeOpenness: 0 },
  enrolment: {
    eyeDistance: 36,
    darkest: 0.18,
    brightest: 0.86,
    glare: 0.3,
    shade: 0.22,
    sharpness: 0.16,
    grain: 0.95,
    evenness: 0.58,
    yaw: 35,
    pitch: 28,
    roll: 60,
    eyeOpenness: 0.4,
    presence: 0.9,
    visible: 0.97,
    covered: 0.5,
    strength: 0.65,
    secondFace: 0.4,
  },
};

/** Returns the first quality problem of a face, in the order in which a person can fix them, or null. */
export function faceProblem(measures: FaceMeasures, purpose: Purpose): QualityReason | null {
  const limits = LIMITS[purpose];
  const { pose, eyeOpenness } = measures;
  if (measures.visible < limits.visible) return 'cut_off';
  if (measures.eyeDistance < limits.eyeDistance && Math.abs(pose.yaw) <= limits.yaw) return 'too_small';
  const isShaded = measures.brightness < limits.shade;
  if (isShaded && measures.around - measures.brightness > limits.glare) return 'backlit';
  if (measures.brightness < limits.darkest) return 'too_dark';
  if (measures.brightness > limits.brightest) return 'too_bright';
  if (Math.abs(pose.roll) > limits.roll || measures.isTurnedOver) return 'tilted';
  if (Math.abs(pose.yaw) > limits.yaw || Math.abs(pose.pitch) > limits.pitch) return 'turned_away';
  if (measures.sharpness < limits.sharpness || measures.evenness < limits.evenness) return 'blurred';
  if (measures.sharpness > limits.grain) return 'unclear';
  if (measures.presence < limits.presence || measures.covered > limits.covered) return 'covered';
  // One closed eye is accepted; recognition suffers only when both are closed.
  if (Math.max(eyeOpenness.left, eyeOpenness.right) < limits.eyeOpenness) return 'eyes_closed';
  if (measures.strength !== null && measures.strength < limits.strength) return 'unclear';
  return null;
}

const ramp = (value: number, from: number, to: number): number =>
  Math.min(Math.max((value - from) / (to - from), 0), 1);

/** How good each aspect of a photo is, 0..1, and what is wrong where it is low. */
const aspectsOf = (measures: FaceMeasures): readonly (readonly [QualityReason, number])[] => {
  const { pose, eyeOpenness, strength } = measures;
  return [
    ['too_small', ramp(measures.eyeDistance, 10, 60)],
    ['too_dark', ramp(measures.brightness, 0.05, 0.3)],
    ['too_bright', ramp(measures.brightness, 0.98, 0.8)],
    ['blurred', ramp(measures.sharpness, 0.05, 0.25)],
    ['turned_away', Math.min(ramp(Math.abs(pose.yaw), 50, 10), ramp(Math.abs(pose.pitch), 45, 12))],
    ['eyes_closed', ramp(Math.max(eyeOpenness.left, eyeOpenness.right), 0.1, 0.6)],
    ['covered', Math.min(ramp(measures.covered, 1, 0.3), measures.presence)],
    ['unclear', strength === null ? 1 : ramp(strength, 0.5, 0.8)],
  ];
};

/** Quality of a photo, 0..1: the lowest of its aspects. Stored with the template. */
export const qualityScore = (measures: FaceMeasures): number =>
  Math.min(...aspectsOf(measures).map(([, value]) => value));

/** Below this an aspect may be why a face was not recognised. */
const DOUBTFUL = 0.6;

/** What may be wrong with a picture that is good enough to be compared; null where nothing stands out. */
export function doubtfulAspect(measures: FaceMeasures): QualityReason | null {
  const [lowest] = aspectsOf(measures).toSorted(([, one], [, other]) => one - other);
  return lowest && lowest[1] < DOUBTFUL ? lowest[0] : null;
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
