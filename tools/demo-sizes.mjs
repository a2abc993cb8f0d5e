// What a visit to the demo costs, file by file as gzip would send it, and the limits it is held to.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Scripts of the page before its worker, and everything but the face engine. */
const PAGE_JS_MAX = 200_000;
const TOTAL_MAX = 8_000_000;

/** Comes with the first camera: the networks and the runtime that runs them. */
const isFaceEngine = (path) => path.startsWith('models/') || /ort-wasm|face\.worker/.test(path);

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
    // Packs and networks are as small as they get.
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
    total: sum((path) => !isFaceEngine(path)),
    faceEngine: sum(isFaceEngine),
  };
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(9)} kB`;

/** Every file, or only the sums. */
export async function reportSizes(dist, quiet) {
  const { sizes, pageJs, total, faceEngine } = await measureDemo(dist);
  for (const [path, size] of quiet ? [] : [...sizes].sort((a, b) => b[1] - a[1]))
    process.stdout.write(`${kilobytes(size)}  ${path}\n`);
  process.stdout.write(
    `${kilobytes(pageJs)}  scripts of the page before its worker (limit ${PAGE_JS_MAX / 1000} kB)\n`,
  );
  process.stdout.write(
    `${kilobytes(total)}  everything but the face engine (limit ${TOTAL_MAX / 1000} kB)\n`,
  );
  process.stdout.write(`${kilobytes(faceEngine)}  the face engine, with the first camera\n`);
  if (pageJs > PAGE_JS_MAX || total > TOTAL_MAX) {
    process.stderr.write('The demo is larger than it may be.\n');
    process.exitCode = 1;
  }
}
