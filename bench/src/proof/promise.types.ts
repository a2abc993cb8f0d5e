import type { ResultReader } from './result-reader.ts';

/** A promise of the product, and how the last measurement of it came out. */
export interface ProvenPromise {
  readonly promise: string;
  /** The npm script that measures it. */
  readonly command: string;
  /** The file under bench/results. */
  readonly result: string;
  /** The part of it that was measured at a time of its own. */
  readonly part?: string;
  figure(of: ResultReader): string;
  /** Where a goal was set: what it is, whether it was reached, and what holds it back. */
  readonly goal?: {
    readonly text: string;
    isMet(of: ResultReader): boolean;
    /** Said when it was missed. */
    readonly why: string;
  };
}

export interface PromiseGroup {
  readonly title: string;
  readonly promises: readonly ProvenPromise[];
}
