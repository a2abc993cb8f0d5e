import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '@rollcall/core/kernel/language';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { getCookie } from 'hono/cookie';

/** Paths with a document of their own in every language; web/build/prerender writes them. */
const PAGES: Readonly<Record<string, string>> = { '/': 'home', '/faq': 'faq', '/login': 'login' };
/** The choice of somebody who has changed the language; set by web/src/lib/i18n/i18n.ts. */
const COOKIE = 'rollcall-language';

interface Document {
  readonly etag: string;
  readonly plain: string;
  /** Compressed by the build. */
  readonly br: Uint8Array<ArrayBuffer> | null;
  readonly gzip: Uint8Array<ArrayBuffer> | null;
}

/** Reads a document with its compressed variants. */
async function readDocument(path: string, otherwise?: string): Promise<Document> {
  const plain = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (otherwise === undefined) throw cause;
    return otherwise;
  });
  const variant = async (ending: string) => {
    const bytes = await readFile(`${path}.${ending}`).catch(() => null);
    return bytes && new Uint8Array(bytes);
  };
  // Weak: the variants differ in their bytes.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, br: await variant('br'), gzip: await variant('gz') };
}

const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((each) => each === text);

/** The visitor's choice, else the first language of the browser that there is, else English. */
function languageFor(c: Context): Language {
  const chosen = getCookie(c, COOKIE);
  if (isLanguage(chosen)) return chosen;
  return accepts(c, {
    header: 'Accept-Language',
    supports: [...LANGUAGES],
    default: 'en',
    match: (wanted) =>
      wanted
        .toSorted((a, b) => b.q - a.q)
        .map(({ type }) => type.slice(0, 2).toLowerCase())
        .find(isLanguage) ?? 'en',
  }) as Language; // one of `supports`
}

interface DocumentNeeds {
  readonly webFolder: string;
  /** A demo's pages show its accounts. */
  readonly kind: 'demo' | 'own';
  /** While the institution is not set up, every address is answered with the app, which leads to the set-up. */
  readonly isSetUp: () => Promise<boolean>;
  /** Sent where the web app is not built. */
  readonly notBuilt: string;
}

/**
 * Answers with the HTML document of an address: the prerendered page in the visitor's language for the pages before the
 * sign-in, else index.html, which starts the app. All of them are read when the server starts.
 */
export async function createDocuments({ webFolder, kind, isSetUp, notBuilt }: DocumentNeeds) {
  const app = await readDocument(join(webFolder, 'index.html'), notBuilt);
  const pages = new Map<string, Document>();
  for (const name of await readdir(join(webFolder, 'pages')).catch(() => []))
    if (name.endsWith(`.${kind}.html`)) pages.set(name, await readDocument(join(webFolder, 'pages', name)));

  let wasSetUp = false;
  const choose = async (c: Context): Promise<Document> => {
    const name = PAGES[c.req.path];
    // An institution that is set up stays so.
    wasSetUp ||= name !== undefined && (await isSetUp());
    return (wasSetUp && pages.get(`${name}.${languageFor(c)}.${kind}.html`)) || app;
  };

  return async (c: Context): Promise<Response> => {
    const { etag, plain, br, gzip: zipped } = await choose(c);
    c.header('Cache-Control', 'no-cache');
    c.header('ETag', etag);
    // The same address has several documents.
    c.header('Vary', 'Accept-Encoding, Accept-Language, Cookie');
    if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304);
    const encodings = c.req.header('Accept-Encoding') ?? '';
    c.header('Content-Type', 'text/html; charset=UTF-8');
    for (const [name, bytes] of [
      ['br', br],
      ['gzip', zipped],
    ] as const)
      if (bytes && new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`).test(encodings)) {
        c.header('Content-Encoding', name);
        return c.body(bytes);
      }
    return c.body(plain);
  };
}
