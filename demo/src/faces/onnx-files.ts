import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import { demoPacks, openPack } from '../storage/packs.ts';

const absolute = (path: string) => new URL(path, self.location.href).href;

/** Replaces the web app's onnx-files.ts in the demo build (tools/build/build-demo.mjs): the wasm file is a pack. */
export async function openOnnxFiles(
  download: (response: Response) => Promise<Blob> = (response) => response.blob(),
): Promise<{ mjs: string; wasm: string }> {
  const wasm = await download(await openPack(demoPacks().runtime));
  return { mjs: absolute(mjs), wasm: URL.createObjectURL(wasm) };
}
