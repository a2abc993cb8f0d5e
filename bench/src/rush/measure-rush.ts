import { join } from 'node:path';
import { startServer, waitForFaceEngine } from '@rollcall/e2e/kit/server/start-server';
import { startPrivatePostgres } from '../../../tools/test/private-postgres.mjs';
import { seededRandom } from '../shared/seeded-random.ts';
import type { Ending } from './ending.ts';
import { arrivals } from './load/arrivals.ts';
import { startLoad, type Visitor } from './load/orders.ts';
import { summarisePhotos, summariseVisits, tally } from './load/summarise.ts';
import { sampleMetrics, summariseSamples } from './metrics.ts';
import { type Chosen, LOOK_PICTURES } from './people/choose-people.ts';
import { recount } from './recount.ts';
import { giveSessions, type Place, readCheckIns, readDays, withDatabase } from './school/database.ts';
import { sectionAt, setUpSchool } from './school/set-up-school.ts';

const PHOTO_EVERY_MS = 60_000;
/** Streams are open before the first person comes. */
const SETTLE_MS = 10_000;
/** After the last mark: a stream is told of it a second later. */
const LAST_EVENT_MS = 4_000;
const SAY_MS = 30_000;
const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

export interface RushOptions {
  readonly database: 'embedded' | 'postgres';
  readonly minutes: number;
  readonly dashboards: number;
}

/** The built server on a database of its own. Its process ends with this one. */
async function openServer(database: RushOptions['database'], ending: Ending) {
  let env: Record<string, string> = { DEMO_MODE: 'false' };
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

/** A rush on one server: people, kiosks, own devices, dashboards and class photos at the same time. */
export async function measureRush(chosen: Chosen, options: RushOptions, ending: Ending) {
  const { people } = chosen;
  const opened = await openServer(options.database, ending);
  await waitForFaceEngine(opened.server().url);
  const school = await setUpSchool(opened.server(), chosen, { dashboards: options.dashboards });
  // Stopped for the sessions, and so that the measured process has done nothing else.
  await opened.stop();
  const owners = people.filter(({ means }) => means === 'own').map(({ code }) => code);
  const tokens = await withDatabase(opened.place, (pool) => giveSessions(pool, owners));
  await opened.startAgain();
  const { url } = opened.server();

  const section = sectionAt(people.length);
  const visitors = inAnyOrder(
    people
      .map(
        ({ code, means, sent }, at): Visitor => ({
          code,
          means,
          section: section(at),
          file: join(chosen.folder, sent),
          token: tokens.get(code) ?? null,
        }),
      )
      .filter(({ code }) => !school.refused.has(code)),
  );
  const [come, look] = [startLoad('visitors', ending), startLoad('dashboards', ending)];
  ending.add('The visitors', come.stop);
  ending.add('The dashboards', look.stop);
  await Promise.all([come.until('ready'), look.until('ready')]);
  look.order({ kind: 'dashboards', url, tokens: school.offices, streams: options.dashboards });
  await pause(SETTLE_MS);
  const metrics = sampleMetrics(url);
  const began = performance.now();
  const over = come.until('visits');
  come.order({
    kind: 'visitors',
    url,
    kiosks: school.kiosks,
    visitors,
    pace: { kind: 'at', times: arrivals(visitors.length, options.minutes) },
    classPhotos: {
      token: school.token,
      classId: school.class.id,
      body: school.class.body,
      everyMs: Math.min(PHOTO_EVERY_MS, (options.minutes * 60_000) / 3),
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
  await pause(LAST_EVENT_MS);
  const marks = visits.flatMap(({ acknowledgedAt }) => (acknowledgedAt === null ? [] : [acknowledgedAt]));
  const told = look.until('dashboards');
  look.order({ kind: 'finish', marks });
  const { kind: _, ...dashboards } = await told;
  const samples = await metrics.stop();
  await Promise.all([come.stop(), look.stop()]);
  const failures = failuresIn(opened.server().output());
  await opened.stop();
  const { rows, days } = await withDatabase(opened.place, async (pool) => ({
    rows: await readCheckIns(pool),
    days: await readDays(pool),
  }));
  const acknowledged = visits.flatMap(({ code, acknowledgedAt }) =>
    acknowledgedAt === null ? [] : [{ code, at: acknowledgedAt }],
  );
  const compared = recount(acknowledged, rows);
  const figures = summariseVisits(visits);
  const runMs = Math.max(...marks, 0) - Math.min(...visits.map(({ arrivedAt }) => arrivedAt));
  return {
    database: options.database,
    minutes_planned: options.minutes,
    people: {
      on_the_list: people.length,
      enrolled: school.enrolled,
      not_enrolled: tally([...school.refused.values()]),
      by_pictures: tally(people.map(({ kind }) => kind)),
      by_means: tally(people.map(({ means }) => means)),
      candidates_left_out: chosen.left_out,
      seconds_to_set_up: school.seconds,
    },
    kiosks: school.kiosks.length,
    pictures_per_look: LOOK_PICTURES,
    marks_per_second: Number((marks.length / (runMs / 1000)).toFixed(2)),
    ...figures,
    class_photos: summarisePhotos(classPhotos, school.class.people),
    dashboards,
    server: summariseSamples(samples),
    failures_in_the_log: failures,
    compared_with_the_rows: { ...compared, ...days },
  };
}

export type Rush = Awaited<ReturnType<typeof measureRush>>;

/** What must hold in every run, however busy the machine is. */
export const rushHolds = ({ compared_with_the_rows, refusals, failures, dashboards, ...rush }: Rush) => ({
  everybody_was_marked: rush.acknowledged === rush.people_who_came,
  nothing_lost: compared_with_the_rows.lost === 0,
  nothing_doubled: compared_with_the_rows.doubled === 0,
  every_refusal_says_when_to_come_back: refusals.without_retry_after === 0,
  everybody_who_was_sent_away_was_served: refusals.came_back_and_were_served === refusals.people,
  no_failures: Object.keys(failures).length === 0 && Object.keys(rush.failures_in_the_log).length === 0,
  no_stream_lost: dashboards.lost === 0,
});
