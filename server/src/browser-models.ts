import { readFile } from 'node:fs/promises';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { MODEL_PARTS } from '@rollcall/face/models/model-parts';
import { Hono } from 'hono';

/** What the live guidance in the browser needs. The recogniser and the anti-spoof network stay on the server. */
const FOR_THE_BROWSER = ['detector', 'mesh', 'blendshapes'] as const;

/**
 * `/models/{file}?v={start of its sha256}`. The address names the content, so a browser may keep it for ever;
 * without the right `v` nothing is promised.
 */
export function browserModels(files: () => ModelFiles | null): Hono {
  const app = new Hono();
  app.get('/models/:file', async (c) => {
    const part = MODEL_PARTS.find(({ file }) => file === c.req.param('file'));
    const id = FOR_THE_BROWSER.find((each) => each === part?.id);
    if (!part || !id) return c.notFound();
    const path = files()?.[id];
    // Still being fetched, or not to be had: the camera works without guidance.
    if (path === undefined) return c.body(null, 503, { 'Retry-After': '5' });
    const named = c.req.query('v');
    const isNamed = named !== undefined && named.length >= 16 && part.sha256.startsWith(named);
    return c.body(await readFile(path), 200, {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': isNamed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  });
  return app;
}
