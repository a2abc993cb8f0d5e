import { type FaceEngine, ImageError } from '@rollcall/core/faces/face.ports';
import { createBrowserFaceEngine } from '@rollcall/face/engine/engine-browser';
import { MODEL_PARTS, type PartId } from '@rollcall/face/models/model-parts';
import { SFACE_MANIFEST } from '@rollcall/face/models/recogniser.manifest';
import type { FromFaceWorker, ToFaceWorker } from '../messages/messages.types.ts';
import { fetchCached } from '../storage/packs.ts';
import { openOnnxFiles } from './onnx-files.ts';

const send = (message: FromFaceWorker) => postMessage(message);

/** Approximate size of all downloads, for the progress bar. */
const TOTAL_BYTES = 63_500_000;

async function open(base: string, threads: number): Promise<FaceEngine> {
  let done = 0;
  /** Reads a response into memory and reports progress. */
  const download = async (response: Response): Promise<Blob> => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      parts.push(part.value);
      done += part.value.length;
      send({ kind: 'loading', done: Math.min(done, TOTAL_BYTES), total: TOTAL_BYTES });
    }
    return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
  };
  const model = async (id: PartId) => {
    const part = MODEL_PARTS.find((each) => each.id === id);
    if (!part) throw new Error(`There is no model ${id}.`);
    const response = await fetchCached(`${base}models/${part.file}?v=${part.sha256.slice(0, 16)}`);
    return URL.createObjectURL(await download(response));
  };
  const wasmPaths = await openOnnxFiles(download);
  const urls = {
    detector: await model('detector'),
    mesh: await model('mesh'),
    blendshapes: await model('blendshapes'),
    antiSpoof: await model('antiSpoof'),
    recogniser: await model('recogniser'),
  };
  const engine = await createBrowserFaceEngine({
    manifest: SFACE_MANIFEST,
    urls,
    threads,
    wasmPaths,
  });
  for (const url of [wasmPaths.wasm, ...Object.values(urls)]) URL.revokeObjectURL(url);
  return engine;
}

let engine: FaceEngine | null = null;

async function analyse({ id, image, options }: Extract<ToFaceWorker, { kind: 'analyse' }>): Promise<void> {
  try {
    if (!engine) throw new Error('The networks are not open.');
    send({ kind: 'done', id, analysis: await engine.analyse(image, options) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof ImageError) send({ kind: 'bad-image', id, problem: error.problem, reason });
    else send({ kind: 'failed', id, reason });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToFaceWorker>) => {
  if (data.kind === 'analyse') return void analyse(data);
  open(data.base, data.threads).then(
    (opened) => {
      engine = opened;
      send({ kind: 'ready' });
    },
    (error: unknown) => send({ kind: 'unavailable', reason: String(error) }),
  );
});
