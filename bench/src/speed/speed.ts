import { parseArgs } from 'node:util';
import { cosine } from '@rollcall/core/faces/matching/match.rules';
import { createNodeImageDecoder } from '@rollcall/face/decoding/decode-node';
import { openNodeRuntime } from '@rollcall/face/engine/runtime-node';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { createFaceAnalyser, createFileAnalyser } from '@rollcall/face/pipeline/analyse';
import { openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE } from '@rollcall/face/testing/people.fixtures';
import sharp from 'sharp';
import { fromRoot, saveResult } from '../shared/results.ts';
import {
  measureRecogniser,
  openOtherRecognisers,
  type PhotoOfPerson,
  type Recogniser,
} from './compare-recognisers.ts';
import { timeSessionOptions } from './session-options.ts';
import { timeBatches, timeEngine, timeGallery, timeStages } from './time-engine.ts';

/** `npm run bench:speed [-- --ours]`: a recognition, its steps, and two other libraries beside it; with `--ours` without them. */
const { values } = parseArgs({ options: { ours: { type: 'boolean', default: false } } });
const FRANCK = ['01829', '02045', '02159', '02221', '02683', '02888', '03909', '04000', '04035', '04117'];

const people = await openFixtures('people');
const franck = await openFixtures('franck');
const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
// A camera frame as a phone or laptop sends it: 1280 x 960.
const still = franck('examples/media/franck_01829.jpg');
const frame = new Uint8Array(
  await sharp(still).resize(1280, 960, { fit: 'cover' }).jpeg({ quality: 88 }).toBuffer(),
);

// Measured first, so that the memory is the engine's own.
const engine = [await timeEngine(models, frame, 1), await timeEngine(models, frame, 2)];
console.log(JSON.stringify(engine, null, 2));
const stages = {
  threads_1: await timeStages(models, frame, 1),
  threads_2: await timeStages(models, frame, 2),
};
console.log('steps, one thread inside a network');
console.table(stages.threads_1);
console.log('steps, two threads inside a network');
console.table(stages.threads_2);
const batches = await timeBatches(models);
console.log('recogniser, several faces in one run');
console.table(batches);
const options = await timeSessionOptions(models);
console.log('recogniser, by the options of the runtime');
console.table(options);
const gallery = await timeGallery(100_000, models.manifest.embeddingSize);
console.log('gallery', gallery);

const photos: PhotoOfPerson[] = [
  ...FIXTURE_PEOPLE.flatMap(({ id, enrol, probes }) =>
    [...enrol, ...probes].map((path) => ({ person: id, file: people(path) })),
  ),
  ...FRANCK.map((id) => ({ person: 'franck', file: franck(`examples/media/franck_${id}.jpg`) })),
];
const runtime = await openNodeRuntime(models, 1);
const pipeline = createFileAnalyser({
  decoder: createNodeImageDecoder(),
  analyser: createFaceAnalyser({ runtime, manifest: models.manifest }),
});
const ours: Recogniser = {
  name: 'Rollcall (ONNX Runtime, one thread)',
  embed: async (file) => {
    const { faces } = await pipeline.analyse(file, { scene: 'one', embed: true, liveness: false });
    return faces[0]?.embedding ?? null;
  },
  similarity: (one, other) => cosine(Float32Array.from(one), Float32Array.from(other)),
};
const sideBySide = [];
for (const recogniser of [ours, ...(values.ours ? [] : await openOtherRecognisers())])
  sideBySide.push(await measureRecogniser(recogniser, photos));
console.table(sideBySide);
const [first, ...others] = sideBySide;
const fastest = Math.min(...others.map((other) => other.mean_ms_per_photo));
await saveResult('speed', {
  frame: '1280 x 960 JPEG, one face',
  steps: stages,
  batches,
  session_options: options,
  engine,
  gallery,
  side_by_side: sideBySide,
  ...(others.length > 0
    ? { times_as_fast_as_the_faster_rival: Number((fastest / (first?.mean_ms_per_photo ?? 1)).toFixed(1)) }
    : {}),
});
await runtime.close();
process.exit(0);
