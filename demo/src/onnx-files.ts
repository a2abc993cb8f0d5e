import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import { openPack, PACKS } from './packs.ts';

const absolute = (path: string) => new URL(path, self.location.href).href;

/** In place of the web app's (tools/build-demo.mjs): the large one of the two is packed. */
export async function openOnnxFiles(
  keep: (response: Response) => Promise<Blob> = (response) => response.blob(),
): Promise<{ mjs: string; wasm: string }> {
  const wasm = await keep(await openPack(PACKS.runtime));
  return { mjs: absolute(mjs), wasm: URL.createObjectURL(wasm) };
}
