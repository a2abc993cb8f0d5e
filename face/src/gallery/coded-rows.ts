import { CODE_LANES, createCodeKernel } from './code.kernel.ts';

/** Rough scores of all rows. */
export interface RoughScores {
  /** In a buffer that the next call overwrites. */
  readonly scores: Int32Array;
  /** So far a rough score can be from the true one, at most. */
  readonly slack: number;
}

/**
 * Templates as one byte a number: a quarter of the memory to read, which is what a search waits for. A rough score is off by at
 * most a known amount, so that the best rows are found exactly: those that could be among them are scored again.
 */
export interface CodedRows {
  set(row: number, embedding: Float32Array): void;
  /** Overwrites one row with another. */
  copy(from: number, to: number): void;
  clear(row: number): void;
  score(query: Float32Array, rows: number): RoughScores;
}

/** Codes per unit. Numbers of a normalised template are hardly ever above a half; those are cut, which the slack knows. */
const SCALE = 254;
const MOST = 127;
/** Far more than sums of 32-bit numbers are off. */
const ROUNDING = 1e-5;
const PAGE_BYTES = 65_536;
const FIRST_CAPACITY = 256;

/** Writes the codes of a vector; returns its distance from what they say, and how long that is. */
function encode(vector: Float32Array, codes: Int8Array | Int16Array): { off: number; length: number } {
  let [off, length] = [0, 0];
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] ?? 0;
    const code = Math.max(-MOST, Math.min(MOST, Math.round(value * SCALE)));
    codes[i] = code;
    off += (value - code / SCALE) ** 2;
    length += (code / SCALE) ** 2;
  }
  return { off: Math.sqrt(off), length: Math.sqrt(length) };
}

/** Null in a browser without SIMD. */
export function createCodedRows(size: number): CodedRows | null {
  const rowBytes = Math.ceil(size / CODE_LANES) * CODE_LANES;
  const queryBytes = 2 * rowBytes;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel = createCodeKernel(memory);
  if (!kernel) return null;
  let capacity = 0;
  /** The largest distance of a row from its codes, and the longest. Rows that are gone are not forgotten: they are bounds. */
  const worst = { off: 0, length: 0 };
  // Layout: query, rows, scores.
  const rowAt = (row: number) => queryBytes + rowBytes * row;
  const rowView = (row: number) => new Int8Array(memory.buffer, rowAt(row), rowBytes);

  function reserve(wanted: number): void {
    if (wanted <= capacity) return;
    capacity = Math.max(wanted, Math.ceil(capacity * 1.5), FIRST_CAPACITY);
    const missing = rowAt(capacity) + 4 * capacity - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  }

  return {
    set: (row, embedding) => {
      reserve(row + 1);
      const { off, length } = encode(embedding, rowView(row));
      worst.off = Math.max(worst.off, off);
      worst.length = Math.max(worst.length, length);
    },
    copy: (from, to) => rowView(to).set(rowView(from)),
    clear: (row) => rowView(row).fill(0),
    score: (query, rows) => {
      const { off } = encode(query, new Int16Array(memory.buffer, 0, size));
      kernel(0, rowAt(0), rows, rowBytes, rowAt(capacity));
      const length = Math.hypot(...query);
      // |q·x - q'·x'| <= |q||x - x'| + |q - q'||x'|, and a little for the rounding of the true score.
      const slack = (length * worst.off + off * worst.length + ROUNDING) * SCALE * SCALE;
      return { scores: new Int32Array(memory.buffer, rowAt(capacity), rows), slack };
    },
  };
}
