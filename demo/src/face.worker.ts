import { type FaceEngine, ImageError } from '@rollcall/core/faces/face.ports';
import { createBrowserFaceEngine } from '@rollcall/face/engine-browser';
import { MODEL_PARTS, type PartId } from '@rollcall/face/models/model-parts';
import { SFACE_MANIFEST } from '@rollcall/face/recogniser.manifest';
import type { FromFaces, ToFaces } from './face-messages.ts';
import { openOnnxFiles } from './onnx-files.ts';
import { fetchKept } from './packs.ts';

const tell = (message: FromFaces) => postMessage(message);

/** Roughly, until the first of them has said how long it is. */
const TOTAL = 63_500_000;

async function open(base: string, threads: number): Promise<FaceEngine> {
  let done = 0;
  /** Into memory, telling how far it is; the networks then open from there without asking anyone again. */
  const keep = async (response: Response): Promise<Blob> => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      parts.push(part.value);
      done += part.value.length;
      tell({ kind: 'loading', done: Math.min(done, TOTAL), total: TOTAL });
    }
    return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
  };
  const model = async (id: PartId) => {
    const part = MODEL_PARTS.find((each) => each.id === id);
    if (!part) throw new Error(`There is no model ${id}.`);
    const response = await fetchKept(`${base}models/${part.file}?v=${part.sha256.slice(0, 16)}`);
    return URL.createObjectURL(await keep(response));
  };
  const wasmPaths = await openOnnxFiles(keep);
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

async function analyse({ id, image, options }: Extract<ToFaces, { kind: 'analyse' }>): Promise<void> {
  try {
    if (!engine) throw new Error('The networks are not open.');
    tell({ kind: 'done', id, analysis: await engine.analyse(image, options) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof ImageError) tell({ kind: 'bad-image', id, problem: error.problem, reason });
    else tell({ kind: 'failed', id, reason });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToFaces>) => {
  if (data.kind === 'analyse') return void analyse(data);
  open(data.base, data.threads).then(
    (opened) => {
      engine = opened;
      tell({ kind: 'ready' });
    },
    (error: unknown) => tell({ kind: 'unavailable', reason: String(error) }),
  );
});
