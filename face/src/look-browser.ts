import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import { createFaceAnalyser } from './analyse.ts';
import type { Pixels } from './pixels.ts';
import { SFACE_MANIFEST } from './recogniser.manifest.ts';
import type { OnnxSession } from './runtime.port.ts';
import {
  type BrowserRuntimeOptions,
  openSession,
  prepareRuntime,
  type RuntimeUrls,
} from './runtime-browser.ts';

/** Sees where a face is and whether it will do. It cannot recognise anybody: those networks are not loaded. */
export interface FaceLook {
  look(pixels: Pixels): Promise<ImageAnalysis>;
  close(): Promise<void>;
}

export interface FaceLookOptions extends Pick<BrowserRuntimeOptions, 'wasmPaths'> {
  readonly urls: Pick<RuntimeUrls, 'detector' | 'mesh' | 'blendshapes'>;
}

const notLoaded: OnnxSession = {
  run: () => Promise.reject(new Error('This network is not part of the guidance.')),
};

/** The front half of the pipeline, for live guidance in a Web Worker. */
export async function createBrowserLook({ urls, wasmPaths }: FaceLookOptions): Promise<FaceLook> {
  prepareRuntime(wasmPaths);
  // One after another: the runtime starts up with the first, and the others then share it.
  const detector = await openSession(urls.detector);
  const mesh = await openSession(urls.mesh);
  const blendshapes = await openSession(urls.blendshapes);
  const close = async () => {
    for (const session of [detector, mesh, blendshapes]) await session.close();
  };
  const analyser = createFaceAnalyser({
    runtime: { detector, mesh, blendshapes, antiSpoof: notLoaded, recogniser: notLoaded, close },
    // Only the size of a crop is read from it.
    manifest: SFACE_MANIFEST,
  });
  return {
    look: (pixels) => analyser.analyse(pixels, { scene: 'one', embed: false, liveness: false }),
    close,
  };
}
