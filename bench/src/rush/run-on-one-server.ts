import { createApiClient } from '@rollcall/e2e/kit/server/call-api';
import { startServer, waitForFaceEngine } from '@rollcall/e2e/kit/server/start-server';
import { startPrivatePostgres } from '../../../tools/test/private-postgres.mjs';
import type { Ending } from '../shared/ending.ts';
import { seededRandom } from '../shared/seeded-random.ts';
import { startLoad, type Visitor, visitorsOf } from './load/orders.ts';
import { tally } from './load/summarise.ts';
import { sampleMetrics } from './metrics.ts';
import type { Chosen } from './people/choose-people.ts';
import { giveSessions, type Place, readCheckIns, readDays, withDatabase } from './school/database.ts';
import { keepFaces, newTemplateKey, readKeptFaces, writeFaces } from './school/kept-faces.ts';
import { type SetUpSchool, setUpSchool } from './school/set-up-school.ts';

/** Streams are open before the first person comes. */
const SETTLE_MS = 10_000;
/** After the last mark: a stream is told of it a second later. */
const LAST_EVENT_MS = 4_000;
const SAY_MS = 30_000;
const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

/** Who comes to one server, when, and what else is asked of it. */
export interface OneServerPlan {
  readonly database: 'embedded' | 'postgres';
  readonly dashboards: number;
  readonly photoEveryMs: number;
  /** Milliseconds between two readings of the server's figures. */
  readonly sampleEveryMs?: number;
  /** Those who come out of everybody who was enrolled, in their order, with the moments they come at. */
  plan(everybody: readonly Visitor[]): {
    readonly visitors: readonly Visitor[];
    readonly times: readonly number[];
  };
  /** What the owner does meanwhile; the answer is called at the end. */
  meanwhile?(url: string, ownerToken: string): () => Promise<void>;
}

/** The built server on a database of its own. Its process ends with this one. */
async function openServer(database: OneServerPlan['database'], templateKey: string, ending: Ending) {
  let env: Record<string, string> = { DEMO_MODE: 'false', TEMPLATE_KEY: templateKey };
  let url: string | null = null;
  if (database === 'postgres') {
    const cluster = await startPrivatePostgres({ durable: true });
    if (!('url' in cluster)) throw new Error(cluster.reason);
    ending.add('PostgreSQL', cluster.stop);
    url = cluster.url;
    env = { ...env, DATABASE_URL: url };
  }
  let server = await startServer({ env });
  const { dataDir } = server;
  ending.add('The server', () => server.remove());
  ending.addProcess(() => server.pid());
  const place: Place = url === null ? { dataDir } : { url };
  return {
    place,
    server: () => server,
    stop: () => server.stop(),
    async startAgain() {
      server = await startServer({ env, dataDir });
      await waitForFaceEngine(server.url);
    },
  };
}

/** Waits until the server has all faces in memory. Those that were kept of another model never are. */
async function waitForFaces(url: string, { token, enrolled }: Pick<SetUpSchool, 'token' | 'enrolled'>) {
  const owner = createApiClient({ url }, token);
  for (let tries = 0; tries < 300; tries += 1) {
    if ((await owner<{ people: number }>('GET', '/admin/face-status')).people === enrolled) return;
    await pause(100);
  }
  throw new Error(
    `The server does not have the faces of ${enrolled} people: remove faces.json from the cache.`,
  );
}

/** Everybody in an order that has nothing to do with how their pictures were made. */
function inAnyOrder<T>(list: readonly T[]): T[] {
  const random = seededRandom(99);
  return list
    .map((each) => ({ each, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ each }) => each);
}

/** Lines of the log that are about the server's own failures. */
const failuresIn = (output: string): Record<string, number> =>
  tally(
    output
      .split('\n')
      .filter((line) => /"status":50[0-24-9]|"level":(50|60|"error"|"fatal")/.test(line))
      .map((line) => /"msg":"([^"]{0,80})/.exec(line)?.[1] ?? line.slice(0, 80)),
  );

/** People, kiosks, own devices, dashboards and class photos at the same time, on one server. */
export async function runOnOneServer(chosen: Chosen, plan: OneServerPlan, ending: Ending) {
  const { people } = chosen;
  const kept = await readKeptFaces(chosen.folder);
  const templateKey = kept?.templateKey ?? newTemplateKey();
  const opened = await openServer(plan.database, templateKey, ending);
  await waitForFaceEngine(opened.server().url);
  const school = await setUpSchool(opened.server(), chosen, { dashboards: plan.dashboards, kept });
  // Stopped for the faces and sessions, and so that the measured process has done nothing else.
  await opened.stop();
  const owners = people.filter(({ means }) => means === 'own').map(({ code }) => code);
  const tokens = await withDatabase(opened.place, async (pool) => {
    if (kept) await writeFaces(pool, kept);
    else await keepFaces(pool, chosen.folder, { templateKey, refused: school.refused });
    return giveSessions(pool, owners);
  });
  await opened.startAgain();
  const { url } = opened.server();
  await waitForFaces(url, school);

  const everybody = inAnyOrder(visitorsOf(chosen, school.refused, tokens));
  const { visitors, times } = plan.plan(everybody);
  const [come, look] = [startLoad('visitors', ending), startLoad('dashboards', ending)];
  ending.add('The visitors', come.stop);
  ending.add('The dashboards', look.stop);
  await Promise.all([come.until('ready'), look.until('ready')]);
  look.order({ kind: 'dashboards', url, tokens: school.offices, streams: plan.dashboards });
  await pause(SETTLE_MS);
  const metrics = sampleMetrics(url, plan.sampleEveryMs);
  const endMeanwhile = plan.meanwhile?.(url, school.token);
  const began = performance.now();
  const over = come.until('visits');
  come.order({
    kind: 'visitors',
    url,
    kiosks: school.kiosks,
    visitors,
    pace: { kind: 'at', times },
    classPhotos: {
      token: school.token,
      classId: school.class.id,
      body: school.class.body,
      everyMs: plan.photoEveryMs,
    },
  });
  const saying = setInterval(() => {
    const now = come.progress();
    const last = metrics.samples.at(-1);
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    console.log(
      `${minutes} min: ${now?.come ?? 0} came, ${now?.acknowledged ?? 0} marked, ${now?.refusals ?? 0} refusals, ${last?.faces_waiting ?? 0} pictures wait, ${last?.memory_mb ?? 0} MB`,
    );
  }, SAY_MS);
  const { visits, classPhotos } = await over.finally(() => clearInterval(saying));
  await endMeanwhile?.();
  await pause(LAST_EVENT_MS);
  const marks = visits.flatMap(({ acknowledgedAt }) => (acknowledgedAt === null ? [] : [acknowledgedAt]));
  const told = look.until('dashboards');
  look.order({ kind: 'finish', marks });
  const { kind: _, ...dashboards } = await told;
  const samples = await metrics.stop();
  await Promise.all([come.stop(), look.stop()]);
  const failuresInTheLog = failuresIn(opened.server().output());
  await opened.stop();
  const { rows, days } = await withDatabase(opened.place, async (pool) => ({
    rows: await readCheckIns(pool),
    days: await readDays(pool),
  }));
  return { school, visits, marks, classPhotos, dashboards, samples, failuresInTheLog, rows, days };
}

export type OneServerRun = Awaited<ReturnType<typeof runOnOneServer>>;
