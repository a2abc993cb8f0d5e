import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { FaceRuntime, OnnxSession } from './runtime.port.ts';

/** Where the page serves each network from. */
export interface RuntimeUrls {
  readonly detector: string;
  readonly mesh: string;
  readonly blendshapes: string;
  readonly antiSpoof: string;
  readonly recogniser: string;
}

export interface BrowserRuntimeOptions {
  readonly urls: RuntimeUrls;
  /** Addresses of ONNX Runtime's own two files, as the bundler serves them. */
  readonly wasmPaths: { readonly mjs: string; readonly wasm: string };
  /** More than one needs a cross-origin isolated page. */
  readonly threads?: number;
}

export async function openSession(url: string): Promise<OnnxSession & { close(): Promise<void> }> {
  const session = await InferenceSession.create(url, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
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

/** Before the first session: where ONNX Runtime finds its own files. */
export function prepareRuntime(wasmPaths: BrowserRuntimeOptions['wasmPaths'], threads = 1): void {
  env.wasm.wasmPaths = { ...wasmPaths };
  env.wasm.numThreads = threads;
}

export async function openBrowserRuntime(options: BrowserRuntimeOptions): Promise<FaceRuntime> {
  const { urls, wasmPaths, threads = 1 } = options;
  prepareRuntime(wasmPaths, threads);
  // One after another: the runtime starts up with the first, and the others then share it.
  const detector = await openSession(urls.detector);
  const mesh = await openSession(urls.mesh);
  const blendshapes = await openSession(urls.blendshapes);
  const antiSpoof = await openSession(urls.antiSpoof);
  const recogniser = await openSession(urls.recogniser);
  const sessions = [detector, mesh, blendshapes, antiSpoof, recogniser];
  return {
    detector,
    mesh,
    blendshapes,
    antiSpoof,
    recogniser,
    close: async () => {
      for (const session of sessions) await session.close();
    },
  };
}
