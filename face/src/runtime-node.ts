import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { FaceRuntime, OnnxSession } from './runtime.port.ts';

export interface RuntimeFiles {
  readonly detector: string;
  readonly mesh: string;
  readonly blendshapes: string;
  readonly antiSpoof: string;
  readonly recogniser: string;
}

const ERRORS_ONLY = 3;

async function openSession(file: string, threads: number): Promise<OnnxSession & { close(): Promise<void> }> {
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    logSeverityLevel: ERRORS_ONLY,
  });
  const [inputName = ''] = session.inputNames;
  return {
    run: async (input, shape) => {
      const result = await session.run({ [inputName]: new Tensor('float32', input, shape) });
      return session.outputNames.map((name) => {
        const data = result[name]?.data;
        if (!(data instanceof Float32Array)) throw new Error(`The network's output ${name} is not float32.`);
        return data;
      });
    },
    close: () => session.release(),
  };
}

export async function openNodeRuntime(files: RuntimeFiles, threads: number): Promise<FaceRuntime> {
  const [detector, mesh, blendshapes, antiSpoof, recogniser] = await Promise.all([
    openSession(files.detector, threads),
    openSession(files.mesh, threads),
    openSession(files.blendshapes, threads),
    openSession(files.antiSpoof, threads),
    openSession(files.recogniser, threads),
  ]);
  const sessions = [detector, mesh, blendshapes, antiSpoof, recogniser];
  return {
    detector,
    mesh,
    blendshapes,
    antiSpoof,
    recogniser,
    close: async () => {
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}
