import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

const absolute = (path: string) => new URL(path, location.href).href;

/** URLs of ONNX Runtime's two files. The demo build replaces this file by demo/src/faces/onnx-files.ts. */
export const openOnnxFiles = async () => ({ mjs: absolute(mjs), wasm: absolute(wasm) });
