import { builtinEnvironments } from 'vitest/runtime';

/**
 * jsdom for the pages, but modules transformed as for a server: the database beside them looks for its files
 * by `import.meta.url`, which a browser build would rewrite.
 */
const environment = { ...builtinEnvironments.jsdom, name: 'jsdom-on-server', viteEnvironment: 'ssr' };

export default environment;
