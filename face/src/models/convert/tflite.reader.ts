import { type FlatTable, readFlatbufferRoot } from './flatbuffer.reader.ts';

/** Converts an IEEE 754 half-precision value to a number. */
export function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

export interface TfliteTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** Values of a constant tensor; null for a computed one. */
  readonly constant: Float32Array | BigInt64Array | null;
}

export interface TfliteOperator {
  readonly code: number;
  /** Tensor numbers; -1 is an omitted optional input. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  readonly options: FlatTable | null;
}

export interface TfliteGraph {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

const FILE_IDENTIFIER = 'TFL3';
const TYPE = { float32: 0, float16: 1, int32: 2, int64: 4, bool: 6 };

function readConstant(type: number, data: Uint8Array | null): TfliteTensor['constant'] {
  if (data === null || type === TYPE.bool) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const count = (bytesEach: number) => ({ length: data.byteLength / bytesEach });
  if (type === TYPE.float32) return Float32Array.from(count(4), (_, i) => view.getFloat32(4 * i, true));
  if (type === TYPE.float16)
    return Float32Array.from(count(2), (_, i) => halfToFloat(view.getUint16(2 * i, true)));
  if (type === TYPE.int32) return BigInt64Array.from(count(4), (_, i) => BigInt(view.getInt32(4 * i, true)));
  if (type === TYPE.int64) return BigInt64Array.from(count(8), (_, i) => view.getBigInt64(8 * i, true));
  throw new Error(`This converter does not know the tensor type ${type}.`);
}

/** Reads a .tflite file. The field numbers are those of TensorFlow Lite's published schema, version 3. */
export function readTflite(file: Uint8Array): TfliteGraph {
  if (new TextDecoder().decode(file.subarray(4, 8)) !== FILE_IDENTIFIER) {
    throw new Error('Not a TensorFlow Lite file.');
  }
  const model = readFlatbufferRoot(file);
  // Old files store the operator in a byte, newer ones in an int; the larger value is valid.
  const codes = model.tables(1).map((code) => Math.max(code.int8(0), code.int32(3)));
  const buffers = model.tables(4).map((buffer) => buffer.bytes(0));
  const [graph, ...others] = model.tables(2);
  if (graph === undefined || others.length > 0) throw new Error('Expected exactly one graph in the file.');
  return {
    tensors: graph.tables(0).map((tensor) => ({
      name: tensor.text(3),
      shape: tensor.ints(0),
      constant: readConstant(tensor.int8(1), buffers[tensor.uint32(2)] ?? null),
    })),
    inputs: graph.ints(1),
    outputs: graph.ints(2),
    operators: graph.tables(3).map((operator) => ({
      code: codes[operator.uint32(0)] ?? -1,
      inputs: operator.ints(1),
      outputs: operator.ints(2),
      options: operator.table(4),
    })),
  };
}
