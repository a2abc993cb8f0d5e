/** A measured figure, or null where nothing was measured yet. */
type Figure = { readonly value: number | null; readonly day: string } | null;

export interface BenchFigures {
  /** Share of right decisions, 0..1. */
  readonly accuracy: Figure;
  /** 95 of 100 whole requests were answered within this many milliseconds. */
  readonly requestP95Ms: Figure;
  readonly people: Figure;
  readonly records: Figure;
}
