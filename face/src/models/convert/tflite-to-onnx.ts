import { asRankFour, type ConvertOperator, createConversionContext } from './conversion.context.ts';
import { writeOnnx } from './onnx.writer.ts';
import { createOnnxGraphBuilder } from './onnx-graph.builder.ts';
import { readTflite } from './tflite.reader.ts';
import {
  convertAdd,
  convertDequantize,
  convertDivide,
  convertGreater,
  convertLogistic,
  convertMultiply,
  convertNegate,
  convertPrelu,
  convertReciprocalSquareRoot,
  convertRelu,
  convertSelect,
  convertSquaredDifference,
  convertSquareRoot,
  convertSubtract,
} from './tflite-elementwise.operators.ts';
import {
  convertConvolution,
  convertDepthwiseConvolution,
  convertMaxPool,
  convertResizeBilinear,
} from './tflite-image.operators.ts';
import {
  convertConcatenation,
  convertFullyConnected,
  convertMean,
  convertPad,
  convertReshape,
  convertStridedSlice,
  convertSum,
  convertTranspose,
} from './tflite-shape.operators.ts';

/** Converters by TensorFlow Lite's operator number; only the operators our models use. */
const OPERATORS: ReadonlyMap<number, ConvertOperator> = new Map([
  [0, convertAdd],
  [2, convertConcatenation],
  [3, convertConvolution],
  [4, convertDepthwiseConvolution],
  [6, convertDequantize],
  [9, convertFullyConnected],
  [14, convertLogistic],
  [17, convertMaxPool],
  [18, convertMultiply],
  [19, convertRelu],
  [22, convertReshape],
  [23, convertResizeBilinear],
  [34, convertPad],
  [39, convertTranspose],
  [40, convertMean],
  [41, convertSubtract],
  [42, convertDivide],
  [45, convertStridedSlice],
  [54, convertPrelu],
  [59, convertNegate],
  [61, convertGreater],
  [64, convertSelect],
  [74, convertSum],
  [75, convertSquareRoot],
  [76, convertReciprocalSquareRoot],
  [99, convertSquaredDifference],
]);

/**
 * Converts a TensorFlow Lite file to ONNX. Deterministic on every machine, because the result's hash is pinned.
 * Image inputs become channels first; outputs keep TensorFlow's shape and are named output0, output1 …
 */
export function convertTfliteToOnnx(file: Uint8Array): Uint8Array {
  const graph = readTflite(file);
  const onnx = createOnnxGraphBuilder();
  const context = createConversionContext(graph, onnx);
  const inputs = graph.inputs.map((tensor, i) => {
    const shape = context.shape(tensor);
    const image = shape.length === 4;
    const [n, h, w, c] = asRankFour(shape);
    context.define(tensor, image ? 'planar' : 'native', `input${i}`);
    return { name: `input${i}`, shape: image ? [n, c, h, w] : shape };
  });
  for (const operator of graph.operators) {
    const convert = OPERATORS.get(operator.code);
    if (convert === undefined) throw new Error(`This converter does not know operator ${operator.code}.`);
    convert(context, operator);
  }
  const outputs = graph.outputs.map((tensor, i) => ({
    name: `output${i}`,
    shape: context.shape(tensor),
    from: context.value(tensor, 'native'),
  }));
  return writeOnnx(onnx.build(inputs, outputs));
}
