import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { normalise } from '@rollcall/core/faces/matching/match.rules';
import { createGallery } from '@rollcall/face/gallery/gallery';
import { seededRandom } from '../shared/seeded-random.ts';
import { timeRuns } from '../shared/timing.ts';

const MODEL = 'bench';
const SIZE = 128;
const RUNS = 30;

/** How fast this machine reads memory in one thread: a byte that is not in a block that no cache holds, in GB a second. */
export function readBandwidth(): number {
  const block = Buffer.alloc(2 ** 28, 1);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    const began = performance.now();
    if (block.indexOf(0) !== -1) throw new Error('The byte is there.');
    best = Math.min(best, performance.now() - began);
  }
  return Number((block.byteLength / 1e6 / best).toFixed(1));
}

/** Bytes that are in use, without what only waits to be collected. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Templates scattered evenly: real ones of strangers are as far apart as these. */
export function createTemplates(seed: number) {
  const random = seededRandom(seed);
  return () => normalise(Float32Array.from({ length: SIZE }, () => random() + random() + random() - 1.5));
}

/** Fills a gallery and searches it, with and without the first pass. Every answer of the two must be the same. */
export async function measureSearch(people: number) {
  const next = createTemplates(people);
  const template = () => ({ modelId: MODEL, embedding: next(), quality: 1 });
  const before = bytesInUse();
  const rough = createGallery({ roughFrom: 0 });
  const exact = createGallery({ roughFrom: Number.POSITIVE_INFINITY });
  const began = performance.now();
  for (let at = 0; at < people; at += 1) rough.set(String(at), [template()]);
  const fillMs = performance.now() - began;
  const after = bytesInUse();
  const again = createTemplates(people);
  for (let at = 0; at < people; at += 1)
    exact.set(String(at), [{ modelId: MODEL, embedding: again(), quality: 1 }]);
  const probes = Array.from({ length: 10 }, () => ({ modelId: MODEL, embedding: next() }));
  let different = 0;
  for (const probe of probes)
    if (JSON.stringify(rough.search(probe)) !== JSON.stringify(exact.search(probe))) different += 1;
  let turn = 0;
  const probe = () => probes[turn++ % probes.length] ?? { modelId: MODEL, embedding: next() };
  return {
    people,
    fill_ms: Math.round(fillMs),
    memory_mb: Math.round((after - before) / 2 ** 20),
    template_mb: Math.round((people * SIZE * 4) / 2 ** 20),
    exact_search: await timeRuns(RUNS, async () => exact.search(probe())),
    search_with_first_pass: await timeRuns(RUNS, async () => rough.search(probe())),
    neighbours_with_first_pass: await timeRuns(RUNS, async () => rough.neighbours(probe())),
    different_answers: different,
  };
}
