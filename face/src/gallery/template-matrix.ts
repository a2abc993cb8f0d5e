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
  /** A copy of the row. */
  at(row: number): Float32Array;
}

const PAGE_BYTES = 65_536;
const FIRST_CAPACITY = 256;

export function createTemplateMatrix(size: number, simd = true): TemplateMatrix {
  const padded = Math.ceil(size / LANES) * LANES;
  const rowBytes = padded * 4;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel = createDotKernel(memory, simd);
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

  function score(query: Float32Array, first: number, count: number): Float32Array {
    if (query.length !== size) throw new Error('Embeddings of different models cannot be compared.');
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
      return rows++;
    },
    remove: (row) => {
      rows -= 1;
      const last = view(rowAt(rows), padded);
      if (row !== rows) view(rowAt(row), padded).set(last);
      // The removed template must not stay in memory.
      last.fill(0);
      return rows;
    },
    scoreAll: (query) => score(query, 0, rows),
    scoreRow: (query, row) => score(query, row, 1)[0] ?? 0,
    at: (row) => view(rowAt(row), size).slice(),
  };
}
