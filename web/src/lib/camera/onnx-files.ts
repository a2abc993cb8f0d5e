import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';

const absolute = (path: string) => new URL(path, location.href).href;

/** Where ONNX Runtime finds its own two files. The demo brings its own (demo/src/onnx-files.ts). */
export const openOnnxFiles = async () => ({ mjs: absolute(mjs), wasm: absolute(wasm) });
