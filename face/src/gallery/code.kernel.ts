import { assembleModule, type Code, op, TYPE } from './wasm.assembler.ts';

/** Codes per iteration of the inner loop; rows are zero-padded to a multiple of it. */
export const CODE_LANES = 16;

/**
 * Writes the dot products of the query with `rows` consecutive rows, as whole numbers. Rows are signed bytes; the query is the
 * same as signed 16-bit numbers. Positions are byte offsets.
 */
export type CodeKernel = (
  query: number,
  firstRow: number,
  rows: number,
  rowBytes: number,
  out: number,
) => void;

/** WebAssembly's numbers of the parameters and, after them, the locals. */
const QUERY = 0;
const ROW = 1;
const ROWS = 2;
const ROW_BYTES = 3;
const OUT = 4;
const AT = 5;
const END = 6;
const LOW = 7;
const HIGH = 8;
const CODES = 9;

const increase = (local: number, by: Code): Code => [...op.get(local), ...by, ...op.i32Add, ...op.set(local)];

/** Adds the products of eight codes to a sum. */
const multiplyAndAdd = (sum: number, extend: Code, offset: number): Code => [
  ...[...op.get(CODES), ...extend],
  ...[...op.get(AT), ...op.v128Load(offset)],
  ...op.i32x4DotI16x8,
  ...[...op.get(sum), ...op.i32x4Add, ...op.set(sum)],
];

const body: Code = [
  ...op.block,
  ...op.loop,
  // while (rows > 0)
  ...[...op.get(ROWS), ...op.i32Eqz, ...op.brIf(1)],
  ...[LOW, HIGH].flatMap((sum) => [...op.v128Zero, ...op.set(sum)]),
  ...[...op.get(QUERY), ...op.set(AT)],
  ...[...op.get(ROW), ...op.get(ROW_BYTES), ...op.i32Add, ...op.set(END)],
  ...op.loop,
  ...[...op.get(ROW), ...op.v128Load(0), ...op.set(CODES)],
  ...multiplyAndAdd(LOW, op.i16x8ExtendLow, 0),
  ...multiplyAndAdd(HIGH, op.i16x8ExtendHigh, 16),
  ...increase(ROW, op.i32Const(16)),
  ...increase(AT, op.i32Const(32)),
  ...[...op.get(ROW), ...op.get(END), ...op.i32LtU, ...op.brIf(0)],
  ...op.end,
  ...[...op.get(LOW), ...op.get(HIGH), ...op.i32x4Add, ...op.set(LOW)],
  ...op.get(OUT),
  ...[...op.get(LOW), ...op.i32x4Lane(0)],
  ...[1, 2, 3].flatMap((lane) => [...op.get(LOW), ...op.i32x4Lane(lane), ...op.i32Add]),
  ...op.i32Store,
  ...increase(OUT, op.i32Const(4)),
  ...[...op.get(ROWS), ...op.i32Const(1), ...op.i32Sub, ...op.set(ROWS)],
  ...op.br(0),
  ...op.end,
  ...op.end,
];

/** Compiles the kernel for a memory; null in a browser without SIMD, where a first pass would gain nothing. */
export function createCodeKernel(memory: WebAssembly.Memory): CodeKernel | null {
  const bytes = assembleModule({
    exportName: 'dot',
    parameters: 5,
    locals: [
      { count: 2, type: TYPE.i32 },
      { count: 3, type: TYPE.v128 },
    ],
    body,
  });
  if (!WebAssembly.validate(bytes)) return null;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  const { dot } = instance.exports;
  if (typeof dot !== 'function') throw new Error('The kernel does not export its function.');
  return (...positions) => {
    dot(...positions);
  };
}
