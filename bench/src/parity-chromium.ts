import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

export interface ServedFile {
  readonly type: 'text/html' | 'text/javascript' | 'application/wasm' | 'application/octet-stream';
  readonly data: Uint8Array | string;
}

/** Where CHROMIUM_PATH says, or the first of the usual names on the search path. */
function findChromium(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined) return named;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
  if (found === undefined) throw new Error('No Chromium found. Install one, or name it in CHROMIUM_PATH.');
  return found;
}

function serve(files: ReadonlyMap<string, ServedFile>): Promise<Server> {
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    // Isolated, so that a runtime may use shared memory.
    response.writeHead(200, {
      'content-type': file.type,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    response.end(file.data);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Chromium on a page made of these files; `/` is the page itself. */
export async function withChromium<T>(
  files: ReadonlyMap<string, ServedFile>,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const server = await serve(files);
  let browser: Browser | null = null;
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The local server has no port.');
    browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    });
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error.message));
    await page.goto(`http://127.0.0.1:${address.port}/`);
    return await work(page);
  } finally {
    await browser?.close();
    server.close();
  }
}
