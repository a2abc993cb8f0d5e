import { normalise } from '@rollcall/core/faces/embedding.rules';
import type { Affine } from './affine.ts';
import { samplePixels } from './pixels.ts';
import type { Pyramid } from './pyramid.ts';
import type { RecogniserManifest } from './recogniser.manifest.ts';
import type { OnnxSession } from './runtime.port.ts';

/** The face as numbers: what two photos of one person have in common. */
export async function embedFace(
  session: OnnxSession,
  manifest: RecogniserManifest,
  image: Pyramid,
  crop: Affine,
): Promise<Float32Array> {
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
  const [raw] = await session.run(input, [1, 3, inputSize, inputSize]);
  if (raw?.length !== embeddingSize) {
    throw new Error(`The recogniser gave ${raw?.length ?? 0} numbers; its manifest says ${embeddingSize}.`);
  }
  return normalise(raw);
}
