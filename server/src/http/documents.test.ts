import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { App } from '@rollcall/api/app';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebApp } from './static-web.ts';

let folder: string;
const write = async (name: string, text: string) => {
  await writeFile(join(folder, name), text);
  await writeFile(join(folder, `${name}.br`), brotliCompressSync(text));
  await writeFile(join(folder, `${name}.gz`), gzipSync(text));
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-documents-'));
  await mkdir(join(folder, 'pages'));
  await write('index.html', 'the app');
  for (const page of ['home', 'faq', 'login'])
    for (const language of ['en', 'de', 'ar'])
      for (const kind of ['demo', 'own'])
        await write(`pages/${page}.${language}.${kind}.html`, `${page} ${language} ${kind}`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Options {
  readonly isDemo?: boolean;
  readonly isSetUp?: () => Promise<boolean>;
}

/** The API is not asked here. */
const open = ({ isDemo = false, isSetUp = async () => true }: Options = {}) =>
  createWebApp({
    api: new Hono() as unknown as App,
    others: [],
    guard: (_, next) => next(),
    webFolder: folder,
    isDemo,
    isSetUp,
  });

const ask = async (path: string, headers: Record<string, string> = {}, options: Options = {}) =>
  (await open(options)).request(path, { headers });
const textOf = async (path: string, headers: Record<string, string> = {}, options: Options = {}) =>
  (await ask(path, headers, options)).text();

describe('the document of an address', () => {
  it.each([
    ['/', 'home en own'],
    ['/faq', 'faq en own'],
    ['/faq?q=password', 'faq en own'],
    ['/login', 'login en own'],
    ['/login?next=%2Fdashboard', 'login en own'],
    ['/dashboard', 'the app'],
    ['/admin/login', 'the app'],
    ['/login/forgot', 'the app'],
    ['/faq/', 'the app'],
    ['/index.html', 'the app'],
  ])('%s is %s', async (path, text) => {
    expect(await textOf(path)).toBe(text);
  });

  it("is a demo's where the demo runs", async () => {
    expect(await textOf('/faq', {}, { isDemo: true })).toBe('faq en demo');
  });

  it('is the app until the institution is set up, and the page from then on', async () => {
    let isDone = false;
    const app = await open({ isSetUp: async () => isDone });
    const text = async () => (await app.request('/')).text();
    expect(await text()).toBe('the app');
    isDone = true;
    expect(await text()).toBe('home en own');
  });

  it('is not served under the name of its file', async () => {
    expect((await ask('/pages/home.en.own.html')).status).toBe(404);
  });
});

describe('the language of a document', () => {
  it.each([
    [{}, 'en'],
    [{ 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' }, 'de'],
    [{ 'Accept-Language': 'fr-FR,fr;q=0.9,ar;q=0.7,en;q=0.5' }, 'ar'],
    [{ 'Accept-Language': 'en;q=0.5,de;q=0.9' }, 'de'],
    [{ 'Accept-Language': 'fr, ja' }, 'en'],
    [{ 'Accept-Language': '*;q=x,,;' }, 'en'],
    // The choice on the page goes before the browser's language.
    [{ 'Accept-Language': 'de', Cookie: 'a=b; rollcall-language=ar' }, 'ar'],
    [{ 'Accept-Language': 'de', Cookie: 'rollcall-language=../../etc' }, 'de'],
  ])('for %o is %s', async (headers, language) => {
    expect(await textOf('/', headers as Record<string, string>)).toBe(`home ${language} own`);
  });
});

describe('a document', () => {
  it('has the strict policy, is checked every time, and differs by language and cookie', async () => {
    for (const path of ['/', '/faq', '/dashboard']) {
      const { headers } = await ask(path);
      expect(headers.get('Content-Security-Policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
      expect(headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
      expect(headers.get('Cache-Control')).toBe('no-cache');
      expect(headers.get('Vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
    }
  });

  it('is sent as the build has compressed it, in what the browser takes', async () => {
    const bytes = async (encodings: string) => {
      const response = await ask('/', { 'Accept-Encoding': encodings });
      const body = Buffer.from(await response.arrayBuffer());
      return { encoding: response.headers.get('Content-Encoding'), body };
    };
    const best = await bytes('gzip, deflate, br, zstd');
    expect(best.encoding).toBe('br');
    expect(brotliDecompressSync(best.body).toString()).toBe('home en own');
    const old = await bytes('gzip, br;q=0');
    expect(old.encoding).toBe('gzip');
    expect(gunzipSync(old.body).toString()).toBe('home en own');
    const none = await bytes('identity');
    expect(none.encoding).toBeNull();
    expect(none.body.toString()).toBe('home en own');
  });

  it('is not sent again to whoever has it, but in another language it is', async () => {
    const etag = (await ask('/')).headers.get('ETag') ?? '';
    expect((await ask('/', { 'If-None-Match': etag })).status).toBe(304);
    expect((await ask('/', { 'If-None-Match': etag, 'Accept-Language': 'de' })).status).toBe(200);
  });
});
