import { loadOnnxRuntime } from '@rollcall/face/engine/runtime-node';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { seededRandom } from '../shared/seeded-random.ts';
import { timeRuns } from '../shared/timing.ts';

const RUNS = 30;

/** What the product uses, and each option that could make a network faster. */
const VARIANTS = {
  as_we_use_it: {},
  fewer_fusions: { graphOptimizationLevel: 'extended' },
  no_fusions: { graphOptimizationLevel: 'basic' },
  no_arena: { enableCpuMemArena: false },
  no_memory_pattern: { enableMemPattern: false },
  tiny_numbers_as_zero: { extra: { session: { set_denormal_as_zero: '1' } } },
  weights_not_packed: { extra: { session: { disable_prepacking: '1' } } },
} as const;

/** Times the recogniser, the slowest network, with each option of the runtime, on one thread. */
export async function timeSessionOptions(models: ModelFiles) {
  const { InferenceSession, Tensor } = await loadOnnxRuntime();
  const size = models.manifest.inputSize;
  const random = seededRandom(3);
  const input = Float32Array.from({ length: 3 * size * size }, () => 255 * random());
  const found: { options: string; p50_ms: number; p95_ms: number }[] = [];
  for (const [options, variant] of Object.entries(VARIANTS)) {
    const session = await InferenceSession.create(models.recogniser, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
      ...variant,
    });
    const [name = ''] = session.inputNames;
    const run = () => session.run({ [name]: new Tensor('float32', input, [1, 3, size, size]) });
    found.push({ options, ...(await timeRuns(RUNS, run)) });
    await session.release();
  }
  return found;
}
