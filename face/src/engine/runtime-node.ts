import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { FaceNetwork, FaceRuntime } from '../pipeline/pipeline.ports.ts';

/** Path of each network file. */
export interface RuntimeFiles {
  readonly detector: string;
  readonly mesh: string;
  readonly blendshapes: string;
  readonly antiSpoof: string;
  readonly recogniser: string;
}

/** ONNX Runtime's log level. */
const ERRORS_ONLY = 3;

async function openNetwork(file: string, threads: number): Promise<FaceNetwork & { close(): Promise<void> }> {
  const model = await InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: ERRORS_ONLY,
  });
  const [inputName = ''] = model.inputNames;
  return {
    run: async (input, shape) => {
      const result = await model.run({ [inputName]: new Tensor('float32', input, shape) });
      return model.outputNames.map((name) => {
        const data = result[name]?.data;
        if (!(data instanceof Float32Array)) throw new Error(`The network's output ${name} is not float32.`);
        return data;
      });
    },
    close: () => model.release(),
  };
}

export async function openNodeRuntime(files: RuntimeFiles, threads: number): Promise<FaceRuntime> {
  const [detector, mesh, blendshapes, antiSpoof, recogniser] = await Promise.all([
    openNetwork(files.detector, threads),
    openNetwork(files.mesh, threads),
    openNetwork(files.blendshapes, threads),
    openNetwork(files.antiSpoof, threads),
    openNetwork(files.recogniser, threads),
  ]);
  const networks = [detector, mesh, blendshapes, antiSpoof, recogniser];
  return {
    detector,
    mesh,
    blendshapes,
    antiSpoof,
    recogniser,
    close: async () => {
      await Promise.all(networks.map((network) => network.close()));
    },
  };
}
