import { builtinEnvironments } from 'vitest/runtime';

/**
 * jsdom, but with modules transformed as for a server: the embedded database locates its files by
 * `import.meta.url`, which a browser build would rewrite.
 */
const environment = { ...builtinEnvironments.jsdom, name: 'jsdom-on-server', viteEnvironment: 'ssr' };

export default environment;
