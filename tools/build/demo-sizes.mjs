// Download sizes of the demo as sent with gzip, and their limits.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMITS = {
  /** Scripts of the page, without its worker. */
  pageJs: 200_000,
  /** Everything that a visit without a camera can load in one language; 215 kB of it are the chart library, loaded with the first picture, 140 kB the kiosk with cards, health, its settings and who is present. */
  beforeCamera: 5_560_000,
  /** The ONNX runtime. */
  runtime: 2_700_000,
  /** Fonts of PDF reports with their tools: a report loads the few of them that its names need. */
  fonts: 10_500_000,
  /** Everything except models and those fonts. */
  together: 8_130_000,
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

/** Files with the texts of each language. */
async function textFiles(dist) {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  const languages = new Map();
  for (const [key, { file, name = '' }] of Object.entries(manifest)) {
    const [, ...found] = /locales\/(\w+)\/|^_texts-(?:sign-in-)?(\w+)-/.exec(key) ?? [];
    const language = found.find(Boolean);
    if (!language) {
      if (name.startsWith('texts')) throw new Error(`The texts in ${file} have no language.`);
      continue;
    }
    languages.set(language, (languages.get(language) ?? new Set()).add(file));
  }
  return [...languages.values()];
}

/** A visit loads one language: all but the largest are left out. */
async function unusedTexts(dist, sizes) {
  const languages = await textFiles(dist);
  const sizeOf = (files) => [...files].reduce((total, path) => total + (sizes.get(path) ?? 0), 0);
  const [, ...others] = languages.sort((one, other) => sizeOf(other) - sizeOf(one));
  return new Set(others.flatMap((files) => [...files]));
}

export async function measureDemo(dist) {
  const sizes = new Map();
  for (const path of await list(dist)) {
    const content = await readFile(join(dist, path));
    // Packs and models are already compressed.
    const isPacked = /\.(pack|onnx|woff2?|png)$/.test(path);
    sizes.set(path, isPacked ? content.length : gzipSync(content, { level: 9 }).length);
  }
  const pages = JSON.parse(await readFile(join(dist, '.vite/visitor-pages.json'), 'utf8'));
  const scripts = new Set(pages['/'].js);
  const unused = await unusedTexts(dist, sizes);
  const sum = (isCounted) =>
    [...sizes].reduce((total, [path, size]) => total + (isCounted(path) && !unused.has(path) ? size : 0), 0);
  return {
    sizes,
    pageJs: [...scripts].reduce((total, path) => total + (sizes.get(path) ?? 0), 0),
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
