import { serveStatic } from '@hono/node-server/serve-static';
import type { App } from '@rollcall/api/app';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import { createDocuments } from './documents.ts';

/**
 * Own origin only; no inline script, plugin or frame. `wasm-unsafe-eval` allows WebAssembly to compile, and
 * nothing else; the component library positions its menus with inline styles.
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

interface WebAppNeeds {
  readonly api: App;
  /** Further apps of the server: models, metrics. */
  readonly others: readonly Hono[];
  readonly guard: MiddlewareHandler;
  /** The built web app. */
  readonly webFolder: string;
  readonly isDemo: boolean;
  readonly isSetUp: () => Promise<boolean>;
}

/** Serves the API, further apps and the built web app. Files with a hash in their name are cached for ever. */
export async function createWebApp(needs: WebAppNeeds): Promise<Hono> {
  const { api, others, guard, webFolder, isDemo, isSetUp } = needs;
  const sendPage = await createDocuments({
    webFolder,
    kind: isDemo ? 'demo' : 'own',
    isSetUp,
    notBuilt: NOT_BUILT,
  });
  const app = new Hono();
  app.use(guard);
  app.use(
    secureHeaders({
      contentSecurityPolicy: CONTENT_SECURITY_POLICY,
      permissionsPolicy: { camera: ['self'], microphone: [], geolocation: [] },
      referrerPolicy: 'same-origin',
      crossOriginOpenerPolicy: 'same-origin',
      xFrameOptions: 'DENY',
      // The server may run on plain http without a proxy.
      strictTransportSecurity: false,
    }),
  );
  app.use(compress());
  // Everything below /api goes to the API, so that an unknown call gets its 404 and not a page.
  app.all('/api/*', (c) => api.fetch(c.req.raw, c.env));
  for (const other of others) app.route('/', other);
  // Files of the build itself, such as its digest.
  app.use('*', async (c, next) => (/\/\./.test(c.req.path) ? c.notFound() : next()));
  app.use(
    '/assets/*',
    serveStatic({
      root: webFolder,
      // The build writes .br and .gz files, compressed more strongly than at run time.
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  app.get('/', sendPage);
  // The documents have addresses of their own.
  app.get('/index.html', sendPage);
  app.get('/pages/*', (c) => c.notFound());
  app.use(
    '*',
    serveStatic({ root: webFolder, onFound: (_path, c) => c.header('Cache-Control', 'no-cache') }),
  );
  // Every other path without a file extension is a route of the web app.
  app.get('*', (c) => (/\.[a-z0-9]+$/i.test(c.req.path) ? c.notFound() : sendPage(c)));
  return app;
}
