import type { Plugin } from 'vite';

/** Modules of Node that a library loads where there is no browser, with the library. */
const FALLBACKS: readonly (readonly [module: string, library: RegExp])[] = [
  ['crypto', /\/@hpke\/common\//],
  ['node:module', /\/@electric-sql\/pglite\//],
];
const EMPTY = '\0rollcall:node-fallback';

/**
 * Vite plugin that puts an empty module in place of those, and of no others: the build still says when anything else
 * imports a module that a browser does not have.
 */
export function emptyNodeFallbacks(): Plugin {
  return {
    name: 'rollcall:node-fallbacks',
    apply: 'build',
    enforce: 'pre',
    resolveId: (module, importer = '') =>
      FALLBACKS.some(([name, library]) => name === module && library.test(importer)) ? EMPTY : null,
    load: (id) => (id === EMPTY ? 'export {};' : null),
  };
}
