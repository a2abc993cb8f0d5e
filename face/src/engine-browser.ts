import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { createFaceAnalyser } from './analyse.ts';
import { createFileAnalyser } from './analyse-file.ts';
import { createBrowserImageDecoder } from './decode-browser.ts';
import { profileOf, type RecogniserManifest } from './recogniser.manifest.ts';
import { type BrowserRuntimeOptions, openBrowserRuntime } from './runtime-browser.ts';

/** The engine inside a Web Worker: one image at a time, in the order they come. */
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
