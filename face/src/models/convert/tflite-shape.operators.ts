import { applyActivation, type ConvertOperator, inputAt, outputOf } from './conversion.context.ts';

export const convertPad: ConvertOperator = (context, operator) => {
  const input = inputAt(operator, 0);
  const layout = context.layout(input);
  const flat = context.integers(inputAt(operator, 1));
  const perAxis = context.shape(input).map((_, axis) => [flat[2 * axis] ?? 0, flat[2 * axis + 1] ?? 0]);
  const order = layout === 'planar' ? [0, 3, 1, 2] : perAxis.map((_, axis) => axis);
  const pads = [0, 1].flatMap((side) => order.map((axis) => perAxis[axis]?.[side] ?? 0));
  const value = context.onnx.node('Pad', [context.value(input, layout), context.onnx.int(pads)]);
  context.define(outputOf(operator), layout, value);
};

export const convertReshape: ConvertOperator = (context, operator) => {
  const output = outputOf(operator);
  const shape = context.onnx.int([...context.shape(output)]);
  const value = context.onnx.node('Reshape', [context.value(inputAt(operator, 0), 'native'), shape]);
  context.define(output, 'native', value);
};

export const convertTranspose: ConvertOperator = (context, operator) => {
  const value = context.onnx.node('Transpose', [context.value(inputAt(operator, 0), 'native')], {
    perm: context.integers(inputAt(operator, 1)),
  });
  context.define(outputOf(operator), 'native', value);
};

export const convertConcatenation: ConvertOperator = (context, operator) => {
  const values = operator.inputs.map((tensor) => context.value(tensor, 'native'));
  const rank = context.shape(outputOf(operator)).length;
  const axis = operator.options?.int32(0) ?? 0;
  const value = context.onnx.node('Concat', values, { axis: axis < 0 ? axis + rank : axis });
  const activated = applyActivation(context.onnx, value, operator.options?.uint8(1) ?? 0);
  context.define(outputOf(operator), 'native', activated);
};

export const convertMean: ConvertOperator = (context, operator) => {
  const value = context.onnx.node('ReduceMean', [context.value(inputAt(operator, 0), 'native')], {
    axes: context.integers(inputAt(operator, 1)),
    keepdims: operator.options?.uint8(0) ?? 0,
  });
  context.define(outputOf(operator), 'native', value);
};

export const convertSum: ConvertOperator = (context, operator) => {
  const axes = context.onnx.int(context.integers(inputAt(operator, 1)));
  const value = context.onnx.node('ReduceSum', [context.value(inputAt(operator, 0), 'native'), axes], {
    keepdims: operator.options?.uint8(0) ?? 0,
  });
  context.define(outputOf(operator), 'native', value);
};

export const convertStridedSlice: ConvertOperator = (context, operator) => {
  const { onnx } = context;
  const mask = (field: number) => operator.options?.int32(field) ?? 0;
  if (mask(2) !== 0 || mask(3) !== 0) throw new Error('A slice that adds axes is not supported.');
  const has = (field: number, axis: number) => (mask(field) & (1 << axis)) !== 0;
  const shape = context.shape(inputAt(operator, 0));
  const starts = context.integers(inputAt(operator, 1)).map((start, axis) => (has(0, axis) ? 0 : start));
  const ends = context.integers(inputAt(operator, 2)).map((end, axis) => {
    // A removed axis takes one element; its end is ignored.
    if (has(4, axis)) return (starts[axis] ?? 0) + 1;
    return has(1, axis) ? (shape[axis] ?? 0) : end;
  });
  const axes = shape.map((_, axis) => axis);
  const lists = [starts, ends, axes, context.integers(inputAt(operator, 3))].map((list) => onnx.int(list));
  const sliced = onnx.node('Slice', [context.value(inputAt(operator, 0), 'native'), ...lists]);
  const output = outputOf(operator);
  const value = mask(4) === 0 ? sliced : onnx.node('Reshape', [sliced, onnx.int([...context.shape(output)])]);
  context.define(output, 'native', value);
};

export const convertFullyConnected: ConvertOperator = (context, operator) => {
  const inputs = [inputAt(operator, 0), inputAt(operator, 1)].map((tensor) =>
    context.value(tensor, 'native'),
  );
  const bias = operator.inputs[2] ?? -1;
  if (bias >= 0) inputs.push(context.value(bias, 'native'));
  const value = context.onnx.node('Gemm', inputs, { transB: 1 });
  const activated = applyActivation(context.onnx, value, operator.options?.uint8(0) ?? 0);
  context.define(outputOf(operator), 'native', activated);
};
