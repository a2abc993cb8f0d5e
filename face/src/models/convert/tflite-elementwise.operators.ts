import {
  applyActivation,
  asRankFour,
  type ConversionContext,
  type ConvertOperator,
  inputAt,
  type Layout,
  outputOf,
} from './conversion.context.ts';
import type { TfliteOperator } from './tflite.reader.ts';

const GREATER = 61;
const MULTIPLY = 18;

/** Planar if any operand is: transposing a constant costs nothing at run time, transposing an image does. */
function commonLayout(context: ConversionContext, operator: TfliteOperator): Layout {
  return operator.inputs.some((tensor) => context.layout(tensor) === 'planar') ? 'planar' : 'native';
}

function binary(name: string): ConvertOperator {
  return (context, operator) => {
    const layout = commonLayout(context, operator);
    const operands = [inputAt(operator, 0), inputAt(operator, 1)].map((tensor) =>
      context.value(tensor, layout),
    );
    const value = context.onnx.node(name, operands);
    const activated = applyActivation(context.onnx, value, operator.options?.uint8(0) ?? 0);
    context.define(outputOf(operator), layout, activated);
  };
}

function unary(...names: string[]): ConvertOperator {
  return (context, operator) => {
    const input = inputAt(operator, 0);
    const layout = context.layout(input);
    const value = names.reduce((held, name) => context.onnx.node(name, [held]), context.value(input, layout));
    context.define(outputOf(operator), layout, value);
  };
}

export const convertAdd = binary('Add');
export const convertSubtract = binary('Sub');
export const convertMultiply = binary('Mul');
export const convertDivide = binary('Div');
export const convertRelu = unary('Relu');
export const convertLogistic = unary('Sigmoid');
export const convertNegate = unary('Neg');
export const convertSquareRoot = unary('Sqrt');
export const convertReciprocalSquareRoot = unary('Sqrt', 'Reciprocal');

export const convertSquaredDifference: ConvertOperator = (context, operator) => {
  const layout = commonLayout(context, operator);
  const [a, b] = [context.value(inputAt(operator, 0), layout), context.value(inputAt(operator, 1), layout)];
  const difference = context.onnx.node('Sub', [a, b]);
  context.define(outputOf(operator), layout, context.onnx.node('Mul', [difference, difference]));
};

/** Widens half-precision weights during conversion instead of at every run. */
export const convertDequantize: ConvertOperator = (context, operator) => {
  const data = context.numbers(inputAt(operator, 0));
  if (data === null)
    throw new Error('Only constant half-precision weights are supported, not integer quantisation.');
  context.defineConstant(outputOf(operator), data);
};

export const convertPrelu: ConvertOperator = (context, operator) => {
  const slope = context.numbers(inputAt(operator, 1));
  if (slope === null) throw new Error('A PReLU needs a constant slope.');
  const input = inputAt(operator, 0);
  const perChannel = slopePerChannel(slope, context.shape(input));
  context.define(
    outputOf(operator),
    'planar',
    context.onnx.prelu(context.value(input, 'planar'), perChannel),
  );
};

/** Only supported as part of a PReLU (convertSelect); adds nothing by itself. */
export const convertGreater: ConvertOperator = () => undefined;

/** Reduces a slope repeated for every pixel to one per channel. */
function slopePerChannel(data: Float32Array, shape: readonly number[]): Float32Array {
  const [, , , channels] = asRankFour(shape);
  const slope = data.slice(0, channels);
  if (data.some((value, i) => value !== slope[i % channels])) throw new Error('The slope varies by pixel.');
  return slope;
}

/** Converts `x > 0 ? x : x * slope`, exported as three operators, to a PReLU. */
export const convertSelect: ConvertOperator = (context, operator) => {
  const [condition, kept, scaled] = [inputAt(operator, 0), inputAt(operator, 1), inputAt(operator, 2)];
  const compare = context.producer(condition);
  const multiply = context.producer(scaled);
  const zero = compare?.code === GREATER ? context.numbers(inputAt(compare, 1)) : null;
  const slope = multiply?.code === MULTIPLY ? context.numbers(inputAt(multiply, 1)) : null;
  const sameInput = compare?.inputs[0] === kept && multiply?.inputs[0] === kept;
  if (zero === null || slope === null || !sameInput || zero.some((value) => value !== 0)) {
    throw new Error('A selection that is not a PReLU is not supported.');
  }
  const perChannel = slopePerChannel(slope, context.shape(kept));
  context.define(outputOf(operator), 'planar', context.onnx.prelu(context.value(kept, 'planar'), perChannel));
};
