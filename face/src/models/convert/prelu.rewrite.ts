import type { OnnxConstant, OnnxNode } from './onnx.writer.ts';

/**
 * A PReLU as `slope * x + (1 - slope) * relu(x)`, the two products being 1x1 depthwise convolutions.
 * ONNX has a PRelu operator, but the runtime's CPU kernel for it took 17 of the mesh's 27 ms (measured);
 * convolutions stay in the runtime's blocked memory layout and cost a tenth of that.
 */
export function preluAsConvolutions(
  input: string,
  output: string,
  slope: Float32Array,
): { nodes: OnnxNode[]; constants: OnnxConstant[] } {
  const channels = slope.length;
  const [below, positive, above] = [`${output}_below`, `${output}_positive`, `${output}_above`];
  const [slopeName, restName] = [`${output}_slope`, `${output}_rest`];
  const scale = (from: string, by: string, to: string): OnnxNode => ({
    operator: 'Conv',
    inputs: [from, by],
    output: to,
    attributes: {
      kernel_shape: [1, 1],
      strides: [1, 1],
      dilations: [1, 1],
      group: channels,
      pads: [0, 0, 0, 0],
    },
  });
  const shape = [channels, 1, 1, 1];
  return {
    nodes: [
      scale(input, slopeName, below),
      { operator: 'Relu', inputs: [input], output: positive, attributes: {} },
      scale(positive, restName, above),
      { operator: 'Add', inputs: [below, above], output, attributes: {} },
    ],
    constants: [
      { name: slopeName, shape, data: slope },
      { name: restName, shape, data: slope.map((a) => 1 - a) },
    ],
  };
}
