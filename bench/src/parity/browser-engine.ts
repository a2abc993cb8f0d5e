import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cosine } from '@rollcall/core/faces/matching/match.rules';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { build } from 'vite';
import { type ServedFile, withChromium } from '../shared/chromium.ts';
import { fromRoot } from '../shared/results.ts';

export interface BrowserComparison {
  readonly photo: number;
  /** 0 for equal embeddings in Node and in the browser. JPEG decoders differ by a grey level here and there. */
  readonly one_minus_cosine: number;
  readonly liveness_difference: number;
  readonly browser_ms: number;
}

/** Bundles the page's script with Vite. */
async function bundlePage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-parity-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        target: 'es2023',
        minify: false,
        lib: {
          entry: fromRoot('bench/src/parity/browser-engine.page.ts'),
          formats: ['es'],
          fileName: () => 'page.js',
        },
      },
    });
    return await readFile(join(folder, 'page.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface PageAnswer {
  readonly embedding: number[];
  readonly liveness: number;
  readonly milliseconds: number;
}

/** Files of a page with the browser's engine: script, runtime, models and photos (`/photo0` …). */
export async function browserFiles(
  models: ModelFiles,
  photos: readonly Uint8Array[],
): Promise<Map<string, ServedFile>> {
  const runtimeFolder = dirname(createRequire(import.meta.url).resolve('onnxruntime-web/wasm'));
  const runtime = (ending: string) => readFile(join(runtimeFolder, `ort-wasm-simd-threaded.${ending}`));
  const files = new Map<string, ServedFile>([
    ['/', { type: 'text/html', data: '<!doctype html><script type="module" src="/page.js"></script>' }],
    ['/page.js', { type: 'text/javascript', data: await bundlePage() }],
    ['/ort.mjs', { type: 'text/javascript', data: await runtime('mjs') }],
    ['/ort.wasm', { type: 'application/wasm', data: await runtime('wasm') }],
  ]);
  for (const id of ['detector', 'mesh', 'blendshapes', 'antiSpoof', 'recogniser'] as const) {
    files.set(`/${id}.onnx`, { type: 'application/octet-stream', data: await readFile(models[id]) });
  }
  photos.forEach((data, i) => {
    files.set(`/photo${i}`, { type: 'application/octet-stream', data });
  });
  return files;
}

/** Compares the embeddings and liveness scores of both engines for each photo. */
export async function compareWithBrowser(
  models: ModelFiles,
  photos: readonly Uint8Array[],
): Promise<BrowserComparison[]> {
  const answers = await withChromium(await browserFiles(models, photos), async (page) => {
    await page.waitForFunction('globalThis.ready === true', undefined, { timeout: 120_000 });
    const out: PageAnswer[] = [];
    for (const i of photos.keys()) out.push(await page.evaluate(`globalThis.embed('/photo${i}')`));
    return out;
  });
  const engine = await createNodeFaceEngine({ models, threads: 1 });
  const compared: BrowserComparison[] = [];
  for (const [i, photo] of photos.entries()) {
    const { faces } = await engine.analyse(photo, { scene: 'one', embed: true, liveness: true });
    const [ours, theirs] = [faces[0]?.embedding, answers[i]];
    compared.push({
      photo: i,
      one_minus_cosine: ours && theirs ? 1 - cosine(ours, Float32Array.from(theirs.embedding)) : 1,
      liveness_difference: Math.abs((faces[0]?.liveness ?? -1) - (theirs?.liveness ?? -2)),
      browser_ms: Math.round(theirs?.milliseconds ?? -1),
    });
  }
  await engine.close();
  return compared;
}
