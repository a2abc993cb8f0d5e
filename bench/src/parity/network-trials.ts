import { createNodeImageDecoder } from '@rollcall/face/decoding/decode-node';
import { openNodeRuntime } from '@rollcall/face/engine/runtime-node';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { createFaceAnalyser, createFileAnalyser } from '@rollcall/face/pipeline/analyse';
import type { FaceNetwork, FaceRuntime } from '@rollcall/face/pipeline/pipeline.ports';

export type Network = 'detector' | 'mesh' | 'blendshapes' | 'antiSpoof';
export const NETWORKS: readonly Network[] = ['detector', 'mesh', 'blendshapes', 'antiSpoof'];

export interface Trial {
  readonly network: Network;
  readonly kind: 'random' | 'real';
  readonly shape: readonly number[];
  readonly input: Float32Array;
  /** Outputs of our converted network in Node. */
  readonly outputs: readonly Float32Array[];
}

/** Ranges of real inputs: -1..1, 0..1, pixels of the crop, 0..255. */
const RANGE: Readonly<Record<Network, readonly [number, number]>> = {
  detector: [-1, 1],
  mesh: [0, 1],
  blendshapes: [60, 200],
  antiSpoof: [0, 255],
};
const RANDOM_TRIALS = 4;

/** Pseudo-random values, the same for the same seed. */
function noise(length: number, [low, high]: readonly [number, number], seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + (high - low) * (state / 2 ** 32);
  });
}

/** Runs photos through the whole pipeline and random values through each network; records inputs and outputs. */
export async function collectTrials(
  models: ModelFiles,
  photos: readonly Uint8Array[],
): Promise<{ trials: Trial[]; alignedFaces: Float32Array[] }> {
  const runtime = await openNodeRuntime(models, 1);
  const trials: Trial[] = [];
  const alignedFaces: Float32Array[] = [];
  const recorded = (network: Network): FaceNetwork => ({
    run: async (input, shape) => {
      const outputs = await runtime[network].run(input, shape);
      trials.push({ network, kind: 'real', shape, input, outputs: outputs.map((data) => data.slice()) });
      return outputs;
    },
  });
  const recording: FaceRuntime = {
    ...runtime,
    detector: recorded('detector'),
    mesh: recorded('mesh'),
    blendshapes: recorded('blendshapes'),
    antiSpoof: recorded('antiSpoof'),
    recogniser: {
      run: (input, shape) => {
        alignedFaces.push(input);
        return runtime.recogniser.run(input, shape);
      },
    },
  };
  const analyser = createFileAnalyser({
    decoder: createNodeImageDecoder(),
    analyser: createFaceAnalyser({ runtime: recording, manifest: models.manifest }),
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

/** Converts an input from our layout (channels first) to that of the original networks (channels last). */
export function asOriginalLayout({ shape, input }: Trial): { shape: number[]; input: Float32Array } {
  const [batch = 1, channels = 1, height = 1, width = 1] = shape;
  if (shape.length !== 4) return { shape: [...shape], input };
  const out = new Float32Array(input.length);
  for (let c = 0; c < channels; c++) {
    for (let i = 0; i < height * width; i++) out[i * channels + c] = input[c * height * width + i] ?? 0;
  }
  return { shape: [batch, height, width, channels], input: out };
}
