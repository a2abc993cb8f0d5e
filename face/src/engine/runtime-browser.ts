import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import type { FaceNetwork, FaceRuntime } from '../pipeline/pipeline.ports.ts';

/** Address of each network file. */
export interface RuntimeUrls {
  readonly detector: string;
  readonly mesh: string;
  readonly blendshapes: string;
  readonly antiSpoof: string;
  readonly recogniser: string;
}

export interface BrowserRuntimeOptions {
  readonly urls: RuntimeUrls;
  /** Addresses of ONNX Runtime's own files, as the bundler serves them. */
  readonly wasmPaths: { readonly mjs: string; readonly wasm: string };
  /** More than 1 requires a cross-origin isolated page. */
  readonly threads?: number;
}

export async function openNetwork(url: string): Promise<FaceNetwork & { close(): Promise<void> }> {
  const model = await InferenceSession.create(url, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
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

/** Tells ONNX Runtime where its own files are. Must run before the first network is opened. */
export function configureRuntime(wasmPaths: BrowserRuntimeOptions['wasmPaths'], threads = 1): void {
  env.wasm.wasmPaths = { ...wasmPaths };
  env.wasm.numThreads = threads;
}

export async function openBrowserRuntime(options: BrowserRuntimeOptions): Promise<FaceRuntime> {
  const { urls, wasmPaths, threads = 1 } = options;
  configureRuntime(wasmPaths, threads);
  // In sequence: the first call starts ONNX Runtime, the others share it.
  const detector = await openNetwork(urls.detector);
  const mesh = await openNetwork(urls.mesh);
  const blendshapes = await openNetwork(urls.blendshapes);
  const antiSpoof = await openNetwork(urls.antiSpoof);
  const recogniser = await openNetwork(urls.recogniser);
  const networks = [detector, mesh, blendshapes, antiSpoof, recogniser];
  return {
    detector,
    mesh,
    blendshapes,
    antiSpoof,
    recogniser,
    close: async () => {
      for (const network of networks) await network.close();
    },
  };
}
