import { createProtoWriter, type ProtoWriter } from './protobuf.ts';

export type AttributeValue = number | string | readonly number[] | { readonly float: number };

export interface OnnxNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

export interface OnnxConstant {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

export interface OnnxValue {
  readonly name: string;
  readonly shape: readonly number[];
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly OnnxConstant[];
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

/** IR 7 belongs to operator set 13; every ONNX Runtime since 2021 reads both. */
const IR_VERSION = 7;
export const OPERATOR_SET = 13;
const TENSOR_TYPE = { float: 1, int64: 7 };
const ATTRIBUTE_TYPE = { float: 1, int: 2, text: 3, ints: 7 };

function writeAttribute(writer: ProtoWriter, name: string, value: AttributeValue): void {
  writer.text(1, name);
  if (typeof value === 'number') {
    writer.int(3, value);
    writer.int(20, ATTRIBUTE_TYPE.int);
  } else if (typeof value === 'string') {
    writer.text(4, value);
    writer.int(20, ATTRIBUTE_TYPE.text);
  } else if ('float' in value) {
    writer.float(2, value.float);
    writer.int(20, ATTRIBUTE_TYPE.float);
  } else {
    for (const item of value) writer.int(8, item);
    writer.int(20, ATTRIBUTE_TYPE.ints);
  }
}

function littleEndianBytes(data: Float32Array | BigInt64Array): Uint8Array {
  const out = new DataView(new ArrayBuffer(data.byteLength));
  if (data instanceof Float32Array)
    for (const [i, value] of data.entries()) out.setFloat32(4 * i, value, true);
  else for (const [i, value] of data.entries()) out.setBigInt64(8 * i, value, true);
  return new Uint8Array(out.buffer);
}

export function writeConstant(writer: ProtoWriter, constant: OnnxConstant): void {
  for (const size of constant.shape) writer.int(1, size);
  writer.int(2, constant.data instanceof Float32Array ? TENSOR_TYPE.float : TENSOR_TYPE.int64);
  writer.text(8, constant.name);
  writer.bytes(9, littleEndianBytes(constant.data));
}

export function writeNode(writer: ProtoWriter, node: OnnxNode): void {
  for (const input of node.inputs) writer.text(1, input);
  writer.text(2, node.output);
  writer.text(4, node.operator);
  for (const [name, value] of Object.entries(node.attributes)) {
    writer.message(5, (attribute) => writeAttribute(attribute, name, value));
  }
}

function writeValue(writer: ProtoWriter, value: OnnxValue): void {
  writer.text(1, value.name);
  writer.message(2, (type) =>
    type.message(1, (tensor) => {
      tensor.int(1, TENSOR_TYPE.float);
      tensor.message(2, (shape) => {
        for (const size of value.shape) shape.message(1, (dimension) => dimension.int(1, size));
      });
    }),
  );
}

export function writeOnnx(graph: OnnxGraph): Uint8Array {
  const model = createProtoWriter();
  model.int(1, IR_VERSION);
  model.text(2, 'rollcall-tflite-to-onnx');
  model.message(7, (out) => {
    for (const node of graph.nodes) {
      out.message(1, (writer) => writeNode(writer, node));
    }
    out.text(2, 'graph');
    for (const constant of graph.constants) out.message(5, (writer) => writeConstant(writer, constant));
    for (const input of graph.inputs) out.message(11, (writer) => writeValue(writer, input));
    for (const output of graph.outputs) out.message(12, (writer) => writeValue(writer, output));
  });
  model.message(8, (opset) => opset.int(2, OPERATOR_SET));
  return model.finish();
}
