import { createBrowserFaceEngine } from '@rollcall/face/engine/engine-browser';
import { SFACE_MANIFEST } from '@rollcall/face/models/recogniser.manifest';

/** Page that runs the browser's face engine; models and runtime are served from its own folder. */
const engine = await createBrowserFaceEngine({
  manifest: SFACE_MANIFEST,
  wasmPaths: { mjs: '/ort.mjs', wasm: '/ort.wasm' },
  urls: {
    detector: '/detector.onnx',
    mesh: '/mesh.onnx',
    blendshapes: '/blendshapes.onnx',
    antiSpoof: '/antiSpoof.onnx',
    recogniser: '/recogniser.onnx',
  },
});

async function embed(path: string) {
  const file = new Uint8Array(await (await fetch(path)).arrayBuffer());
  const options = { scene: 'one', embed: true, liveness: true } as const;
  await engine.analyse(file, options);
  const started = performance.now();
  const { faces } = await engine.analyse(file, options);
  const milliseconds = performance.now() - started;
  return {
    embedding: Array.from(faces[0]?.embedding ?? []),
    liveness: faces[0]?.liveness ?? -1,
    milliseconds,
  };
}

/** The engine's whole analysis of a photo, as plain data that can be sent out of the page. */
async function analyse(path: string, scene: 'one' | 'many') {
  const file = new Uint8Array(await (await fetch(path)).arrayBuffer());
  const analysis = await engine.analyse(file, { scene, embed: true, liveness: true });
  const faces = analysis.faces.map((face) => ({ ...face, embedding: Array.from(face.embedding ?? []) }));
  return { ...analysis, faces };
}

Object.assign(globalThis, { embed, analyse, ready: true });
