export interface PlainTensor {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/** Broadcasting adds axes in front. */
export function asRankFour(shape: readonly number[]): [number, number, number, number] {
  if (shape.length > 4) throw new Error(`A tensor of ${shape.length} axes is not supported.`);
  const [a, b, c, d] = [...Array<number>(4 - shape.length).fill(1), ...shape];
  return [a ?? 1, b ?? 1, c ?? 1, d ?? 1];
}

/** Batch, height, width, channel -> batch, channel, height, width. Also filters: out, h, w, in -> out, in, h, w. */
export function toPlanar(data: Float32Array, shape: readonly [number, number, number, number]): PlainTensor {
  const [batch, height, width, channels] = shape;
  const out = new Float32Array(data.length);
  let to = 0;
  for (let n = 0; n < batch; n++) {
    for (let c = 0; c < channels; c++) {
      for (let i = 0; i < height * width; i++) {
        out[to++] = data[(n * height * width + i) * channels + c] ?? 0;
      }
    }
  }
  return { data: out, shape: [batch, channels, height, width] };
}
