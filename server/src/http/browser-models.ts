import { readFile } from 'node:fs/promises';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { MODEL_PARTS } from '@rollcall/face/models/model-parts';
import { Hono } from 'hono';

/** The models of the camera guidance. The recogniser and the anti-spoof model stay on the server. */
const BROWSER_MODELS = ['detector', 'mesh', 'blendshapes'] as const;

/** Serves `/models/{file}?v={start of its sha256}`; cached for ever when `v` matches the content. */
export function browserModels(files: () => ModelFiles | null): Hono {
  const app = new Hono();
  app.get('/models/:file', async (c) => {
    const part = MODEL_PARTS.find(({ file }) => file === c.req.param('file'));
    const id = BROWSER_MODELS.find((each) => each === part?.id);
    if (!part || !id) return c.notFound();
    const path = files()?.[id];
    // Still downloading, or unavailable: the camera works without guidance.
    if (path === undefined) return c.body(null, 503, { 'Retry-After': '5' });
    const version = c.req.query('v');
    const isCurrent = version !== undefined && version.length >= 16 && part.sha256.startsWith(version);
    return c.body(await readFile(path), 200, {
      'Content-Type': 'application/octet-stream',
      'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  });
  return app;
}
