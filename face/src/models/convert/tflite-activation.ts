import type { OnnxGraphBuilder } from './onnx-graph.builder.ts';

/** Many operators carry an activation inside; ONNX wants it as an operator of its own. */
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
