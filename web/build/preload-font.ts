import type { Plugin } from 'vite';

/** Vite plugin that preloads the Latin font file, which every page needs. */
export function preloadFont(): Plugin {
  let base = '/';
  return {
    name: 'rollcall:preload-font',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        if (!file) return [];
        const attrs = {
          rel: 'preload',
          href: `${base}${file}`,
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
        };
        return [{ tag: 'link', attrs, injectTo: 'head' as const }];
      },
    },
  };
}
