import type { RecogniserProfile } from '@rollcall/core/faces/face.ports';

/**
 * Describes a recogniser to the pipeline. An institution with its own model provides this as JSON; nothing else in
 * the code names a particular model.
 */
export interface RecogniserManifest {
  /** Stored with every template. Must change whenever something changes the embedding. */
  readonly modelId: string;
  /** The ONNX file, beside the manifest. */
  readonly file: string;
  readonly sha256: string;
  /** Side of the square aligned crop. The 5-point template is scaled from 112. */
  readonly inputSize: number;
  readonly channelOrder: 'rgb' | 'bgr';
  /** Network input = (pixel - mean) * scale, pixel in 0..255. */
  readonly mean: number;
  readonly scale: number;
  readonly embeddingSize: number;
  /** Median length of the network's output for clear photos of faces; null where the length tells nothing. */
  readonly usualLength: number | null;
  /** Standard deviation of the scores of different people; null where it was not measured. */
  readonly usualSpread: number | null;
  readonly thresholds: RecogniserThresholds;
}

export type RecogniserThresholds = Pick<
  RecogniserProfile,
  | 'verifyThreshold'
  | 'verifyThresholdFrom12'
  | 'verifyThresholdUnder12'
  | 'identifyThreshold'
  | 'identifyMargin'
  | 'agreeThreshold'
>;

/** MODELS.md explains where the thresholds come from; bench/results/fairness.json says what each costs. */
export const SFACE_MANIFEST: RecogniserManifest = {
  modelId: 'sface-2021dec-rgb-mesh5-v1',
  file: 'recogniser-sface-2021dec.onnx',
  sha256: '264ae47d6db29bd6eb726764d8aa8ca9ed2e18104fb055b13524d4a9f519a042',
  inputSize: 112,
  channelOrder: 'rgb',
  mean: 0,
  scale: 1,
  embeddingSize: 128,
  usualLength: 12.6,
  usualSpread: 0.087,
  thresholds: {
    verifyThreshold: 0.48,
    verifyThresholdFrom12: 0.52,
    verifyThresholdUnder12: 0.57,
    identifyThreshold: 0.53,
    identifyMargin: 0.073,
    agreeThreshold: 0.373,
  },
};

/** Cut-offs of the passive liveness model, which do not depend on the recogniser. */
export const LIVENESS_CUTOFFS = { liveAbove: 0.8, spoofBelow: 0.3, movingSpoofBelow: 0.1 };

export function profileOf(manifest: RecogniserManifest): RecogniserProfile {
  const { modelId, embeddingSize, usualSpread, thresholds } = manifest;
  return { modelId, embeddingSize, usualSpread, ...thresholds, ...LIVENESS_CUTOFFS };
}

function field(source: object, name: string): unknown {
  return Object.entries(source).find(([key]) => key === name)?.[1];
}

function text(source: object, name: string, pattern: RegExp): string {
  const value = field(source, name);
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new Error(`"${name}" must be text of the form ${pattern.source}.`);
}

function number(source: object, name: string, from: number, to: number): number {
  const value = field(source, name);
  if (typeof value === 'number' && value >= from && value <= to) return value;
  throw new Error(`"${name}" must be a number between ${from} and ${to}.`);
}

/** Validates a manifest; throws an Error that names the invalid field. */
export function parseRecogniserManifest(source: unknown): RecogniserManifest {
  if (typeof source !== 'object' || source === null) throw new Error('A recogniser manifest is an object.');
  const thresholds = field(source, 'thresholds');
  if (typeof thresholds !== 'object' || thresholds === null)
    throw new Error('"thresholds" must be an object.');
  const cosine = (name: keyof RecogniserThresholds, otherwise = name) =>
    number(thresholds, field(thresholds, name) === undefined ? otherwise : name, 0, 1);
  const optional = (name: string, to: number) =>
    (field(source, name) ?? null) === null ? null : number(source, name, 1e-6, to);
  return {
    modelId: text(source, 'modelId', /^[a-z0-9][a-z0-9._-]{2,63}$/),
    // A plain file name: a manifest must not point outside its folder.
    file: text(source, 'file', /^[\w.-]+\.onnx$/),
    sha256: text(source, 'sha256', /^[0-9a-f]{64}$/),
    inputSize: number(source, 'inputSize', 32, 512),
    channelOrder: text(source, 'channelOrder', /^(rgb|bgr)$/) === 'bgr' ? 'bgr' : 'rgb',
    mean: number(source, 'mean', 0, 255),
    scale: number(source, 'scale', 1e-6, 10),
    embeddingSize: number(source, 'embeddingSize', 16, 4096),
    usualLength: optional('usualLength', 1e6),
    usualSpread: optional('usualSpread', 1),
    thresholds: {
      verifyThreshold: cosine('verifyThreshold'),
      verifyThresholdFrom12: cosine('verifyThresholdFrom12', 'verifyThreshold'),
      verifyThresholdUnder12: cosine('verifyThresholdUnder12', 'verifyThreshold'),
      identifyThreshold: cosine('identifyThreshold'),
      identifyMargin: cosine('identifyMargin'),
      agreeThreshold: cosine('agreeThreshold'),
    },
  };
}
