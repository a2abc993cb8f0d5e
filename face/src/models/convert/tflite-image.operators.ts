import {
  applyActivation,
  asRankFour,
  type ConversionContext,
  type ConvertOperator,
  inputAt,
  outputOf,
  toPlanar,
} from './conversion.context.ts';
import type { TfliteOperator } from './tflite.reader.ts';

const SAME = 0;

/** Padding along one axis. TensorFlow's SAME pads to an output of ceil(size / stride), the odd pixel at the end. */
export function paddingAlong(
  kind: number,
  size: number,
  kernel: number,
  stride: number,
  dilation: number,
): [before: number, after: number] {
  if (kind !== SAME) return [0, 0];
  const reach = (kernel - 1) * dilation + 1;
  const total = Math.max((Math.ceil(size / stride) - 1) * stride + reach - size, 0);
  return [Math.floor(total / 2), total - Math.floor(total / 2)];
}

/** Pads in ONNX order: top, left, bottom, right. */
function onnxPads(vertical: [number, number], horizontal: [number, number]): number[] {
  return [vertical[0], horizontal[0], vertical[1], horizontal[1]];
}

/** An omitted stride or dilation means 1. */
const orOne = (value: number | undefined): number => (value === undefined || value === 0 ? 1 : value);

function convolution(context: ConversionContext, operator: TfliteOperator, depthwise: boolean): void {
  const { onnx } = context;
  const options = operator.options;
  const [activationField, dilationField] = depthwise ? [4, 5] : [3, 4];
  const input = inputAt(operator, 0);
  const filterTensor = inputAt(operator, 1);
  const biasTensor = operator.inputs[2] ?? -1;
  const stored = context.numbers(filterTensor);
  if (stored === null) throw new Error('A convolution needs a constant filter.');
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
