// `npm run demo`: builds the demo if its sources changed, and serves the folder on this machine.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};
/** Optional: in an isolated page the face engine can use several threads. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const plain = process.argv.includes('--plain');
if (!process.argv.includes('--built')) await import('../build/build-demo.mjs');
const folder = fileURLToPath(new URL('../../demo/dist/', import.meta.url));
/** Path below which the demo is served, as on most static hosts. */
const base = process.env.DEMO_BASE ?? '/';

/** The file for a request's address, or null when there is none inside the folder. */
async function find(address) {
  const { pathname } = new URL(address, 'http://local');
  if (!pathname.startsWith(base)) return null;
  const path = normalize(decodeURIComponent(pathname.slice(base.length - 1)));
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  if (!file.startsWith(folder)) return null;
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? { file, bytes: found.size } : null;
}

const server = createServer(async (request, response) => {
  const found = await find(request.url ?? '/').catch(() => null);
  if (!found) return response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found.\n');
  response.writeHead(200, {
    'Content-Type': TYPES[extname(found.file)] ?? 'application/octet-stream',
    'Content-Length': found.bytes,
    'Cache-Control': /\/(assets|packs)\//.test(found.file)
      ? 'public, max-age=31536000, immutable'
      : 'no-cache',
    ...(plain ? {} : ISOLATED),
  });
  createReadStream(found.file).pipe(response);
});
server.on('error', (error) => {
  process.stderr.write(`${error.message}\nChoose another port with PORT=5051.\n`);
  process.exit(1);
});
server.listen(Number(process.env.PORT ?? 5050), '127.0.0.1', () => {
  process.stdout.write(`The demo is running at http://localhost:${server.address().port}${base}\n`);
});
