import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cosine, normalise } from '@rollcall/core/faces/matching/match.rules';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { openNodeRuntime } from '@rollcall/face/engine/runtime-node';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { alignedCrop } from '@rollcall/face/pipeline/align';
import { createPyramid, samplePixels } from '@rollcall/face/pipeline/pixels';
import { centralFace, personOf, readPairs } from '../accuracy/lfw-images.ts';
import { acceptedAbove, crossValidated, thresholdAt } from '../accuracy/statistics.ts';
import { decode } from '../attack/pictures.ts';
import { fromRoot, saveResult } from '../shared/results.ts';

/**
 * `npm run bench:recognisers -- --images DIR --pairs FILE --model ONNX [--mean 0.485,0.456,0.406 --deviation 0.229,0.224,0.225]`:
 * another recogniser on the same aligned faces as ours, and both together. It takes red, green and blue of 112 pixels.
 */
const { values } = parseArgs({
  options: {
    images: { type: 'string' },
    pairs: { type: 'string' },
    model: { type: 'string' },
    mean: { type: 'string', default: '0.5,0.5,0.5' },
    deviation: { type: 'string', default: '0.5,0.5,0.5' },
  },
});
const { images: folder, pairs: pairsFile, model: modelFile } = values;
if (!folder || !pairsFile || !modelFile) throw new Error('Name --images, --pairs and --model.');
const channels = (text: string): number[] => text.split(',').map(Number);
const [means, deviations] = [channels(values.mean), channels(values.deviation)];
const SIZE = 112;

const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const { manifest: _, ...files } = models;
const runtime = await openNodeRuntime({ ...files, recogniser: modelFile }, 1);

/** The other network's numbers for the aligned face. */
async function embedOther(
  file: Uint8Array,
  points: Parameters<typeof alignedCrop>[0],
): Promise<Float32Array> {
  const image = createPyramid({ ...(await decode(file)), channels: 3 });
  const input = samplePixels(image, alignedCrop(points, SIZE), {
    width: SIZE,
    height: SIZE,
    border: 'black',
    detail: 'fine',
    order: 'rgb',
    mean: 0,
    scale: 1 / 255,
  });
  const plane = SIZE * SIZE;
  const scaled = input.map((value, at) => {
    const channel = Math.floor(at / plane);
    return (value - (means[channel] ?? 0)) / (deviations[channel] ?? 1);
  });
  const [numbers] = await runtime.recogniser.run(scaled, [1, 3, SIZE, SIZE]);
  if (!numbers) throw new Error('The other network gave no numbers.');
  return normalise(numbers);
}

const pairs = await readPairs(pairsFile);
const names = [...new Set(pairs.flatMap(({ one, other: second }) => [one, second]))].sort();
const engine = await createNodeFaceEngine({ models, threads: 2 });
const seen = new Map<string, { readonly own: Float32Array; readonly other: Float32Array } | null>();
for (const name of names) {
  const file = await readFile(join(folder, name));
  const face = centralFace(await engine.analyse(file, { scene: 'one', embed: true, liveness: false }));
  seen.set(
    name,
    face?.embedding ? { own: face.embedding, other: await embedOther(file, face.points) } : null,
  );
  if (seen.size % 500 === 0) console.log(`${seen.size} of ${names.length} images`);
}
await engine.close();
await runtime.close();

type Scores = (one: string, second: string) => number;
/** An image without a face cannot be matched. */
const scored =
  (
    score: (
      a: NonNullable<ReturnType<typeof seen.get>>,
      b: NonNullable<ReturnType<typeof seen.get>>,
    ) => number,
  ): Scores =>
  (one, second) => {
    const [a, b] = [seen.get(one), seen.get(second)];
    return a && b ? score(a, b) : -1;
  };
const recognisers: Record<string, Scores> = {
  ours: scored((a, b) => cosine(a.own, b.own)),
  other: scored((a, b) => cosine(a.other, b.other)),
  both: scored((a, b) => (cosine(a.own, b.own) + cosine(a.other, b.other)) / 2),
};

const round = (value: number) => Number(value.toFixed(4));
const found = names.filter((name) => seen.get(name));
function measure(score: Scores) {
  const labelled = pairs.map(({ one, other: second, same, fold }) => ({
    score: score(one, second),
    same,
    fold,
  }));
  const { accuracy } = crossValidated(labelled);
  const impostors: number[] = [];
  for (const [at, one] of found.entries())
    for (const second of found.slice(at + 1))
      if (personOf(one) !== personOf(second)) impostors.push(score(one, second));
  const sorted = Float32Array.from(impostors).sort();
  const genuine = labelled.filter(({ same }) => same).map((entry) => entry.score);
  const missed = (rate: number) => {
    const { value, low, high } = acceptedAbove(genuine, thresholdAt(sorted, rate));
    return { misses: round(1 - value), ci95: [round(1 - high), round(1 - low)] };
  };
  return {
    accuracy: round(accuracy.value),
    accuracy_ci95: [round(accuracy.low), round(accuracy.high)],
    at_1_in_1000: missed(1e-3),
    at_1_in_10000: missed(1e-4),
  };
}
const measured = Object.fromEntries(
  Object.entries(recognisers).map(([name, score]) => [name, measure(score)]),
);
await saveResult('recognisers', {
  what: 'one other recogniser on the same aligned faces, and the mean of both scores',
  other: basename(modelFile),
  images: names.length,
  pairs: pairs.length,
  recognisers: measured,
});
