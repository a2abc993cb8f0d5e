import type { FaceTemplate, ImageAnalysis } from './face.types.ts';

export interface AnalyseOptions {
  /** `one`: a person at a camera. `many`: a group picture, searched in tiles so that the back row is found. */
  readonly scene: 'one' | 'many';
  readonly embed: boolean;
  readonly liveness: boolean;
}

/** Why an image could not be read at all. Anything about the face itself is a value, not an error. */
export type ImageProblem =
  | 'not_an_image'
  | 'unsupported_type'
  | 'damaged'
  | 'too_many_bytes'
  | 'too_many_pixels'
  | 'too_small';

export class ImageError extends Error {
  constructor(
    readonly problem: ImageProblem,
    message: string,
  ) {
    super(message);
    this.name = 'ImageError';
  }
}

/** The queue in front of the engine is full, or the request waited too long. */
export class EngineBusyError extends Error {
  constructor(readonly retryAfterSeconds: number) {
    super('The face engine is busy.');
    this.name = 'EngineBusyError';
  }
}

/**
 * What the recogniser in use was measured to need. Comes with the model's manifest,
 * because a threshold means nothing without the model it was measured on.
 */
export interface RecogniserProfile {
  readonly modelId: string;
  readonly embeddingSize: number;
  /** Cosine at or above which a 1:1 claim is accepted. */
  readonly verifyThreshold: number;
  /** Cosine at or above which a 1:N match is accepted, together with the margin. */
  readonly identifyThreshold: number;
  /** How far the best person must be ahead of the second best. */
  readonly identifyMargin: number;
  /** Cosine at or above which a new face counts as already enrolled under another id. */
  readonly duplicateThreshold: number;
  /** Cosine below which two enrolment photos are not of the same person. */
  readonly agreeThreshold: number;
  /** Passive liveness at or above which a face counts as live, and below which as a picture; unsure between. */
  readonly liveAbove: number;
  readonly spoofBelow: number;
}

export interface FaceEngine {
  readonly profile: RecogniserProfile;
  analyse(image: Uint8Array, options: AnalyseOptions): Promise<ImageAnalysis>;
  close(): Promise<void>;
}

export interface GalleryMatch {
  readonly personId: string;
  /** Cosine of the person's nearest template. */
  readonly score: number;
}

/** Everybody's templates in memory, for 1:N search. Templates of different models are never compared. */
export interface FaceGallery {
  /** Replaces whatever was known of this person. */
  set(personId: string, templates: readonly FaceTemplate[]): void;
  remove(personId: string): void;
  clear(): void;
  /** The nearest people, best first, one entry per person; everybody, or only the people of a roster. */
  search(
    probe: Pick<FaceTemplate, 'modelId' | 'embedding'>,
    options?: { readonly among?: Iterable<string>; readonly limit?: number },
  ): GalleryMatch[];
  /** How near this face is to one person; null when the person has no template of this model. */
  scoreOf(personId: string, probe: Pick<FaceTemplate, 'modelId' | 'embedding'>): number | null;
  /** People with templates, but none of this model: they must enrol again. */
  outdated(modelId: string): string[];
  count(): { readonly people: number; readonly templates: number };
}

export interface MasterKey {
  /** Says which key it is without saying what it is. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** The institution's master keys: the one in use, and older ones while a rotation is under way. */
export interface MasterKeys {
  current(): MasterKey;
  byId(id: string): MasterKey | null;
}
