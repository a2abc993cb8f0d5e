import { createCodedRows, type RoughScores } from './coded-rows.ts';
import { createDotKernel, LANES } from './dot.kernel.ts';

/** Templates of one model, one row each, in the WebAssembly memory that the kernel reads. */
export interface TemplateMatrix {
  readonly rows: number;
  /** Returns the number of the new row. */
  add(embedding: Float32Array): number;
  /** Moves the last row into the gap; returns its old number. */
  remove(row: number): number;
  /** Dot products with all rows, in a buffer that the next call overwrites. */
  scoreAll(query: Float32Array): Float32Array;
  scoreRow(query: Float32Array, row: number): number;
  /** A first pass over all rows; null where scoring all of them at once is as quick. */
  scoreRoughly(query: Float32Array): RoughScores | null;
  /** A copy of the row. */
  at(row: number): Float32Array;
}

const PAGE_BYTES = 65_536;
const FIRST_CAPACITY = 256;
/** From so many rows on there is a first pass; `npm run bench:gallery` shows from where on it pays. */
const ROUGH_FROM = 8192;

export function createTemplateMatrix(size: number, simd = true, roughFrom = ROUGH_FROM): TemplateMatrix {
  const padded = Math.ceil(size / LANES) * LANES;
  const rowBytes = padded * 4;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel = createDotKernel(memory, simd);
  const codes = simd ? createCodedRows(size) : null;
  let capacity = 0;
  let rows = 0;
  // Layout: query, rows, scores. Growing may overwrite the scores of the last call.
  const rowAt = (row: number) => rowBytes * (1 + row);
  const view = (byteOffset: number, length: number) => new Float32Array(memory.buffer, byteOffset, length);

  function reserve(wanted: number): void {
    if (wanted <= capacity) return;
    capacity = Math.max(wanted, Math.ceil(capacity * 1.5), FIRST_CAPACITY);
    const missing = rowAt(capacity) + 4 * capacity - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  }

  const check = (query: Float32Array) => {
    if (query.length !== size) throw new Error('Embeddings of different models cannot be compared.');
  };

  function score(query: Float32Array, first: number, count: number): Float32Array {
    check(query);
    view(0, size).set(query);
    kernel(0, rowAt(first), count, rowBytes, rowAt(capacity));
    return view(rowAt(capacity), count);
  }

  return {
    get rows() {
      return rows;
    },
    add: (embedding) => {
      if (embedding.length !== size) throw new Error('The embedding does not belong to this model.');
      reserve(rows + 1);
      view(rowAt(rows), size).set(embedding);
      codes?.set(rows, embedding);
      return rows++;
    },
    remove: (row) => {
      rows -= 1;
      const last = view(rowAt(rows), padded);
      if (row !== rows) {
        view(rowAt(row), padded).set(last);
        codes?.copy(rows, row);
      }
      // The removed template must not stay in memory.
      last.fill(0);
      codes?.clear(rows);
      return rows;
    },
    scoreAll: (query) => score(query, 0, rows),
    scoreRow: (query, row) => score(query, row, 1)[0] ?? 0,
    scoreRoughly: (query) => {
      check(query);
      return codes && rows >= roughFrom ? codes.score(query, rows) : null;
    },
    at: (row) => view(rowAt(row), size).slice(),
  };
}
