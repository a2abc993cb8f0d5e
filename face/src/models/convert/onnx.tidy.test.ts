import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { tidyOnnx } from './onnx.tidy.ts';
import { writeOnnx } from './onnx.writer.ts';

/** A network as older exporters write it: weights are listed as inputs, and it uses PRelu. */
function oldStyleNetwork(): Uint8Array {
  const slope = Float32Array.of(0.25, -1.5, 3);
  return writeOnnx({
    nodes: [
      { operator: 'PRelu', inputs: ['x', 'slope'], output: 'activated', attributes: {} },
      { operator: 'Add', inputs: ['activated', 'shift'], output: 'y', attributes: {} },
    ],
    constants: [
      { name: 'slope', shape: [3, 1, 1], data: slope },
      { name: 'shift', shape: [1], data: Float32Array.of(0.5) },
    ],
    inputs: [
      { name: 'x', shape: [1, 3, 4, 4] },
      { name: 'slope', shape: [3, 1, 1] },
      { name: 'shift', shape: [1] },
    ],
    outputs: [{ name: 'y', shape: [1, 3, 4, 4] }],
  });
}

async function run(network: Uint8Array, input: Float32Array): Promise<number[]> {
  const model = await InferenceSession.create(network, { logSeverityLevel: 3 });
  const { y } = await model.run({ x: new Tensor('float32', input, [1, 3, 4, 4]) });
  if (!(y?.data instanceof Float32Array)) throw new Error('no output');
  return [...y.data];
}

describe('tidyOnnx', () => {
  it('does not change the results', async () => {
    const input = Float32Array.from({ length: 48 }, (_, i) => Math.sin(i) * 10);
    const [before, after] = [
      await run(oldStyleNetwork(), input),
      await run(tidyOnnx(oldStyleNetwork()), input),
    ];
    before.forEach((value, i) => {
      expect(after[i]).toBeCloseTo(value, 4);
    });
  });

  it('leaves only the real input', async () => {
    const model = await InferenceSession.create(tidyOnnx(oldStyleNetwork()), { logSeverityLevel: 3 });
    expect(model.inputNames).toEqual(['x']);
  });

  it('is idempotent', () => {
    const once = tidyOnnx(oldStyleNetwork());
    expect(tidyOnnx(once)).toEqual(once);
  });
});
