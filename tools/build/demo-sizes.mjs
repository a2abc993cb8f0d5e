// Download sizes of the demo as sent with gzip, and their limits.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMITS = {
  /** Scripts of the page, without its worker. */
  pageJs: 200_000,
  /** Everything that a visit without a camera can load; 215 kB of it are the chart library, loaded with the first picture. */
  beforeCamera: 5_520_000,
  /** The ONNX runtime. */
  runtime: 2_700_000,
  /** Fonts of PDF reports with their tools: a report loads the few of them that its names need. */
  fonts: 10_500_000,
  /** Everything except models and those fonts. */
  together: 8_220_000,
};

/** Models and their runtime are loaded with the first camera. */
const isModel = (path) => path.startsWith('models/');
const isRuntime = (path) => /onnx-runtime|ort-wasm|face\.worker|guidance\.worker/.test(path);
/** docs/decisions/0048 */
const isFont = (path) => /noto-|harfbuzz-|decompress-|font-slices-|unicode-/.test(path);

async function list(folder, below = '') {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return list(folder, path);
    return entry.name.startsWith('.') ? [] : [path];
  });
  return (await Promise.all(nested)).flat();
}

export async function measureDemo(dist) {
  const sizes = new Map();
  for (const path of await list(dist)) {
    const content = await readFile(join(dist, path));
    // Packs and models are already compressed.
    const isPacked = /\.(pack|onnx|woff2?|png)$/.test(path);
    sizes.set(path, isPacked ? content.length : gzipSync(content, { level: 9 }).length);
  }
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  const scripts = new Set([...page.matchAll(/"\.\/([^"]+\.js)"/g)].map((match) => match[1]));
  const sum = (isCounted) =>
    [...sizes].reduce((total, [path, size]) => total + (isCounted(path) ? size : 0), 0);
  return {
    sizes,
    pageJs: sum((path) => scripts.has(path)),
    beforeCamera: sum((path) => !isModel(path) && !isRuntime(path) && !isFont(path)),
    runtime: sum(isRuntime),
    fonts: sum(isFont),
    together: sum((path) => !isModel(path) && !isFont(path)),
    models: sum(isModel),
  };
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(9)} kB`;

/** Prints the sums, and unless `quiet` every file; fails the process when a limit is exceeded. */
export async function reportSizes(dist, quiet) {
  const { sizes, ...sums } = await measureDemo(dist);
  const line = (bytes, text) => process.stdout.write(`${kilobytes(bytes)}  ${text}\n`);
  for (const [path, size] of quiet ? [] : [...sizes].sort((a, b) => b[1] - a[1])) line(size, path);
  line(sums.pageJs, `scripts of the page before its worker (limit ${LIMITS.pageJs / 1000} kB)`);
  line(sums.beforeCamera, `everything before the first camera (limit ${LIMITS.beforeCamera / 1000} kB)`);
  line(sums.runtime, `with the first camera: the runtime (limit ${LIMITS.runtime / 1000} kB)`);
  line(sums.together, `all of that (limit ${LIMITS.together / 1000} kB)`);
  line(sums.models, 'with the first camera: the networks');
  line(
    sums.fonts,
    `fonts, of which a PDF report loads what its names need (limit ${LIMITS.fonts / 1000} kB)`,
  );
  const tooLarge = Object.keys(LIMITS).filter((name) => sums[name] > LIMITS[name]);
  if (tooLarge.length > 0) {
    process.stderr.write(`The demo is larger than it may be: ${tooLarge.join(', ')}.\n`);
    process.exitCode = 1;
  }
}
