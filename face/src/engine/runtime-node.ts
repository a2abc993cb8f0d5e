import type { FaceNetwork, FaceRuntime } from '../pipeline/pipeline.ports.ts';

/** Path of each network file. */
export interface RuntimeFiles {
  readonly detector: string;
  readonly mesh: string;
  readonly blendshapes: string;
  readonly antiSpoof: string;
  readonly recogniser: string;
}

/**
 * ONNX Runtime sends usage data to its maker and keeps a device id in the home folder, unless this is set when it is
 * loaded. It reads the process's environment, which only the main thread can change: it must run there before a
 * worker loads the library.
 */
export function disableTelemetry(): void {
  process.env.ORT_DISABLE_TELEMETRY = '1';
}

/** Imported by a call, not at the top, so that telemetry is off before the library is loaded. */
export const loadOnnxRuntime = () => {
  disableTelemetry();
  return import('onnxruntime-node');
};
type OnnxRuntime = Awaited<ReturnType<typeof loadOnnxRuntime>>;

/** ONNX Runtime's log level. */
const ERRORS_ONLY = 3;

async function openNetwork(
  { InferenceSession, Tensor }: OnnxRuntime,
  file: string,
  threads: number,
): Promise<FaceNetwork & { close(): Promise<void> }> {
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

/** Thrown when loading was stopped because the engine is being closed. */
export class LoadingStopped extends Error {
  override readonly name = 'LoadingStopped';
}

/**
 * Loads the networks one after another. `isStopping` is asked in between, because a thread that is ended while it
 * loads one would end the whole process.
 */
export async function openNodeRuntime(
  files: RuntimeFiles,
  threads: number,
  isStopping: () => boolean = () => false,
): Promise<FaceRuntime> {
  const runtime = await loadOnnxRuntime();
  const open = async (file: string) => {
    if (isStopping()) throw new LoadingStopped('The face engine is being closed.');
    return openNetwork(runtime, file, threads);
  };
  const networks = {
    detector: await open(files.detector),
    mesh: await open(files.mesh),
    blendshapes: await open(files.blendshapes),
    antiSpoof: await open(files.antiSpoof),
    recogniser: await open(files.recogniser),
  };
  return {
    ...networks,
    close: async () => {
      await Promise.all(Object.values(networks).map((network) => network.close()));
    },
  };
}
