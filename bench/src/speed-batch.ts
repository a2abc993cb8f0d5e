import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProtoFields, textField } from '@rollcall/face/models/convert/protobuf.reader';
import { createProtoWriter } from '@rollcall/face/models/convert/protobuf.writer';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { openNodeRuntime } from '@rollcall/face/runtime-node';
import { timeRuns } from './speed-timing.ts';

const GRAPH = 7;
const INPUT = 11;
const OUTPUT = 12;

/** The recogniser with another number of faces per run written over its input and output. */
function withBatch(file: Uint8Array, batch: number, size: number, numbers: number): Uint8Array {
  const out = createProtoWriter();
  for (const part of readProtoFields(file)) {
    if (part.field !== GRAPH) {
      out.raw(part.raw);
      continue;
    }
    out.message(GRAPH, (graph) => {
      for (const field of readProtoFields(part.content)) {
        if (field.field !== INPUT && field.field !== OUTPUT) {
          graph.raw(field.raw);
          continue;
        }
        const shape = field.field === INPUT ? [batch, 3, size, size] : [batch, numbers];
        graph.message(field.field, (value) => {
          value.text(1, textField(readProtoFields(field.content), 1));
          value.message(2, (type) =>
            type.message(1, (tensor) => {
              tensor.int(1, 1);
              tensor.message(2, (dimensions) => {
                for (const length of shape) dimensions.message(1, (dimension) => dimension.int(1, length));
              });
            }),
          );
        });
      }
    });
  }
  return out.finish();
}

/** Does it pay to recognise several faces in one run? Time per face, one thread. */
export async function timeBatches(models: ModelFiles) {
  const { inputSize, embeddingSize } = models.manifest;
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-batch-'));
  const results: { faces_per_run: number; p50_ms_per_face: number }[] = [];
  try {
    for (const batch of [1, 4]) {
      const recogniser = join(folder, `${batch}.onnx`);
      await writeFile(
        recogniser,
        withBatch(await readFile(models.recogniser), batch, inputSize, embeddingSize),
      );
      const runtime = await openNodeRuntime({ ...models, recogniser }, 1);
      const input = new Float32Array(batch * 3 * inputSize ** 2).fill(100);
      const { p50_ms } = await timeRuns(30, () =>
        runtime.recogniser.run(input, [batch, 3, inputSize, inputSize]),
      );
      results.push({ faces_per_run: batch, p50_ms_per_face: Number((p50_ms / batch).toFixed(2)) });
      await runtime.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}
