import type { OnnxGraphBuilder } from './onnx-graph.builder.ts';
import type { TfliteGraph, TfliteOperator } from './tflite.reader.ts';

interface PlainTensor {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/** Adds leading axes of size 1, as broadcasting does. */
export function asRankFour(shape: readonly number[]): [number, number, number, number] {
  if (shape.length > 4) throw new Error(`A tensor of ${shape.length} axes is not supported.`);
  const [a, b, c, d] = [...Array<number>(4 - shape.length).fill(1), ...shape];
  return [a ?? 1, b ?? 1, c ?? 1, d ?? 1];
}

/** Transposes batch, height, width, channel to batch, channel, height, width; filters likewise. */
export function toPlanar(data: Float32Array, shape: readonly [number, number, number, number]): PlainTensor {
  const [batch, height, width, channels] = shape;
  const out = new Float32Array(data.length);
  let to = 0;
  for (let n = 0; n < batch; n++) {
    for (let c = 0; c < channels; c++) {
      for (let i = 0; i < height * width; i++) {
        out[to++] = data[(n * height * width + i) * channels + c] ?? 0;
      }
    }
  }
  return { data: out, shape: [batch, channels, height, width] };
}

/**
 * Memory layout of a tensor: `native` is TensorFlow's (channels last), `planar` is what ONNX convolutions take
 * (channels first). A tensor is transposed only where an operator needs the other layout.
 */
export type Layout = 'native' | 'planar';

export interface ConversionContext {
  readonly graph: TfliteGraph;
  readonly onnx: OnnxGraphBuilder;
  shape(tensor: number): readonly number[];
  /** Values of a constant tensor; null when the tensor is computed. */
  numbers(tensor: number): Float32Array | null;
  /** Values of a constant integer tensor. */
  integers(tensor: number): number[];
  layout(tensor: number): Layout;
  /** The ONNX name of a tensor in a layout; adds a Transpose where needed. */
  value(tensor: number, layout: Layout): string;
  /** Registers the ONNX name that holds a tensor. */
  define(tensor: number, layout: Layout, name: string): void;
  defineConstant(tensor: number, data: Float32Array): void;
  /** The operator that computes a tensor; null for inputs and constants. */
  producer(tensor: number): TfliteOperator | null;
}

const TO_PLANAR = [0, 3, 1, 2];
const TO_NATIVE = [0, 2, 3, 1];

/** Keeps track of where each TensorFlow Lite tensor is in the ONNX graph. */
export function createConversionContext(graph: TfliteGraph, onnx: OnnxGraphBuilder): ConversionContext {
  const constants = new Map<number, Float32Array>();
  const computed = new Map<number, Partial<Record<Layout, string>>>();
  const producers = new Map(
    graph.operators.flatMap((operator) => operator.outputs.map((output) => [output, operator] as const)),
  );
  const tensorAt = (tensor: number) => {
    const found = graph.tensors[tensor];
    if (found === undefined) throw new Error(`The file refers to a missing tensor: ${tensor}.`);
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
      if (!(stored instanceof BigInt64Array)) throw new Error('Expected a constant integer tensor.');
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

/** Appends the ONNX equivalent of one TensorFlow Lite operator to the graph. */
export type ConvertOperator = (context: ConversionContext, operator: TfliteOperator) => void;

export function inputAt(operator: TfliteOperator, index: number): number {
  const tensor = operator.inputs[index];
  if (tensor === undefined || tensor < 0) throw new Error(`Operator ${operator.code} lacks input ${index}.`);
  return tensor;
}

export function outputOf(operator: TfliteOperator): number {
  const [tensor] = operator.outputs;
  if (tensor === undefined) throw new Error(`Operator ${operator.code} has no output.`);
  return tensor;
}

/** Adds the activation that TensorFlow Lite fuses into an operator as a separate ONNX operator. */
export function applyActivation(onnx: OnnxGraphBuilder, value: string, activation: number): string {
  switch (activation) {
    case 0:
      return value;
    case 1:
      return onnx.node('Relu', [value]);
    case 3:
      return onnx.node('Clip', [
        value,
        onnx.float(Float32Array.of(0), []),
        onnx.float(Float32Array.of(6), []),
      ]);
    default:
      throw new Error(`This converter does not know the activation ${activation}.`);
  }
}
