import type { ConversionContext } from './conversion.context.ts';
import { asRankFour, toPlanar } from './tensor-layout.ts';
import type { TfliteOperator } from './tflite.reader.ts';
import { applyActivation } from './tflite-activation.ts';
import { onnxPads, paddingAlong } from './tflite-padding.ts';

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

/** A dilation that is left out means 1. */
const orOne = (value: number | undefined): number => (value === undefined || value === 0 ? 1 : value);

function convolution(context: ConversionContext, operator: TfliteOperator, depthwise: boolean): void {
  const { onnx } = context;
  const options = operator.options;
  const [activationField, dilationField] = depthwise ? [4, 5] : [3, 4];
  const input = inputAt(operator, 0);
  const filterTensor = inputAt(operator, 1);
  const biasTensor = operator.inputs[2] ?? -1;
  const stored = context.numbers(filterTensor);
  if (stored === null) throw new Error('A convolution needs a stored filter.');
  const [outer, kernelHeight, kernelWidth, inner] = asRankFour(context.shape(filterTensor));
  const [, height, width, channels] = asRankFour(context.shape(input));
  const [strideWidth, strideHeight] = [orOne(options?.int32(1)), orOne(options?.int32(2))];
  const [dilationWidth, dilationHeight] = [
    orOne(options?.int32(dilationField)),
    orOne(options?.int32(dilationField + 1)),
  ];
  if (depthwise && inner !== channels) throw new Error('A depth multiplier other than 1 is not supported.');
  const padding = options?.uint8(0) ?? 0;
  const planar = toPlanar(stored, [outer, kernelHeight, kernelWidth, inner]);
  // A depthwise filter is 1, h, w, c and ONNX wants c, 1, h, w: the planar order with two axes renamed.
  const shape = depthwise ? [channels, 1, kernelHeight, kernelWidth] : planar.shape;
  const inputs = [context.value(input, 'planar'), onnx.float(planar.data, shape)];
  if (biasTensor >= 0) inputs.push(context.value(biasTensor, 'native'));
  const value = onnx.node('Conv', inputs, {
    kernel_shape: [kernelHeight, kernelWidth],
    strides: [strideHeight, strideWidth],
    dilations: [dilationHeight, dilationWidth],
    group: depthwise ? channels : 1,
    pads: onnxPads(
      paddingAlong(padding, height, kernelHeight, strideHeight, dilationHeight),
      paddingAlong(padding, width, kernelWidth, strideWidth, dilationWidth),
    ),
  });
  const activated = applyActivation(onnx, value, options?.uint8(activationField) ?? 0);
  context.define(outputOf(operator), 'planar', activated);
}

export const convertConvolution: ConvertOperator = (context, operator) =>
  convolution(context, operator, false);

export const convertDepthwiseConvolution: ConvertOperator = (context, operator) =>
  convolution(context, operator, true);

export const convertMaxPool: ConvertOperator = (context, operator) => {
  const { options } = operator;
  if (options === null) throw new Error('A pooling operator needs its options.');
  const input = inputAt(operator, 0);
  const [, height, width] = asRankFour(context.shape(input));
  const [padding, strideWidth, strideHeight] = [options.uint8(0), options.int32(1), options.int32(2)];
  const [filterWidth, filterHeight] = [options.int32(3), options.int32(4)];
  const value = context.onnx.node('MaxPool', [context.value(input, 'planar')], {
    kernel_shape: [filterHeight, filterWidth],
    strides: [strideHeight, strideWidth],
    pads: onnxPads(
      paddingAlong(padding, height, filterHeight, strideHeight, 1),
      paddingAlong(padding, width, filterWidth, strideWidth, 1),
    ),
  });
  context.define(outputOf(operator), 'planar', applyActivation(context.onnx, value, options.uint8(5)));
};

export const convertResizeBilinear: ConvertOperator = (context, operator) => {
  const alignCorners = operator.options?.uint8(2) === 1;
  const halfPixel = operator.options?.uint8(3) === 1;
  const input = inputAt(operator, 0);
  const [batch, , , channels] = asRankFour(context.shape(input));
  const sizes = context.onnx.int([batch, channels, ...context.integers(inputAt(operator, 1))]);
  const value = context.onnx.node('Resize', [context.value(input, 'planar'), '', '', sizes], {
    mode: 'linear',
    coordinate_transformation_mode: alignCorners ? 'align_corners' : halfPixel ? 'half_pixel' : 'asymmetric',
  });
  context.define(outputOf(operator), 'planar', value);
};
