/** Pixels of the upright image (EXIF already applied), origin top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Degrees. Positive yaw: the person turned to their own left. Positive pitch: chin up. Positive roll: own left ear lower. */
export interface HeadPose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/** Measurements of one face; `face-quality.rules.ts` evaluates them. */
export interface FaceMeasures {
  /** Distance between the pupils in pixels of the upright image. */
  readonly eyeDistance: number;
  /** Mean luminance of the face, 0..1. */
  readonly brightness: number;
  /** Standard deviation of the luminance of the face, 0..1. */
  readonly contrast: number;
  /** Sharpness of the aligned crop, comparable between cameras; higher is sharper. */
  readonly sharpness: number;
  /** Detail of the poorest direction relative to the one across it, 0..1; low when a movement smeared the picture. */
  readonly evenness: number;
  /** Mean luminance of what surrounds the face, 0..1. */
  readonly around: number;
  /**
   * Length of the recogniser's vector relative to the usual one of clear photos: low when it saw too little of a face.
   * Null when the face was not embedded or the recogniser says nothing by it.
   */
  readonly strength: number | null;
  /** The recogniser saw more of a face with the picture turned upside down, or with light and dark exchanged. */
  readonly isTurnedOver?: boolean;
  readonly pose: HeadPose;
  /** 0 closed .. 1 wide open, per eye (the person's own left and right). */
  readonly eyeOpenness: { readonly left: number; readonly right: number };
  /** Confidence of the mesh that it sees a whole face, 0..1. */
  readonly presence: number;
  /** Part of the face box that lies inside the image, 0..1. */
  readonly visible: number;
  /** Confidence that something flat (a mask, dark glasses) covers the eyes or the lower face, 0..1. */
  readonly covered: number;
}

export interface FaceObservation {
  readonly box: Box;
  readonly detectionScore: number;
  /** Right eye, left eye, nose tip, right mouth corner, left mouth corner (the person's own sides). */
  readonly points: readonly [Point, Point, Point, Point, Point];
  /**
   * Mesh points on the rigid parts of the face, always in the same order. They tell a turned head from a moved
   * picture. Required by a challenge; absent only in test observations.
   */
  readonly outline?: readonly Point[];
  readonly measures: FaceMeasures;
  /**
   * Perceptual hash of the aligned face, 256 bits: nearly the same for the same picture, however it was cropped, scaled
   * or compressed again. Empty in test observations.
   */
  readonly imprint: Uint8Array;
  /** The imprint that the picture would have in a mirror. */
  readonly mirroredImprint: Uint8Array;
  /** Luminance around the head in a coarse grid (`surroundings.rules.ts`); present when liveness was asked for. */
  readonly surroundings?: Uint8Array;
  /** L2-normalised; present when the caller asked to embed. Secret: never leaves the process unencrypted. */
  readonly embedding: Float32Array | null;
  /** Passive liveness 0 (a picture or screen) .. 1 (a live person); present when asked for. */
  readonly liveness: number | null;
}

export interface ImageAnalysis {
  readonly width: number;
  readonly height: number;
  /** Largest face first. */
  readonly faces: readonly FaceObservation[];
}

export const QUALITY_REASONS = [
  'no_face',
  'several_faces',
  'too_small',
  'too_dark',
  'too_bright',
  'backlit',
  'blurred',
  'tilted',
  'turned_away',
  'eyes_closed',
  'covered',
  'cut_off',
  'unclear',
] as const;
export type QualityReason = (typeof QUALITY_REASONS)[number];

/** What an active challenge asks the person to do, in the order asked. */
export const CHALLENGE_STEPS = ['turn_left', 'turn_right', 'nod', 'nearer', 'blink'] as const;
export type ChallengeStep = (typeof CHALLENGE_STEPS)[number];

export type LivenessPolicy = 'off' | 'step-up' | 'always';

/** Whose faces an institution compares, as it says itself. Nobody's age is ever computed. */
export const AGE_BANDS = ['adults', 'from_12', 'under_12'] as const;
export type AgeBand = (typeof AGE_BANDS)[number];

export interface FaceTemplate {
  readonly modelId: string;
  readonly embedding: Float32Array;
  readonly quality: number;
}
