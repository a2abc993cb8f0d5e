import { assembleModule, type Code, op, TYPE } from './wasm.assembler.ts';

/** Floats per iteration of the inner loop; rows are zero-padded to a multiple of it. */
export const LANES = 16;

/** Writes the dot products of the query with `rows` consecutive rows. Positions are byte offsets. */
export type DotKernel = (
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
const SUMS = [7, 8, 9, 10];

const increase = (local: number, by: Code): Code => [...op.get(local), ...by, ...op.i32Add, ...op.set(local)];

/** Four independent sums, so that a multiplication need not wait for the previous one. */
const multiplyAndAdd = SUMS.flatMap((sum, i) => [
  ...op.get(sum),
  ...op.get(AT),
  ...op.v128Load(16 * i),
  ...op.get(ROW),
  ...op.v128Load(16 * i),
  ...op.f32x4Mul,
  ...op.f32x4Add,
  ...op.set(sum),
]);

const [FIRST = 0, ...OTHERS] = SUMS;

const body: Code = [
  ...op.block,
  ...op.loop,
  // while (rows > 0)
  ...[...op.get(ROWS), ...op.i32Eqz, ...op.brIf(1)],
  ...SUMS.flatMap((sum) => [...op.v128Zero, ...op.set(sum)]),
  ...[...op.get(QUERY), ...op.set(AT)],
  ...[...op.get(QUERY), ...op.get(ROW_BYTES), ...op.i32Add, ...op.set(END)],
  ...op.loop,
  ...multiplyAndAdd,
  // 64 bytes per iteration, written as 32 + 32 because the assembler's constants stop at 63.
  ...increase(AT, [...op.i32Const(32), ...op.i32Const(32), ...op.i32Add]),
  ...increase(ROW, [...op.i32Const(32), ...op.i32Const(32), ...op.i32Add]),
  ...[...op.get(AT), ...op.get(END), ...op.i32LtU, ...op.brIf(0)],
  ...op.end,
  ...op.get(FIRST),
  ...OTHERS.flatMap((sum) => [...op.get(sum), ...op.f32x4Add]),
  ...op.set(FIRST),
  ...op.get(OUT),
  ...[...op.get(FIRST), ...op.f32x4Lane(0)],
  ...[1, 2, 3].flatMap((lane) => [...op.get(FIRST), ...op.f32x4Lane(lane), ...op.f32Add]),
  ...op.f32Store,
  ...increase(OUT, op.i32Const(4)),
  ...[...op.get(ROWS), ...op.i32Const(1), ...op.i32Sub, ...op.set(ROWS)],
  ...op.br(0),
  ...op.end,
  ...op.end,
];

/** The same kernel in JavaScript, for browsers without SIMD. */
function plainKernel(memory: WebAssembly.Memory): DotKernel {
  return (query, firstRow, rows, rowBytes, out) => {
    const floats = new Float32Array(memory.buffer);
    const size = rowBytes / 4;
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let i = 0; i < size; i++) {
        sum += (floats[query / 4 + i] ?? 0) * (floats[firstRow / 4 + row * size + i] ?? 0);
      }
      floats[out / 4 + row] = sum;
    }
  };
}

/** Compiles the SIMD kernel for a memory, or falls back to JavaScript. */
export function createDotKernel(memory: WebAssembly.Memory, simd = true): DotKernel {
  const bytes = assembleModule({
    exportName: 'dot',
    parameters: 5,
    locals: [
      { count: 2, type: TYPE.i32 },
      { count: SUMS.length, type: TYPE.v128 },
    ],
    body,
  });
  if (!simd || !WebAssembly.validate(bytes)) return plainKernel(memory);
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  const { dot } = instance.exports;
  if (typeof dot !== 'function') throw new Error('The kernel does not export its function.');
  return (...positions) => {
    dot(...positions);
  };
}
