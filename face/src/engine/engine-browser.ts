import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import { createBrowserImageDecoder } from '../decoding/decode-browser.ts';
import { profileOf, type RecogniserManifest, SFACE_MANIFEST } from '../models/recogniser.manifest.ts';
import { createFaceAnalyser, createFileAnalyser } from '../pipeline/analyse.ts';
import type { FaceNetwork } from '../pipeline/pipeline.ports.ts';
import type { Pixels } from '../pipeline/pixels.ts';
import {
  type BrowserRuntimeOptions,
  configureRuntime,
  openBrowserRuntime,
  openNetwork,
  type RuntimeUrls,
} from './runtime-browser.ts';

/** The face engine in a Web Worker; analyses one image at a time, in order of arrival. */
export async function createBrowserFaceEngine(
  options: BrowserRuntimeOptions & { readonly manifest: RecogniserManifest },
): Promise<FaceEngine> {
  const runtime = await openBrowserRuntime(options);
  const files = createFileAnalyser({
    decoder: createBrowserImageDecoder(),
    analyser: createFaceAnalyser({ runtime, manifest: options.manifest }),
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    profile: profileOf(options.manifest),
    analyse: (image, analyseOptions) => {
      const next = last.then(() => files.analyse(image, analyseOptions));
      last = next.catch(() => undefined);
      return next;
    },
    close: () => runtime.close(),
  };
}

/** Finds faces and measures their quality for live guidance. It cannot recognise: those networks are not loaded. */
export interface GuidanceAnalyser {
  analyse(pixels: Pixels): Promise<ImageAnalysis>;
  close(): Promise<void>;
}

interface GuidanceOptions extends Pick<BrowserRuntimeOptions, 'wasmPaths'> {
  readonly urls: Pick<RuntimeUrls, 'detector' | 'mesh' | 'blendshapes'>;
}

const notLoaded: FaceNetwork = {
  run: () => Promise.reject(new Error('This network is not loaded for guidance.')),
};

/** The first half of the pipeline (detector, mesh, eyes) for live guidance in a Web Worker. */
export async function createGuidanceAnalyser({
  urls,
  wasmPaths,
}: GuidanceOptions): Promise<GuidanceAnalyser> {
  configureRuntime(wasmPaths);
  // In sequence: the first call starts ONNX Runtime, the others share it.
  const detector = await openNetwork(urls.detector);
  const mesh = await openNetwork(urls.mesh);
  const blendshapes = await openNetwork(urls.blendshapes);
  const close = async () => {
    for (const network of [detector, mesh, blendshapes]) await network.close();
  };
  const analyser = createFaceAnalyser({
    runtime: { detector, mesh, blendshapes, antiSpoof: notLoaded, recogniser: notLoaded, close },
    // Only its input size is read here.
    manifest: SFACE_MANIFEST,
  });
  return {
    analyse: (pixels) => analyser.analyse(pixels, { scene: 'one', embed: false, liveness: false }),
    close,
  };
}
