import { normalise } from '@rollcall/core/faces/matching/match.rules';
import type { RecogniserManifest } from '../models/recogniser.manifest.ts';
import type { FaceSample } from './align.ts';
import type { FaceNetwork } from './pipeline.ports.ts';

export interface Embedded {
  /** The recogniser's output for the aligned crop, L2-normalised. */
  readonly embedding: Float32Array;
  /** Its length before. Recognisers give short vectors for pictures that show them too little of a face. */
  readonly strength: number;
}

/** The sample as the recogniser wants it: its order of colours, its mean and its scale. */
function inputOf({ planes }: FaceSample, { channelOrder, mean, scale }: RecogniserManifest): Float32Array {
  const input = new Float32Array(planes.length);
  const plane = planes.length / 3;
  const shift = channelOrder === 'rgb' ? 0 : 2 * plane;
  for (let i = 0; i < plane; i++) {
    input[shift + i] = ((planes[i] ?? 0) - mean) * scale;
    input[plane + i] = ((planes[plane + i] ?? 0) - mean) * scale;
    input[2 * plane - shift + i] = ((planes[2 * plane + i] ?? 0) - mean) * scale;
  }
  return input;
}

/** The sample must have the size that the manifest says. */
export async function embedFace(
  network: FaceNetwork,
  manifest: RecogniserManifest,
  sample: FaceSample,
): Promise<Embedded> {
  const { inputSize, embeddingSize } = manifest;
  const [raw] = await network.run(inputOf(sample, manifest), [1, 3, inputSize, inputSize]);
  if (raw?.length !== embeddingSize) {
    throw new Error(`The recogniser gave ${raw?.length ?? 0} numbers; its manifest says ${embeddingSize}.`);
  }
  return { embedding: normalise(raw), strength: Math.hypot(...raw) };
}
