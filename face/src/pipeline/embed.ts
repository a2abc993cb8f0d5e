import { normalise } from '@rollcall/core/faces/matching/match.rules';
import type { RecogniserManifest } from '../models/recogniser.manifest.ts';
import type { Affine } from './affine.ts';
import type { FaceNetwork } from './pipeline.ports.ts';
import { type Pyramid, samplePixels } from './pixels.ts';

export interface Embedded {
  /** The recogniser's output for the aligned crop, L2-normalised. */
  readonly embedding: Float32Array;
  /** Its length before. Recognisers give short vectors for pictures that show them too little of a face. */
  readonly strength: number;
}

export async function embedFace(
  network: FaceNetwork,
  manifest: RecogniserManifest,
  image: Pyramid,
  crop: Affine,
): Promise<Embedded> {
  const { inputSize, channelOrder, mean, scale, embeddingSize } = manifest;
  const input = samplePixels(image, crop, {
    width: inputSize,
    height: inputSize,
    border: 'black',
    detail: 'fine',
    order: channelOrder,
    mean,
    scale,
  });
  const [raw] = await network.run(input, [1, 3, inputSize, inputSize]);
  if (raw?.length !== embeddingSize) {
    throw new Error(`The recogniser gave ${raw?.length ?? 0} numbers; its manifest says ${embeddingSize}.`);
  }
  return { embedding: normalise(raw), strength: Math.hypot(...raw) };
}
