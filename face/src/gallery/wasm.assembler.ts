/**
 * Assembles a WebAssembly module with one function. Written here instead of compiled, so that neither a build
 * tool nor a committed binary is needed.
 */
export type Code = readonly number[];

/** Unsigned LEB128: seven bits per byte, low bits first. */
export function unsigned(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    out.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  out.push(rest);
  return out;
}

export const TYPE = { i32: 0x7f, v128: 0x7b, none: 0x40 };

const simd = (operation: number, ...rest: number[]): Code => [0xfd, ...unsigned(operation), ...rest];

/** Instructions, named as in the WebAssembly text format. Constants are 0 to 63, so one byte of LEB128 suffices. */
export const op = {
  block: [0x02, TYPE.none],
  loop: [0x03, TYPE.none],
  end: [0x0b],
  br: (depth: number): Code => [0x0c, depth],
  brIf: (depth: number): Code => [0x0d, depth],
  get: (local: number): Code => [0x20, local],
  set: (local: number): Code => [0x21, local],
  i32Const: (value: number): Code => {
    if (value < 0 || value > 63) throw new Error('Constants must be from 0 to 63.');
    return [0x41, value];
  },
  i32Eqz: [0x45],
  i32LtU: [0x49],
  i32Add: [0x6a],
  i32Sub: [0x6b],
  f32Add: [0x92],
  f32Store: [0x38, 2, 0],
  /** Loads four floats. Alignment is declared as 4 bytes, because rows need not start on 16. */
  v128Load: (offset: number): Code => simd(0x00, 2, ...unsigned(offset)),
  v128Zero: simd(0x0c, ...Array<number>(16).fill(0)),
  f32x4Add: simd(0xe4),
  f32x4Mul: simd(0xe6),
  f32x4Lane: (lane: number): Code => simd(0x1f, lane),
  i32Store: [0x36, 2, 0],
  i16x8ExtendLow: simd(0x87),
  i16x8ExtendHigh: simd(0x88),
  i32x4Add: simd(0xae),
  i32x4DotI16x8: simd(0xba),
  i32x4Lane: (lane: number): Code => simd(0x1b, lane),
} as const;

const section = (id: number, content: Code): number[] => [id, ...unsigned(content.length), ...content];
const name = (text: string): number[] => [text.length, ...new TextEncoder().encode(text)];

/** Builds a module that imports its memory as env.memory and exports one function with i32 parameters. */
export function assembleModule(parts: {
  exportName: string;
  parameters: number;
  locals: readonly { count: number; type: number }[];
  body: Code;
}): Uint8Array<ArrayBuffer> {
  const locals = parts.locals.flatMap(({ count, type }) => [count, type]);
  const code = [parts.locals.length, ...locals, ...parts.body, ...op.end];
  const parameters = Array<number>(parts.parameters).fill(TYPE.i32);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, parts.parameters, ...parameters, 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name(parts.exportName), 0x00, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}
