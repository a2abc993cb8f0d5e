import type { AttributeValue, OnnxConstant, OnnxGraph, OnnxNode, OnnxValue } from './onnx.writer.ts';
import { preluAsConvolutions } from './prelu.rewrite.ts';

export interface OnnxGraphBuilder {
  float(data: Float32Array, shape: readonly number[]): string;
  int(data: readonly number[]): string;
  node(operator: string, inputs: readonly string[], attributes?: OnnxNode['attributes']): string;
  prelu(input: string, slope: Float32Array): string;
  /** Names an existing value as an output of the graph. */
  build(inputs: readonly OnnxValue[], outputs: readonly (OnnxValue & { from: string })[]): OnnxGraph;
}

export function createOnnxGraphBuilder(): OnnxGraphBuilder {
  const nodes: OnnxNode[] = [];
  const constants: OnnxConstant[] = [];
  const add = (constant: Omit<OnnxConstant, 'name'>): string => {
    const name = `c${constants.length}`;
    constants.push({ ...constant, name });
    return name;
  };
  const node = (
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, AttributeValue>> = {},
  ): string => {
    const output = `v${nodes.length}`;
    nodes.push({ operator, inputs, output, attributes });
    return output;
  };
  return {
    float: (data, shape) => add({ data, shape }),
    int: (data) => add({ data: BigInt64Array.from(data, BigInt), shape: [data.length] }),
    node,
    prelu: (input, slope) => {
      const output = `v${nodes.length}`;
      const rewritten = preluAsConvolutions(input, output, slope);
      nodes.push(...rewritten.nodes);
      constants.push(...rewritten.constants);
      return output;
    },
    build: (inputs, outputs) => {
      const named = outputs.map(({ name, shape, from }) => {
        nodes.push({ operator: 'Identity', inputs: [from], output: name, attributes: {} });
        return { name, shape };
      });
      // Operators that were folded into others are still listed; keep only what an output needs.
      const needed = new Set(named.map((output) => output.name));
      const kept = nodes
        .toReversed()
        .filter((candidate) => {
          if (!needed.has(candidate.output)) return false;
          for (const input of candidate.inputs) needed.add(input);
          return true;
        })
        .toReversed();
      return {
        nodes: kept,
        constants: constants.filter((constant) => needed.has(constant.name)),
        inputs,
        outputs: named,
      };
    },
  };
}
