import type { Visitor } from '../rush/load/orders.ts';
import { spread, summarisePhotos, summariseVisits } from '../rush/load/summarise.ts';
import type { Visit } from '../rush/load/visits.ts';
import { type Sample, summariseSamples } from '../rush/metrics.ts';
import type { Chosen } from '../rush/people/choose-people.ts';
import { acknowledgedOf, recount } from '../rush/recount.ts';
import { runOnOneServer } from '../rush/run-on-one-server.ts';
import type { Ending } from '../shared/ending.ts';
import { trendOf } from '../shared/trend.ts';
import { type OfficeCall, startOfficeWork, summariseOffice } from './office-work.ts';

/** A fifth of the rush: 5,000 people in 20 minutes, 200 dashboards and a class photo a minute. */
export const FIFTH = { perMinute: 50, dashboards: 40, photoEveryMs: 5 * 60_000 } as const;
const SAMPLES = 720;
const LEAST_SAMPLE_MS = 2_000;
const HEAP_PARTS = 48;
/** In less time a server is still loading code and filling caches. */
const TELLING_HOURS = 0.5;
/** How much more a figure may be in the last quarter than in the second. */
const FLAT_WITHIN = { memory: 0.1, handles: 0.05, latency: 0.25 } as const;

export interface SoakOptions {
  readonly database: 'embedded' | 'postgres';
  readonly hours: number;
}

/**
 * Somebody comes every 1.2 seconds. Who marks themselves on their own device does so once, and those who do are spread over the
 * whole time; at kiosks everybody comes again when all have been there. So each quarter has the same load.
 */
export function comeAgain(everybody: readonly Visitor[], hours: number) {
  const count = Math.max(1, Math.round(hours * 60 * FIFTH.perMinute));
  const apart = 60_000 / FIFTH.perMinute;
  const own = everybody.filter(({ means }) => means === 'own').slice(0, count);
  const kiosk = everybody.filter(({ means }) => means === 'kiosk');
  const visitors: Visitor[] = [];
  let [owners, others] = [0, 0];
  for (let at = 0; at < count; at += 1) {
    const isOwnTurn = owners < Math.round(((at + 1) * own.length) / count);
    const next = isOwnTurn ? own[owners] : kiosk[others % kiosk.length];
    if (isOwnTurn) owners += 1;
    else others += 1;
    if (next) visitors.push(next);
  }
  return { visitors, times: visitors.map((_, at) => Math.round(at * apart)) };
}

/** A quarter of the time: how long people waited for the first answer, and the office for its pages. */
function quarterOf(visits: readonly Visit[], office: readonly OfficeCall[]) {
  const first = (means: Visit['means']) =>
    spread(
      visits.filter((visit) => visit.means === means && visit.askedAt > 0).map(({ firstMs }) => firstMs),
    );
  return {
    visits: visits.length,
    kiosk_first_answer_ms: first('kiosk'),
    own_first_answer_ms: first('own'),
    office_ms: summariseOffice(office).ms,
  };
}

/** The visits and calls of each quarter of the time between the first and the last of them. */
export function quartersOf(visits: readonly Visit[], office: readonly OfficeCall[]) {
  const from = Math.min(...visits.map(({ arrivedAt }) => arrivedAt));
  const length = (Math.max(...visits.map(({ arrivedAt }) => arrivedAt)) + 1 - from) / 4;
  const quarter = (at: number) => Math.min(3, Math.max(0, Math.floor((at - from) / length)));
  return [0, 1, 2, 3].map((wanted) =>
    quarterOf(
      visits.filter(({ arrivedAt }) => quarter(arrivedAt) === wanted),
      office.filter(({ at }) => quarter(at) === wanted),
    ),
  );
}

/** Of each part of the time the sample with the least heap: between two collections it also holds what nobody needs any more. */
function afterCollections(samples: readonly Sample[], parts: number): Sample[] {
  const length = Math.max(1, Math.ceil(samples.length / parts));
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, part) =>
    samples
      .slice(part * length, (part + 1) * length)
      .reduce((least, each) => (each.heap_mb < least.heap_mb ? each : least)),
  );
}

export function serverTrends(samples: readonly Sample[]) {
  const of = (
    key: 'memory_mb' | 'heap_mb' | 'resources' | 'open_files',
    within: number,
    looked: readonly Sample[] = samples,
  ) =>
    trendOf(
      looked.map((sample) => ({ x: sample.at / 60_000, y: sample[key] })),
      within,
    );
  return {
    memory_mb: of('memory_mb', FLAT_WITHIN.memory),
    heap_mb: of('heap_mb', FLAT_WITHIN.memory, afterCollections(samples, HEAP_PARTS)),
    resources: of('resources', FLAT_WITHIN.handles),
    open_files: of('open_files', FLAT_WITHIN.handles),
  };
}

/** How memory went, at a few moments. */
const courseOfMemory = (samples: readonly Sample[]) =>
  afterCollections(samples, HEAP_PARTS / 2).map(({ at, heap_mb, memory_mb }) => ({
    minute: Math.round(at / 60_000),
    heap_mb,
    memory_mb,
  }));

/** Mixed load for hours on one server. */
export async function measureSoak(chosen: Chosen, { database, hours }: SoakOptions, ending: Ending) {
  let office: ReturnType<typeof startOfficeWork> | undefined;
  const run = await runOnOneServer(
    chosen,
    {
      database,
      dashboards: FIFTH.dashboards,
      photoEveryMs: Math.min(FIFTH.photoEveryMs, (hours * 3_600_000) / 3),
      sampleEveryMs: Math.max(LEAST_SAMPLE_MS, (hours * 3_600_000) / SAMPLES),
      plan: (everybody) => comeAgain(everybody, hours),
      meanwhile: (url, token) => {
        office = startOfficeWork(url, token);
        return office.stop;
      },
    },
    ending,
  );
  const officeCalls = office?.calls ?? [];
  const { visits } = run;
  const quarters = quartersOf(visits, officeCalls);
  const [, second, , last] = quarters;
  const latency = (last?.kiosk_first_answer_ms.p50 ?? 0) / (second?.kiosk_first_answer_ms.p50 || 1) - 1;
  return {
    database,
    hours,
    people: run.school.enrolled,
    ...summariseVisits(visits),
    class_photos: summarisePhotos(run.classPhotos, run.school.class.people),
    dashboards: run.dashboards,
    office: summariseOffice(officeCalls),
    quarters,
    median_of_kiosks_from_second_to_last_quarter: Number(latency.toFixed(4)),
    server: {
      ...summariseSamples(run.samples),
      trends: serverTrends(run.samples),
      course: courseOfMemory(run.samples),
    },
    failures_in_the_log: run.failuresInTheLog,
    compared_with_the_rows: { ...recount(acknowledgedOf(visits), run.rows), ...run.days },
  };
}

export type Soak = Awaited<ReturnType<typeof measureSoak>>;

/** What must hold after it; that nothing grows, only after hours of it. */
export const soakHolds = ({
  compared_with_the_rows: compared,
  server,
  ...soak
}: Soak): Record<string, boolean> => ({
  nothing_lost: compared.lost === 0,
  nothing_doubled: compared.doubled === 0,
  nobody_gave_up: soak.not_acknowledged_by_word['gave up'] === undefined,
  the_office_was_served: Object.keys(soak.office.statuses).every((status) => status.startsWith('2')),
  no_failures: Object.keys(soak.failures).length === 0 && Object.keys(soak.failures_in_the_log).length === 0,
  no_stream_lost: soak.dashboards.lost === 0,
  ...(soak.hours >= TELLING_HOURS && {
    memory_is_flat: server.trends.memory_mb.is_flat && server.trends.heap_mb.is_flat,
    handles_are_flat: server.trends.resources.is_flat && server.trends.open_files.is_flat,
    latency_is_flat: soak.median_of_kiosks_from_second_to_last_quarter <= FLAT_WITHIN.latency,
  }),
});
