/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** Set by vite.config.ts at build time. */
declare const __REPOSITORY_URL__: string;
declare const __BENCH_FIGURES__: import('./lib/bench-figures.ts').BenchFigures;
