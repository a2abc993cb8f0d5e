import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { listPhotoPeople } from '../kiosk/door-pictures.ts';
import { createEnding, type Ending } from '../shared/ending.ts';
import { fromRoot, measuredNow } from '../shared/results.ts';
import { type Chosen, choosePeople } from './people/choose-people.ts';

/** What a run is about, beside its figures. */
export interface About {
  readonly photos_sha256: string;
  readonly load_average_before: readonly number[];
  readonly measured_at: string;
  readonly machine: ReturnType<typeof measuredNow>['machine'];
}

interface BenchOptions {
  /** One folder per person. */
  readonly photos: string;
  readonly people: number;
  /** Keeps the pictures that were made for the next run; without it everything is removed. */
  readonly cache: string | undefined;
}

/** Builds the server, chooses people, measures, and ends what was started; the process fails where something did not hold. */
export async function startBench(
  { photos: folder, people, cache }: BenchOptions,
  measure: (chosen: Chosen, about: About, ending: Ending) => Promise<Readonly<Record<string, boolean>>>,
): Promise<never> {
  const ending = createEnding();
  const load = loadavg().map((each) => Number(each.toFixed(2)));
  try {
    buildServer();
    const inside = cache === undefined ? await mkdtemp(join(tmpdir(), 'rollcall-rush-')) : resolve(cache);
    if (cache === undefined) ending.add('The pictures', () => rm(inside, { recursive: true, force: true }));
    else await mkdir(inside, { recursive: true });
    const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
    const engine = await createNodeFaceEngine({ models, queueDepth: 100, maxWaitMs: 120_000 });
    const photos = await listPhotoPeople(folder, engine);
    const chosen = await choosePeople(photos, engine, { wanted: people, inside });
    await engine.close();
    console.log(`${chosen.people.length} people come`);
    const about: About = {
      photos_sha256: chosen.photos_sha256,
      load_average_before: load,
      ...measuredNow(),
    };
    const holds = await measure(chosen, about, ending);
    console.log(holds);
    process.exitCode = Object.values(holds).every(Boolean) ? 0 : 1;
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await ending.end();
  }
  process.exit();
}
