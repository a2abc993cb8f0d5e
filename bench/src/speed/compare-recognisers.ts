import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { bestThreshold } from '../accuracy/statistics.ts';
import { fromRoot } from '../shared/results.ts';

export interface PhotoOfPerson {
  readonly person: string;
  readonly file: Uint8Array;
}

/** A face recogniser under comparison: embeds a photo, or returns null when it finds no face. */
export interface Recogniser {
  readonly name: string;
  embed(file: Uint8Array): Promise<ArrayLike<number> | null>;
  /** Higher is more alike. */
  similarity(one: ArrayLike<number>, other: ArrayLike<number>): number;
}

/** Compares every photo with every other: the best accuracy of any threshold, and the time per photo. */
export async function measureRecogniser(recogniser: Recogniser, photos: readonly PhotoOfPerson[]) {
  const first = photos[0];
  if (first !== undefined) for (let i = 0; i < 3; i++) await recogniser.embed(first.file);
  const taken: number[] = [];
  const found: { person: string; embedding: ArrayLike<number> | null }[] = [];
  for (const { person, file } of photos) {
    const started = performance.now();
    const embedding = await recogniser.embed(file);
    taken.push(performance.now() - started);
    found.push({ person, embedding });
  }
  const scores = found.flatMap((one, i) =>
    found.slice(i + 1).map((other) => ({
      // Lowest score without a face, so that a missed person counts as an error.
      score:
        one.embedding === null || other.embedding === null
          ? -1e9
          : recogniser.similarity(one.embedding, other.embedding),
      same: one.person === other.person,
      fold: '1',
    })),
  );
  const threshold = bestThreshold(scores);
  const correct = scores.filter(({ score, same }) => score >= threshold === same).length;
  const strangers = scores.filter(({ same }) => !same).map(({ score }) => score);
  const highest = Math.max(...strangers);
  const genuine = scores.filter(({ same }) => same);
  return {
    name: recogniser.name,
    photos: photos.length,
    no_face: found.filter(({ embedding }) => embedding === null).length,
    pairs: scores.length,
    best_accuracy: Number((correct / scores.length).toFixed(4)),
    accepted_with_no_stranger: Number(
      (genuine.filter(({ score }) => score > highest).length / genuine.length).toFixed(4),
    ),
    mean_ms_per_photo: Number((taken.reduce((sum, ms) => sum + ms, 0) / taken.length).toFixed(1)),
  };
}

/** Other recognisers, installed into .cache for this comparison only and without install scripts. */
const PACKAGES = [
  '@vladmandic/face-api@1.7.15',
  '@vladmandic/human@3.3.6',
  '@tensorflow/tfjs@4.22.0',
  '@tensorflow/tfjs-backend-wasm@4.22.0',
];

function installPackages(): string {
  const folder = fromRoot('.cache/bench/recognisers');
  if (existsSync(join(folder, 'installed'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
  const flags = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--save-exact',
    '--loglevel=error',
  ];
  const { status } = spawnSync('npm', [...flags, ...PACKAGES], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error('The packages to compare with could not be fetched.');
  writeFileSync(join(folder, 'installed'), PACKAGES.join('\n'));
  return folder;
}

/** The parts of these packages that are used here; they are loaded at run time, without types. */
interface TensorFlow {
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tensor3d(data: Uint8Array, shape: number[], type: string): { dispose(): void };
  tensor4d(data: Uint8Array, shape: number[], type: string): { dispose(): void };
}
interface FaceApiNet {
  loadFromDisk(folder: string): Promise<void>;
}
interface FaceApi {
  readonly tf: TensorFlow;
  readonly nets: Record<'ssdMobilenetv1' | 'faceLandmark68Net' | 'faceRecognitionNet', FaceApiNet>;
  readonly SsdMobilenetv1Options: new (options: object) => object;
  detectAllFaces(
    image: unknown,
    options: object,
  ): { withFaceLandmarks(): { withFaceDescriptors(): Promise<{ descriptor: Float32Array }[]> } };
}
interface Human {
  readonly tf: TensorFlow;
  readonly match: { similarity(one: number[], other: number[]): number };
  load(): Promise<void>;
  detect(image: unknown): Promise<{ face: { embedding?: number[] }[] }>;
}

async function decode(file: Uint8Array) {
  const { data, info } = await sharp(file)
    .autoOrient()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), shape: [info.height, info.width, 3] };
}

async function openFaceApi(folder: string): Promise<Recogniser> {
  const load = createRequire(join(folder, 'package.json'));
  const wasm: { setWasmPaths(path: string): void } = load('@tensorflow/tfjs-backend-wasm');
  const tf: TensorFlow = load('@tensorflow/tfjs');
  wasm.setWasmPaths(join(folder, 'node_modules/@tensorflow/tfjs-backend-wasm/dist/'));
  await tf.setBackend('wasm');
  await tf.ready();
  const api: FaceApi = load('@vladmandic/face-api/dist/face-api.node-wasm.js');
  const models = join(folder, 'node_modules/@vladmandic/face-api/model');
  for (const net of Object.values({
    detector: api.nets.ssdMobilenetv1,
    landmarks: api.nets.faceLandmark68Net,
    recogniser: api.nets.faceRecognitionNet,
  })) {
    await net.loadFromDisk(models);
  }
  const options = new api.SsdMobilenetv1Options({ minConfidence: 0.3, maxResults: 5 });
  return {
    name: '@vladmandic/face-api 1.7.15 (tfjs wasm, SIMD)',
    embed: async (file) => {
      const { data, shape } = await decode(file);
      const tensor = api.tf.tensor3d(data, shape, 'int32');
      const found = await api.detectAllFaces(tensor, options).withFaceLandmarks().withFaceDescriptors();
      tensor.dispose();
      return found[0]?.descriptor ?? null;
    },
    // Negative distance, the measure that the library uses.
    similarity: (one, other) => -Math.hypot(...Array.from(one, (value, i) => value - (other[i] ?? 0))),
  };
}

async function openHuman(folder: string): Promise<Recogniser> {
  const load = createRequire(join(folder, 'package.json'));
  const base = join(folder, 'node_modules/@vladmandic/human');
  // Its WebAssembly build loads models over HTTP only.
  const server = createServer((request, response) => {
    response.end(readFileSync(join(base, 'models', basename(request.url ?? ''))));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const library: { Human: new (options: object) => Human } = load(join(base, 'dist/human.node-wasm.js'));
  const off = { enabled: false };
  const human = new library.Human({
    backend: 'wasm',
    debug: false,
    wasmPath: join(folder, 'node_modules/@tensorflow/tfjs-backend-wasm/dist/'),
    modelBasePath: `http://127.0.0.1:${port}/`,
    cacheSensitivity: 0,
    filter: off,
    face: {
      enabled: true,
      detector: { rotation: true, maxDetected: 3, minConfidence: 0.2 },
      mesh: { enabled: true },
      description: { enabled: true },
      iris: off,
      emotion: off,
      antispoof: off,
      liveness: off,
    },
    body: off,
    hand: off,
    object: off,
    gesture: off,
    segmentation: off,
  });
  await human.load();
  return {
    name: '@vladmandic/human 3.3.6 (tfjs wasm, SIMD)',
    embed: async (file) => {
      const { data, shape } = await decode(file);
      const tensor = human.tf.tensor4d(data, [1, ...shape], 'int32');
      const { face } = await human.detect(tensor);
      tensor.dispose();
      return face[0]?.embedding ?? null;
    },
    similarity: (one, other) => human.match.similarity(Array.from(one), Array.from(other)),
  };
}

export async function openOtherRecognisers(): Promise<Recogniser[]> {
  const folder = installPackages();
  return [await openFaceApi(folder), await openHuman(folder)];
}
