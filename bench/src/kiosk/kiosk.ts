import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildServer } from '@rollcall/e2e/kit/server/global-setup';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { ensureModels } from '@rollcall/face/models/ensure-models';
import { fromRoot, lastResult, saveResult } from '../shared/results.ts';
import { listPhotoPeople } from './door-pictures.ts';
import { measureQueue } from './door-queue.ts';
import { measureOffline } from './offline-entries.ts';
import { kioskTable, type Published } from './tables.ts';

/**
 * `npm run bench:kiosk -- --photos DIR [--people N] [--strangers N] [--visits N] [--entries N] [--part door|offline] [--liveness off]`:
 * a queue of people at one kiosk in Chromium on the built server, all on this machine; the memory of its page
 * meanwhile; and entries without a network, while browser and server are killed. DIR has one folder per person. The
 * limits of the server are those that it ships with: the bench waits where they make it wait.
 */
const { values } = parseArgs({
  options: {
    photos: { type: 'string' },
    people: { type: 'string', default: '1000' },
    strangers: { type: 'string' },
    /** So many come at least; where the folder has fewer people, the first come again. */
    visits: { type: 'string' },
    entries: { type: 'string' },
    /** Measures one part, and keeps the other of the last run. */
    part: { type: 'string' },
    liveness: { type: 'string', default: 'burst' },
  },
});
if (values.photos === undefined) {
  console.error(
    'Usage: npm run bench:kiosk -- --photos DIR [--people N] [--strangers N] [--visits N] [--entries N] [--part door|offline] [--liveness off]',
  );
  process.exit(2);
}
const people = Number(values.people);
const strangers = Number(values.strangers ?? Math.round(people / 10));
const visits = Number(values.visits ?? 0);
const entries = Number(values.entries ?? people);
const liveness = values.liveness === 'off' ? 'off' : 'burst';
const load = loadavg().map((each) => Number(each.toFixed(2)));

/** The goals, on a machine with two cores that runs both browser and server. */
const GOAL = { people_per_minute: 20, p95_ms: 1500 } as const;

buildServer();
const models = await ensureModels({ dir: fromRoot('models'), preplaced: process.env.MODELS_DIR });
const engine = await createNodeFaceEngine({ models, threads: 1, queueDepth: 50 });
const photos = await listPhotoPeople(values.photos, engine);
const before = (await lastResult('kiosk')) as Partial<Published>; // written below
const door =
  values.part === 'offline'
    ? before.door
    : await measureQueue(photos, { people, strangers, visits, liveness });
const offline = values.part === 'door' ? before.offline : await measureOffline(photos, entries);
await engine.close();

const memory = door?.memory;
const result = {
  what: 'One kiosk in Chromium on the built server with the embedded database, all on this machine. Its camera is a canvas with photos, swaying and with noise: no living faces. LFW is mostly Western adults photographed by the press.',
  photos_sha256: photos.sha256,
  load_average_before: load,
  door,
  offline,
  goal: GOAL,
  holds: {
    people_per_minute: door !== undefined && door.people_per_minute >= GOAL.people_per_minute,
    answer: door !== undefined && door.ms_from_satisfied_guide_to_answer.p95 < GOAL.p95_ms,
    memory:
      memory !== undefined &&
      [memory.heap_mb, memory.nodes, memory.listeners, memory.renderer_mb].every((each) => each.is_flat),
    nothing_lost_or_doubled: offline !== undefined && offline.lost === 0 && offline.doubled === 0,
  },
};
if (door && offline) console.log(`${kioskTable({ door, offline }).join('\n')}\n`);
// A short run must not replace the figures that are published.
const isWhole =
  door !== undefined &&
  offline !== undefined &&
  door.people_who_came >= (before.door?.people_who_came ?? 0) &&
  offline.entries_the_screen_said_recorded >= (before.offline?.entries_the_screen_said_recorded ?? 0);
if (isWhole) await saveResult('kiosk', result);
else
  console.log(
    `${JSON.stringify(result, null, 2)}\nNot kept in bench/results: a part is missing, or the figures there are of a longer run.`,
  );
