import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalise } from '@rollcall/core/faces/matching/match.rules';
import { createNodeImageDecoder } from '@rollcall/face/decoding/decode-node';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { openNodeRuntime } from '@rollcall/face/engine/runtime-node';
import { createGallery } from '@rollcall/face/gallery/gallery';
import { createProtoWriter, readProtoFields, textField } from '@rollcall/face/models/convert/protobuf';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { alignmentPoints, facePlanes, sampleFace } from '@rollcall/face/pipeline/align';
import { createFaceAnalyser, createFileAnalyser } from '@rollcall/face/pipeline/analyse';
import { detectFaces, searchRounds } from '@rollcall/face/pipeline/detect';
import { embedFace } from '@rollcall/face/pipeline/embed';
import { livenessScore } from '@rollcall/face/pipeline/liveness';
import { fitMesh } from '@rollcall/face/pipeline/mesh';
import { eyeOpenness } from '@rollcall/face/pipeline/mesh-measures';
import { createPyramid } from '@rollcall/face/pipeline/pixels';
import { measureLight } from '@rollcall/face/pipeline/quality';
import { summarise, type Timing, timeRuns } from '../shared/timing.ts';

const REQUESTS = 80;
const OPTIONS = { scene: 'one', embed: true, liveness: true } as const;

/** Times the engine as the server runs it: worker threads, with two more requests pending than there are threads. */
export async function timeEngine(models: ModelFiles, photo: Uint8Array, threads: number) {
  const engine = await createNodeFaceEngine({ models, threads });
  for (let i = 0; i < 4 * threads; i++) await engine.analyse(photo, OPTIONS);
  const alone = await timeRuns(20, () => engine.analyse(photo, OPTIONS));
  const taken: number[] = [];
  let left = REQUESTS;
  const client = async () => {
    while (left-- > 0) {
      const started = performance.now();
      await engine.analyse(photo, OPTIONS);
      taken.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: threads + 2 }, client));
  const seconds = (performance.now() - started) / 1000;
  const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
  await engine.close();
  return {
    worker_threads: threads,
    one_at_a_time: alone,
    under_load: summarise(taken),
    requests_per_second: Number((REQUESTS / seconds).toFixed(1)),
    rss_mb: rss,
  };
}

/** Times an exact search of the whole gallery on one core. */
export async function timeGallery(templates: number, size: number) {
  const gallery = createGallery();
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const embedding = () => normalise(Float32Array.from({ length: size }, random));
  for (let i = 0; i < templates; i++) {
    gallery.set(`p${i}`, [{ modelId: 'bench', embedding: embedding(), quality: 1 }]);
  }
  const probe = embedding();
  return {
    templates,
    numbers_each: size,
    ...(await timeRuns(60, () => gallery.search({ modelId: 'bench', embedding: probe }))),
  };
}

const RUNS = 40;

/** Times each step of the pipeline, then a whole analysis; `threads` is per network. */
export async function timeStages(
  models: ModelFiles,
  photo: Uint8Array,
  threads: number,
): Promise<Record<string, Timing>> {
  const runtime = await openNodeRuntime(models, threads);
  const decoder = createNodeImageDecoder();
  const { pixels } = await decoder.decode(photo, 1600);
  const image = createPyramid(pixels);
  const [windows = []] = searchRounds(image.width, image.height, 'one');
  const [face] = await detectFaces(runtime.detector, image, windows);
  if (face === undefined) throw new Error('No face was found in the benchmark photo.');
  const mesh = await fitMesh(runtime.mesh, image, face);
  const points = alignmentPoints(mesh);
  const sample = sampleFace(image, points, models.manifest.inputSize);
  const whole = createFileAnalyser({
    decoder,
    analyser: createFaceAnalyser({ runtime, manifest: models.manifest }),
  });
  const options = { scene: 'one', embed: true, liveness: true } as const;
  const timings = {
    decode: await timeRuns(RUNS, () => decoder.decode(photo, 1600)),
    // A new pyramid each time: computing its smaller levels is part of the detection.
    detect: await timeRuns(RUNS, () => detectFaces(runtime.detector, createPyramid(pixels), windows)),
    mesh: await timeRuns(RUNS, () => fitMesh(runtime.mesh, image, face)),
    eyes: await timeRuns(RUNS, () => eyeOpenness(runtime.blendshapes, mesh)),
    quality: await timeRuns(RUNS, () => measureLight(facePlanes(sample))),
    sample: await timeRuns(RUNS, () => sampleFace(image, points, models.manifest.inputSize)),
    embed: await timeRuns(RUNS, () => embedFace(runtime.recogniser, models.manifest, sample)),
    liveness: await timeRuns(RUNS, () => livenessScore(runtime.antiSpoof, image, face)),
    whole_request: await timeRuns(RUNS, () => whole.analyse(photo, options)),
  };
  await runtime.close();
  return timings;
}

const GRAPH = 7;
const INPUT = 11;
const OUTPUT = 12;

/** Rewrites the recogniser's input and output shapes for another number of faces per run. */
function withBatch(file: Uint8Array, batch: number, size: number, numbers: number): Uint8Array {
  const out = createProtoWriter();
  for (const part of readProtoFields(file)) {
    if (part.field !== GRAPH) {
      out.raw(part.raw);
      continue;
    }
    out.message(GRAPH, (graph) => {
      for (const field of readProtoFields(part.content)) {
        if (field.field !== INPUT && field.field !== OUTPUT) {
          graph.raw(field.raw);
          continue;
        }
        const shape = field.field === INPUT ? [batch, 3, size, size] : [batch, numbers];
        graph.message(field.field, (value) => {
          value.text(1, textField(readProtoFields(field.content), 1));
          value.message(2, (type) =>
            type.message(1, (tensor) => {
              tensor.int(1, 1);
              tensor.message(2, (dimensions) => {
                for (const length of shape) dimensions.message(1, (dimension) => dimension.int(1, length));
              });
            }),
          );
        });
      }
    });
  }
  return out.finish();
}

/** Times the recogniser per face with one and with four faces per run, on one thread. */
export async function timeBatches(models: ModelFiles) {
  const { inputSize, embeddingSize } = models.manifest;
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-batch-'));
  const results: { faces_per_run: number; p50_ms_per_face: number }[] = [];
  try {
    for (const batch of [1, 4]) {
      const recogniser = join(folder, `${batch}.onnx`);
      await writeFile(
        recogniser,
        withBatch(await readFile(models.recogniser), batch, inputSize, embeddingSize),
      );
      const runtime = await openNodeRuntime({ ...models, recogniser }, 1);
      const input = new Float32Array(batch * 3 * inputSize ** 2).fill(100);
      const { p50_ms } = await timeRuns(30, () =>
        runtime.recogniser.run(input, [batch, 3, inputSize, inputSize]),
      );
      results.push({ faces_per_run: batch, p50_ms_per_face: Number((p50_ms / batch).toFixed(2)) });
      await runtime.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}
