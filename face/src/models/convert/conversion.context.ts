import type { OnnxGraphBuilder } from './onnx-graph.builder.ts';
import { asRankFour, toPlanar } from './tensor-layout.ts';
import type { TfliteGraph, TfliteOperator } from './tflite.reader.ts';

/**
 * TensorFlow keeps images as height, width, channels; ONNX convolutions want channels first.
 * A tensor therefore lives in one of two layouts, and is turned only where an operator needs the other.
 */
export type Layout = 'native' | 'planar';

export interface ConversionContext {
  readonly graph: TfliteGraph;
  readonly onnx: OnnxGraphBuilder;
  shape(tensor: number): readonly number[];
  /** Stored numbers, or null when the tensor is computed. */
  numbers(tensor: number): Float32Array | null;
  integers(tensor: number): number[];
  layout(tensor: number): Layout;
  value(tensor: number, layout: Layout): string;
  define(tensor: number, layout: Layout, name: string): void;
  defineConstant(tensor: number, data: Float32Array): void;
  /** The operator that computes a tensor; null for inputs and constants. */
  producer(tensor: number): TfliteOperator | null;
}

const TO_PLANAR = [0, 3, 1, 2];
const TO_NATIVE = [0, 2, 3, 1];

export function createConversionContext(graph: TfliteGraph, onnx: OnnxGraphBuilder): ConversionContext {
  const constants = new Map<number, Float32Array>();
  const computed = new Map<number, Partial<Record<Layout, string>>>();
  const producers = new Map(
    graph.operators.flatMap((operator) => operator.outputs.map((output) => [output, operator] as const)),
  );
  const tensorAt = (tensor: number) => {
    const found = graph.tensors[tensor];
    if (found === undefined) throw new Error(`The file names a tensor that is not there: ${tensor}.`);
    return found;
  };
  const numbers = (tensor: number): Float32Array | null => {
    const stored = tensorAt(tensor).constant;
    return constants.get(tensor) ?? (stored instanceof Float32Array ? stored : null);
  };
  const constantValue = (tensor: number, data: Float32Array, layout: Layout): string => {
    const { shape } = tensorAt(tensor);
    if (layout === 'native') return onnx.float(data, shape);
    const planar = toPlanar(data, asRankFour(shape));
    return onnx.float(planar.data, planar.shape);
  };
  return {
    graph,
    onnx,
    numbers,
    shape: (tensor) => tensorAt(tensor).shape,
    integers: (tensor) => {
      const stored = tensorAt(tensor).constant;
      if (!(stored instanceof BigInt64Array)) throw new Error('Expected stored whole numbers.');
      return Array.from(stored, Number);
    },
    layout: (tensor) => (computed.get(tensor)?.planar === undefined ? 'native' : 'planar'),
    value: (tensor, layout) => {
      const held = computed.get(tensor) ?? {};
      const ready = held[layout];
      if (ready !== undefined) return ready;
      const data = numbers(tensor);
      const other = layout === 'native' ? held.planar : held.native;
      let name: string;
      if (data !== null) name = constantValue(tensor, data, layout);
      else if (other === undefined) throw new Error(`Tensor ${tensor} is used before it is computed.`);
      else name = onnx.node('Transpose', [other], { perm: layout === 'native' ? TO_NATIVE : TO_PLANAR });
      if (data === null) computed.set(tensor, { ...held, [layout]: name });
      return name;
    },
    define: (tensor, layout, name) => {
      computed.set(tensor, { [layout]: name });
    },
    defineConstant: (tensor, data) => {
      constants.set(tensor, data);
    },
    producer: (tensor) => producers.get(tensor) ?? null,
  };
}
