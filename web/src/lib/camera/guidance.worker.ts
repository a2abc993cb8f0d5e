import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import { createGuidanceAnalyser, type GuidanceAnalyser } from '@rollcall/face/engine/engine-browser';
import { MODEL_PARTS, type PartId } from '@rollcall/face/models/model-parts';
import { openOnnxFiles } from './onnx-files.ts';

/*
 * Worker that analyses camera frames for live guidance, off the main thread so that the video stays smooth. The
 * only file of the web app that may import the face engine (docs/decisions/0012): it suggests, the server decides.
 */

/** Messages from the page to this worker. */
export type ToGuide =
  | { readonly type: 'open'; readonly modelsBase: string; readonly isKept: boolean }
  | {
      readonly type: 'look';
      readonly id: number;
      readonly width: number;
      readonly height: number;
      readonly data: Uint8ClampedArray<ArrayBuffer>;
    };

/** Messages from this worker to the page. */
export type FromGuide =
  | { readonly type: 'ready' }
  | { readonly type: 'seen'; readonly id: number; readonly analysis: ImageAnalysis }
  | { readonly type: 'failed'; readonly message: string };

const post = (message: FromGuide) => postMessage(message);

/** URL of a model, with its hash so that the browser can cache it without a time limit. */
function modelUrl(base: string, id: PartId): string {
  const part = MODEL_PARTS.find((each) => each.id === id);
  if (!part) throw new Error(`There is no model ${id}.`);
  return `${base}${part.file}?v=${part.sha256.slice(0, 16)}`;
}

let analyser: GuidanceAnalyser | null = null;

/** Keeps the files where the service worker finds them (web/build/pwa-options.ts): a kiosk starts without a network. */
async function keep(urls: readonly string[]): Promise<void> {
  const cache = await caches.open('face-guidance');
  for (const url of urls) if (!(await cache.match(url))) await cache.add(url);
  for (const request of await cache.keys()) if (!urls.includes(request.url)) await cache.delete(request);
}

async function open(base: string, isKept: boolean): Promise<void> {
  const urls = {
    detector: modelUrl(base, 'detector'),
    mesh: modelUrl(base, 'mesh'),
    blendshapes: modelUrl(base, 'blendshapes'),
  };
  const wasmPaths = await openOnnxFiles();
  analyser = await createGuidanceAnalyser({ urls, wasmPaths });
  // Without room on the device the guidance works all the same, as long as there is a network.
  if (isKept) void keep([...Object.values(urls), wasmPaths.mjs, wasmPaths.wasm]).catch(() => undefined);
  // Frees the copy of a demo that unpacked the file into memory.
  URL.revokeObjectURL(wasmPaths.wasm);
  post({ type: 'ready' });
}

async function handle(message: ToGuide): Promise<void> {
  if (message.type === 'open') return open(message.modelsBase, message.isKept);
  if (!analyser) throw new Error('Asked to look before the models were loaded.');
  const { id, width, height, data } = message;
  post({ type: 'seen', id, analysis: await analyser.analyse({ width, height, channels: 4, data }) });
}

addEventListener('message', ({ data }: MessageEvent<ToGuide>) => {
  handle(data).catch((error: unknown) => post({ type: 'failed', message: String(error) }));
});
