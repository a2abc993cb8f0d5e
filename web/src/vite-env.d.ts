/// <reference types="vite/client" />
/// <reference types="vite-plugin-pwa/client" />

/** A measured figure, or null where there is no measurement. */
type BenchFigure = { readonly value: number | null; readonly day: string } | null;

interface BenchFigures {
  /** Share of right decisions, 0..1. */
  readonly accuracy: BenchFigure;
  /** 95th percentile of the duration of a whole request. */
  readonly requestP95Ms: BenchFigure;
  readonly people: BenchFigure;
  readonly records: BenchFigure;
}

/** Defined by vite.config.ts at build time. */
declare const __REPOSITORY_URL__: string;
declare const __BENCH_FIGURES__: BenchFigures;
