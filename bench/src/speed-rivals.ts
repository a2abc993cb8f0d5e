import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { fromRoot } from './parity-packages.ts';
import type { Contestant } from './speed-pairs.ts';

/** Fetched for this comparison only, into .cache, with no install scripts: they are no part of the product. */
const PACKAGES = [
  '@vladmandic/face-api@1.7.15',
  '@vladmandic/human@3.3.6',
  '@tensorflow/tfjs@4.22.0',
  '@tensorflow/tfjs-backend-wasm@4.22.0',
];

function installRivals(): string {
  const folder = fromRoot('.cache/bench/rivals');
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

/** The little of these packages that is used here; they are loaded at run time and bring no types along. */
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

async function openFaceApi(folder: string): Promise<Contestant> {
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
    // Its own measure: the nearer, the more alike.
    similarity: (one, other) => -Math.hypot(...Array.from(one, (value, i) => value - (other[i] ?? 0))),
  };
}

async function openHuman(folder: string): Promise<Contestant> {
  const load = createRequire(join(folder, 'package.json'));
  const base = join(folder, 'node_modules/@vladmandic/human');
  // Its WebAssembly build reads models over HTTP only.
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

export async function openRivals(): Promise<Contestant[]> {
  const folder = installRivals();
  return [await openFaceApi(folder), await openHuman(folder)];
}
