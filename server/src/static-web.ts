import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import type { App } from '@rollcall/api/app';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';

/**
 * Nothing from elsewhere, no inline script, no plugin, no frame. `wasm-unsafe-eval` lets WebAssembly compile,
 * and nothing else; inline styles are how the component library positions its menus.
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  workerSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

const NOT_BUILT = `<!doctype html><title>Rollcall</title><p>The web app is not built. Run <code>npm run build</code>, or use <code>npm run dev</code>.</p>`;

/** The API with the built web app around it: files with a hash in their name for ever, the page itself never cached. */
export async function createWebApp(api: App, webFolder: string, models: Hono): Promise<Hono> {
  const page = await readFile(join(webFolder, 'index.html'), 'utf8').catch(() => NOT_BUILT);
  const app = new Hono();
  app.use(
    secureHeaders({
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [] },
      referrerPolicy: 'same-origin',
      crossOriginOpenerPolicy: 'same-origin',
      xFrameOptions: 'DENY',
      // A server on plain http behind no proxy must not promise https.
      strictTransportSecurity: false,
    }),
  );
  app.use(compress());
  // Handed over whole, so that an unknown call gets the API's own 404 and never a page.
  app.all('/api/*', (c) => api.fetch(c.req.raw, c.env));
  app.route('/', models);
  app.use(
    '/assets/*',
    serveStatic({
      root: webFolder,
      // The build leaves .br and .gz beside each file: smaller than anything compressed in passing.
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  const showPage = (c: Context) => {
    c.header('Cache-Control', 'no-cache');
    return c.html(page);
  };
  app.get('/', showPage);
  app.use(
    '*',
    serveStatic({ root: webFolder, onFound: (_path, c) => c.header('Cache-Control', 'no-cache') }),
  );
  // Every other address without a file ending is one of the web app's own routes.
  app.get('*', (c) => (/\.[a-z0-9]+$/i.test(c.req.path) ? c.notFound() : showPage(c)));
  return app;
}
