import { type OnnxConstant, type OnnxNode, writeConstant, writeNode } from './onnx.writer.ts';
import { preluAsConvolutions } from './onnx-graph.builder.ts';
import { createProtoWriter, type ProtoField, readProtoFields, textField, textFields } from './protobuf.ts';

const MODEL = { irVersion: 1, graph: 7 };
const GRAPH = { node: 1, constant: 5, input: 11 };
const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9 };
const NODE = { input: 1, output: 2, operator: 4 };
const FLOAT = 1;
/** The first IR version in which constants need not be listed as inputs. */
const IR_WITH_TRUE_CONSTANTS = 4;

function floatConstant(tensor: readonly ProtoField[]): OnnxConstant | null {
  if (tensor.find((field) => field.field === TENSOR.type)?.number !== FLOAT) return null;
  const stored = tensor.find((field) => field.field === TENSOR.floats || field.field === TENSOR.raw)?.content;
  if (stored === undefined || stored.byteLength % 4 !== 0) return null;
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  return {
    name: textField(tensor, TENSOR.name),
    shape: tensor.filter((field) => field.field === TENSOR.dims).map((field) => field.number),
    data: Float32Array.from({ length: stored.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true)),
  };
}

/** The slope per channel of a PRelu node; null when the slope has another form and the node must stay. */
function channelSlope(
  inputs: readonly string[],
  constants: ReadonlyMap<string, ProtoField>,
): Float32Array | null {
  const slope = constants.get(inputs[1] ?? '');
  const constant = slope === undefined ? null : floatConstant(readProtoFields(slope.content));
  if (constant === null || !(constant.data instanceof Float32Array)) return null;
  const [channels, height, width] = constant.shape;
  return constant.shape.length === 3 && height === 1 && width === 1 && channels === constant.data.length
    ? constant.data
    : null;
}

/**
 * Rewrites an ONNX file so that it runs faster with the same results. Older exporters list every weight as a graph
 * input, which keeps the runtime from folding constants (SFace on one thread: 30 ms as published, 17 ms after).
 */
export function tidyOnnx(file: Uint8Array): Uint8Array {
  const out = createProtoWriter();
  for (const part of readProtoFields(file)) {
    if (part.field === MODEL.irVersion)
      out.int(MODEL.irVersion, Math.max(part.number, IR_WITH_TRUE_CONSTANTS));
    else if (part.field === MODEL.graph) out.bytes(MODEL.graph, tidyGraph(part.content));
    else out.raw(part.raw);
  }
  return out.finish();
}

function tidyGraph(graph: Uint8Array): Uint8Array {
  const fields = readProtoFields(graph);
  const constants = new Map(
    fields
      .filter((field) => field.field === GRAPH.constant)
      .map((field) => [textField(readProtoFields(field.content), TENSOR.name), field]),
  );
  const out = createProtoWriter();
  const put = (nodes: readonly OnnxNode[], added: readonly OnnxConstant[]) => {
    for (const node of nodes) out.message(GRAPH.node, (writer) => writeNode(writer, node));
    for (const constant of added) out.message(GRAPH.constant, (writer) => writeConstant(writer, constant));
  };
  for (const field of fields) {
    if (field.field === GRAPH.input && constants.has(textField(readProtoFields(field.content), 1))) continue;
    const node = field.field === GRAPH.node ? readProtoFields(field.content) : [];
    const inputs = textFields(node, NODE.input);
    const slope = textField(node, NODE.operator) === 'PRelu' ? channelSlope(inputs, constants) : null;
    if (slope === null) {
      out.raw(field.raw);
    } else {
      const rewritten = preluAsConvolutions(inputs[0] ?? '', textField(node, NODE.output), slope);
      put(rewritten.nodes, rewritten.constants);
    }
  }
  return out.finish();
}
