import { normalise } from '@rollcall/core/faces/embedding.rules';
import { createNodeFaceEngine } from '@rollcall/face/engine-node';
import { createGallery } from '@rollcall/face/gallery/gallery';
import type { ModelFiles } from '@rollcall/face/models/ensure-models';
import { summarise, timeRuns } from './speed-timing.ts';

const REQUESTS = 80;
const OPTIONS = { scene: 'one', embed: true, liveness: true } as const;

/** The engine as the server runs it: worker threads, always two requests more than threads under way. */
export async function timeEngine(models: ModelFiles, photo: Uint8Array, threads: number) {
  const engine = await createNodeFaceEngine({ models, threads });
  for (let i = 0; i < 4 * threads; i++) await engine.analyse(photo, OPTIONS);
  const alone = await timeRuns(20, () => engine.analyse(photo, OPTIONS));
  const taken: number[] = [];
  let left = REQUESTS;
  const client = async () => {
    while (left-- > 0) {
      const started = performance.now();
      await engine.analyse(photo, OPTIONS);
      taken.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: threads + 2 }, client));
  const seconds = (performance.now() - started) / 1000;
  const rss = Math.round(process.memoryUsage().rss / 2 ** 20);
  await engine.close();
  return {
    worker_threads: threads,
    one_at_a_time: alone,
    under_load: summarise(taken),
    requests_per_second: Number((REQUESTS / seconds).toFixed(1)),
    rss_mb: rss,
  };
}

/** Exact search of everybody, one core. */
export async function timeGallery(templates: number, size: number) {
  const gallery = createGallery();
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const embedding = () => normalise(Float32Array.from({ length: size }, random));
  for (let i = 0; i < templates; i++) {
    gallery.set(`p${i}`, [{ modelId: 'bench', embedding: embedding(), quality: 1 }]);
  }
  const probe = embedding();
  return {
    templates,
    numbers_each: size,
    ...(await timeRuns(60, () => gallery.search({ modelId: 'bench', embedding: probe }))),
  };
}
