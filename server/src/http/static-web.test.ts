import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '@rollcall/api/app';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebApp } from './static-web.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-web-'));
  for (const name of ['index.html', 'manifest.json', '.built', '.env'])
    await writeFile(join(folder, name), name);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the files of the web app', () => {
  // The API is not asked here.
  const open = () =>
    createWebApp({
      api: new Hono() as unknown as App,
      others: [],
      guard: (_, next) => next(),
      webFolder: folder,
      isDemo: false,
      isSetUp: async () => true,
    });

  it('are served, and pages for every other address', async () => {
    const app = await open();
    expect(await (await app.request('/manifest.json')).text()).toBe('manifest.json');
    expect(await (await app.request('/admin/users')).text()).toBe('index.html');
  });

  it.each(['/.built', '/.env', '/assets/.built', '/%2ebuilt', '/.git/config'])(
    'are not served when their name begins with a dot: %s',
    async (path) => {
      expect((await (await open()).request(path)).status).toBe(404);
    },
  );
});
