import { createFaceAnalyser } from '@rollcall/face/analyse';
import { createFileAnalyser } from '@rollcall/face/analyse-file';
import { createNodeImageDecoder } from '@rollcall/face/decode-node';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import type { FaceRuntime, OnnxSession } from '@rollcall/face/runtime.port';
import { openNodeRuntime } from '@rollcall/face/runtime-node';

export type Network = 'detector' | 'mesh' | 'blendshapes' | 'antiSpoof';
export const NETWORKS: readonly Network[] = ['detector', 'mesh', 'blendshapes', 'antiSpoof'];

export interface Trial {
  readonly network: Network;
  readonly kind: 'random' | 'real';
  readonly shape: readonly number[];
  readonly input: Float32Array;
  /** What our converted network answers in Node. */
  readonly outputs: readonly Float32Array[];
}

/** Ranges the networks see in practice: -1..1, 0..1, pixels of the crop, 0..255. */
const RANGE: Readonly<Record<Network, readonly [number, number]>> = {
  detector: [-1, 1],
  mesh: [0, 1],
  blendshapes: [60, 200],
  antiSpoof: [0, 255],
};
const RANDOM_TRIALS = 4;

/** Repeatable noise. */
function noise(length: number, [low, high]: readonly [number, number], seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (high - low) * (state / 2 ** 32);
  });
}

/** Runs real photos through the whole pipeline and keeps what each network was given and said. */
export async function collectTrials(
  models: ModelFiles,
  photos: readonly Uint8Array[],
): Promise<{ trials: Trial[]; alignedFaces: Float32Array[] }> {
  const runtime = await openNodeRuntime(models, 1);
  const trials: Trial[] = [];
  const alignedFaces: Float32Array[] = [];
  const watch = (network: Network): OnnxSession => ({
    run: async (input, shape) => {
      const outputs = await runtime[network].run(input, shape);
      trials.push({ network, kind: 'real', shape, input, outputs: outputs.map((data) => data.slice()) });
      return outputs;
    },
  });
  const watched: FaceRuntime = {
    ...runtime,
    detector: watch('detector'),
    mesh: watch('mesh'),
    blendshapes: watch('blendshapes'),
    antiSpoof: watch('antiSpoof'),
    recogniser: {
      run: (input, shape) => {
        alignedFaces.push(input);
        return runtime.recogniser.run(input, shape);
      },
    },
  };
  const analyser = createFileAnalyser({
    decoder: createNodeImageDecoder(),
    analyser: createFaceAnalyser({ runtime: watched, manifest: models.manifest }),
  });
  for (const photo of photos) await analyser.analyse(photo, { scene: 'one', embed: true, liveness: true });
  for (const network of NETWORKS) {
    const shape = trials.find((trial) => trial.network === network)?.shape ?? [];
    const length = shape.reduce((product, size) => product * size, 1);
    for (let i = 0; i < RANDOM_TRIALS; i++) {
      const input = noise(length, RANGE[network], 1000 + i);
      const outputs = await runtime[network].run(input, shape);
      trials.push({ network, kind: 'random', shape, input, outputs: outputs.map((data) => data.slice()) });
    }
  }
  await runtime.close();
  alignedFaces.push(noise(3 * 112 * 112, [0, 255], 77));
  return { trials, alignedFaces };
}

/** The original networks want height, width, channels; ours want channels first. */
export function asOriginalLayout({ shape, input }: Trial): { shape: number[]; input: Float32Array } {
  const [batch = 1, channels = 1, height = 1, width = 1] = shape;
  if (shape.length !== 4) return { shape: [...shape], input };
  const out = new Float32Array(input.length);
  for (let c = 0; c < channels; c++) {
    for (let i = 0; i < height * width; i++) out[i * channels + c] = input[c * height * width + i] ?? 0;
  }
  return { shape: [batch, height, width, channels], input: out };
}
