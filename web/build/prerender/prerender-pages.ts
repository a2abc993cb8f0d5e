import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@rollcall/core/kernel/language';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import {
  PAGE_KINDS,
  type PageKind,
  VISITOR_PAGES,
  type VisitorPage,
} from '../../src/app/start/visitor-pages.ts';
import { dynamicChunk, styleSheetsOf, withImports } from './bundle-graph.ts';
import { criticalCss } from './critical-css.ts';
import { documentName, pageDocument } from './page-documents.ts';
import { withRenderer } from './prerender-bundle.ts';

const START = '/src/app/start/start.tsx';
const SOURCES: Readonly<Record<VisitorPage, string>> = {
  '/': '/src/pages/home/home.page.tsx',
  '/faq': '/src/pages/faq/faq.page.tsx',
  '/login': '/src/pages/login/login.page.tsx',
};

/** What each page loads, English texts included, for tests and benches. */
function filesOf(bundle: Rolldown.OutputBundle) {
  const entry = Object.values(bundle).find((each) => each.type === 'chunk' && each.isEntry);
  if (entry?.type !== 'chunk') throw new Error('The bundle has no entry.');
  const texts = ['common', 'visitors/home'].map((name) => dynamicChunk(bundle, `/src/locales/en/${name}.ts`));
  const files = (page: VisitorPage) => {
    const seen = new Set<string>();
    const roots = [entry, dynamicChunk(bundle, START), dynamicChunk(bundle, SOURCES[page]), ...texts];
    const chunks = roots.flatMap((chunk) => withImports(bundle, chunk, seen));
    return { js: chunks.map(({ fileName }) => fileName), css: styleSheetsOf(chunks) };
  };
  return Object.fromEntries(VISITOR_PAGES.map((page) => [page, files(page)]));
}

/**
 * Vite plugin that writes the pages before the sign-in as documents (docs/decisions/0049). A server gets every page in
 * every language, for a demo and for an institution's own. Other addresses, and the static demo, get index.html, which
 * loads the app at once.
 */
export function prerenderPages(mode: string): Plugin {
  let config: ResolvedConfig;
  const isStaticDemo = mode === 'demo';

  async function writePages(dist: string, bundle: Rolldown.OutputBundle): Promise<void> {
    const shell = await readFile(join(dist, 'index.html'), 'utf8');
    const start = withImports(bundle, dynamicChunk(bundle, START));
    const readStyles = async (page: VisitorPage) => {
      const files = styleSheetsOf([...start, ...withImports(bundle, dynamicChunk(bundle, SOURCES[page]))]);
      const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')));
      // The first paint happens in the document, the style sheets are in the folder of the assets.
      return texts.join('\n').replaceAll('url(./', `url(${config.base}assets/`);
    };
    await writeFile(join(dist, '.vite/visitor-pages.json'), JSON.stringify(filesOf(bundle), null, 2));
    // The static demo starts its database at once: its one document starts the app.
    if (isStaticDemo) return;
    await withRenderer(config, async ({ languages, renderPage, assumedSettings }) => {
      const write = async (page: VisitorPage, language: Language, kind: PageKind, file: string) => {
        const settings = assumedSettings(kind);
        const { markup, title, direction } = await renderPage({ page, language, settings, routing: 'path' });
        const css = criticalCss(
          await readStyles(page),
          `<body class="rc-with-banner"><div id="root">${markup}`,
        );
        const hasBanner = settings.demo_mode;
        const parts = { page, language, direction, title, markup, settings, css, hasBanner };
        await writeFile(join(dist, file), pageDocument(shell, parts));
      };
      await mkdir(join(dist, 'pages'), { recursive: true });
      for (const page of VISITOR_PAGES)
        for (const language of languages)
          for (const kind of PAGE_KINDS)
            await write(page, language, kind, `pages/${documentName(page, language, kind)}`);
    });
  }

  return {
    name: 'rollcall:prerender-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [];
        const chunks = withImports(bundle, dynamicChunk(bundle, START));
        const link = (attrs: Record<string, string>, file: string) => ({
          tag: 'link',
          attrs: { ...attrs, 'data-app': '', crossorigin: '', href: `${config.base}${file}` },
          injectTo: 'head' as const,
        });
        return [
          ...chunks.map(({ fileName }) => link({ rel: 'modulepreload' }, fileName)),
          // The first paint does not wait for it: src/main.tsx asks for it before the app starts.
          ...styleSheetsOf(chunks).map((file) => link({ rel: 'preload', as: 'style' }, file)),
        ];
      },
    },
    async writeBundle({ dir }, bundle) {
      if (dir) await writePages(dir, bundle);
    },
  };
}
