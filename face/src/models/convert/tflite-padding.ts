const SAME = 0;

/** TensorFlow's SAME: as much zero border as makes the output ceil(size / stride), the odd pixel at the end. */
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

/** ONNX order: top, left, bottom, right. */
export function onnxPads(vertical: [number, number], horizontal: [number, number]): number[] {
  return [vertical[0], horizontal[0], vertical[1], horizontal[1]];
}
