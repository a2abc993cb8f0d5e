import { createBrowserLook, type FaceLook } from '@rollcall/face/look-browser';
import { MODEL_PARTS, type PartId } from '@rollcall/face/models/model-parts';
import type { FromGuide, ToGuide } from './guidance.messages.ts';
import { openOnnxFiles } from './onnx-files.ts';

/**
 * Looks at the picture beside the page's own thread, so that the video never stutters. The only file of the web
 * app that may see the face engine (docs/decisions/0012): it suggests, the server decides.
 */
const tell = (message: FromGuide) => postMessage(message);

/** The address names the content: the server lets the browser keep it for ever. */
function address(base: string, id: PartId): string {
  const part = MODEL_PARTS.find((each) => each.id === id);
  if (!part) throw new Error(`There is no model ${id}.`);
  return `${base}${part.file}?v=${part.sha256.slice(0, 16)}`;
}

let look: FaceLook | null = null;

async function open(base: string): Promise<void> {
  const urls = {
    detector: address(base, 'detector'),
    mesh: address(base, 'mesh'),
    blendshapes: address(base, 'blendshapes'),
  };
  const wasmPaths = await openOnnxFiles();
  look = await createBrowserLook({ urls, wasmPaths });
  // Where it was unpacked into memory, that copy is of no more use.
  URL.revokeObjectURL(wasmPaths.wasm);
  tell({ type: 'ready' });
}

async function handle(message: ToGuide): Promise<void> {
  if (message.type === 'open') return open(message.modelsBase);
  if (!look) throw new Error('Asked to look before the models were here.');
  const { id, width, height, data } = message;
  tell({ type: 'seen', id, analysis: await look.look({ width, height, channels: 4, data }) });
}

addEventListener('message', ({ data }: MessageEvent<ToGuide>) => {
  handle(data).catch((error: unknown) => tell({ type: 'failed', message: String(error) }));
});
