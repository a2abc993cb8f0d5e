import { Hono } from 'hono';
import type { Env } from '../http/router.ts';
import { type ApiDocument, docsPage } from './docs-page.ts';

interface Rendered {
  readonly text: string;
  readonly etag: string;
}

async function render(text: string): Promise<Rendered> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { text, etag: `"${hex.slice(0, 32)}"` };
}

/**
 * Serves the OpenAPI document and the page made from it. Both are rendered with the first request and kept as text:
 * anybody may ask for them, and rendering takes tens of milliseconds of the thread that answers everybody.
 */
export function documentRoutes(describe: () => ApiDocument) {
  let json: Promise<Rendered> | null = null;
  let page: Promise<Rendered> | null = null;
  const app = new Hono<Env>();
  const serve = (path: string, type: string, rendered: () => Promise<Rendered>) =>
    app.get(path, async (c) => {
      const { text, etag } = await rendered();
      const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache', ETag: etag };
      if (c.req.header('If-None-Match') === etag) return c.body(null, 304, headers);
      return c.body(text, 200, headers);
    });
  serve('/api/openapi.json', 'application/json', () => {
    json ??= render(JSON.stringify(describe()));
    return json;
  });
  serve('/api/docs', 'text/html; charset=UTF-8', () => {
    page ??= Promise.resolve(docsPage(describe())).then((html) => render(String(html)));
    return page;
  });
  return app;
}
