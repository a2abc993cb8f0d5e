import { createServer, type Server } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright-core';
import { installedChromium } from '../../../tools/test/find-chromium.mjs';

export async function chromiumPath(): Promise<string> {
  const path = await installedChromium();
  if (!path) throw new Error('No Chromium found. Install one, or set CHROME_PATH.');
  return path;
}

export interface ServedFile {
  readonly type: 'text/html' | 'text/javascript' | 'application/wasm' | 'application/octet-stream';
  readonly data: Uint8Array | string;
}

function serve(files: ReadonlyMap<string, ServedFile>): Promise<Server> {
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    // Cross-origin isolated, so that the runtime may use shared memory.
    response.writeHead(200, {
      'content-type': file.type,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    response.end(file.data);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Serves the files, opens `/` in Chromium, and passes the page to `work`. */
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
      executablePath: await chromiumPath(),
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
