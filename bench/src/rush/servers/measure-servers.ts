import type { Ending } from '../../shared/ending.ts';
import { startLoad, type Visitor, visitorsOf } from '../load/orders.ts';
import { spread, summariseVisits } from '../load/summarise.ts';
import type { Visit } from '../load/visits.ts';
import { sampleMetrics, summariseSamples } from '../metrics.ts';
import { type Chosen, LOOK_PICTURES } from '../people/choose-people.ts';
import { acknowledgedOf, recount } from '../recount.ts';
import { readCheckIns, readDays, withDatabase } from '../school/database.ts';
import { keepFaces, newTemplateKey, readKeptFaces, writeFaces } from '../school/kept-faces.ts';
import { type KioskIdentity, sectionsOf, setUpSchool } from '../school/set-up-school.ts';
import { checkTogether, togetherHolds } from './checks.ts';
import { startHaproxy } from './haproxy.ts';
import { openServers, type Servers } from './several-servers.ts';

const COUNTS = [1, 2, 4] as const;
/** The three counts, the rolling restart and the kill: each has people of its own. */
const PARTS = 5;
/** Calls at the same time: enough for every core, and no more than all processes together take. */
const KIOSKS = 12;
const WARM_UP_S = 5;
const pause = (seconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, seconds * 1000));

interface Closed {
  readonly visits: readonly Visit[];
  readonly from: number;
  readonly to: number;
}

/** Kiosks ask one after the other without a pause while `work` is done. What is counted is between its two moments. */
async function underLoad(
  url: string,
  kiosks: readonly KioskIdentity[],
  visitors: readonly Visitor[],
  ending: Ending,
  work: () => Promise<void>,
): Promise<Closed> {
  const load = startLoad('visitors', ending);
  await load.until('ready');
  const over = load.until('visits');
  load.order({ kind: 'visitors', url, kiosks, visitors, pace: { kind: 'loop' }, classPhotos: null });
  try {
    await pause(WARM_UP_S);
    const from = Date.now();
    await work();
    const to = Date.now();
    load.order({ kind: 'stop' });
    const { visits } = await over;
    return { visits, from, to };
  } finally {
    over.catch(() => undefined);
    await load.stop();
  }
}

function closedFigures({ visits, from, to }: Closed) {
  const figures = summariseVisits(visits);
  const counted = visits.filter(
    ({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt >= from && acknowledgedAt < to,
  );
  return {
    seconds: Math.round((to - from) / 1000),
    marks_per_second: Number((counted.length / ((to - from) / 1000)).toFixed(2)),
    first_try_ms: spread(counted.map(({ firstMs }) => firstMs)),
    calls: figures.calls,
    refusals: figures.refusals,
    calls_without_an_answer: figures.calls_without_an_answer,
    failures: figures.failures,
    not_acknowledged_by_word: figures.not_acknowledged_by_word,
  };
}

/** So many processes behind the balancer, for a fixed time. */
async function measureCount(
  servers: Servers,
  url: string,
  seconds: number,
  loop: (work: () => Promise<void>) => Promise<Closed>,
) {
  const processes: ReturnType<typeof summariseSamples>[] = [];
  const closed = await loop(async () => {
    const samplers = servers.servers().map((server) => sampleMetrics(server.url));
    await pause(seconds);
    for (const samples of await Promise.all(samplers.map(({ stop }) => stop())))
      processes.push(summariseSamples(samples));
  });
  console.log(`${url}: ${servers.servers().length} processes are measured`);
  return {
    closed,
    figures: {
      processes: processes.length,
      ...closedFigures(closed),
      cores_used_by_the_servers: Number(processes.reduce((sum, each) => sum + each.cores_used, 0).toFixed(2)),
      memory_mb_of_the_servers: processes.reduce((sum, each) => sum + each.memory_mb.most, 0),
      event_loop_delay_p99_ms: Math.max(...processes.map((each) => each.event_loop_delay_ms.most_of_p99)),
    },
  };
}

/** 1, 2 and 4 processes on one PostgreSQL behind HAProxy. */
export async function measureServers(
  chosen: Chosen,
  { seconds }: { readonly seconds: number },
  ending: Ending,
) {
  const kept = await readKeptFaces(chosen.folder);
  const templateKey = kept?.templateKey ?? newTemplateKey();
  const servers = await openServers(templateKey, ending);
  const first = await servers.add();
  const school = await setUpSchool(first, chosen, { dashboards: 20, leastKiosks: KIOSKS, kept });
  await withDatabase({ url: servers.databaseUrl }, (pool) =>
    kept ? writeFaces(pool, kept) : keepFaces(pool, chosen.folder, { templateKey, refused: school.refused }),
  );
  // The measured process has done nothing else.
  await servers.restart(0, 'stop');
  const { kiosks } = school;
  const { length } = chosen.people;
  const visitors = visitorsOf(chosen, school.refused).filter(({ means }) => means === 'kiosk');
  const ofPart = (part: number) =>
    visitors.filter((_, at) => Math.floor(at / sectionsOf(length)) % PARTS === part);

  const all: Visit[] = [];
  const counts = [];
  for (const [part, count] of COUNTS.entries()) {
    while (servers.servers().length < count) await servers.add();
    const balancer = await startHaproxy(servers.backends(), ending);
    const { closed, figures } = await measureCount(servers, balancer.url, seconds, (work) =>
      underLoad(balancer.url, kiosks, ofPart(part), ending, work),
    );
    await balancer.stop();
    all.push(...closed.visits);
    counts.push(figures);
    console.log(`${count} processes: ${figures.marks_per_second} marks a second`);
  }

  const balancer = await startHaproxy(servers.backends(), ending);
  const together = await checkTogether({
    recognised: new Set(acknowledgedOf(all).map(({ code }) => code)),
    servers: servers.servers(),
    balancer: balancer.url,
    school,
    chosen,
    databaseUrl: servers.databaseUrl,
  });
  console.log(togetherHolds(together));
  const rolling = await underLoad(balancer.url, kiosks, ofPart(3), ending, async () => {
    for (let at = 0; at < servers.servers().length; at += 1) {
      await servers.restart(at, 'stop');
      console.log(`process ${at + 1} was restarted`);
    }
  });
  const killed = await underLoad(balancer.url, kiosks, ofPart(4), ending, async () => {
    await pause(seconds / 4);
    await servers.restart(1, 'kill');
    console.log('process 2 was killed and started again');
    await pause(seconds / 4);
  });
  await balancer.stop();
  all.push(...rolling.visits, ...killed.visits);
  const { rows, days } = await withDatabase({ url: servers.databaseUrl }, async (pool) => ({
    rows: await readCheckIns(pool),
    days: await readDays(pool),
  }));
  const [one] = counts;
  return {
    seconds_each: seconds,
    people: { on_the_list: length, enrolled: school.enrolled },
    kiosks: kiosks.length,
    pictures_per_look: LOOK_PICTURES,
    counts: counts.map((each) => ({
      ...each,
      ratio: Number((each.marks_per_second / (one?.marks_per_second || 1)).toFixed(2)),
    })),
    together,
    rolling_restart: closedFigures(rolling),
    kill: closedFigures(killed),
    compared_with_the_rows: { ...recount(acknowledgedOf(all), rows), ...days },
  };
}

export type ServersResult = Awaited<ReturnType<typeof measureServers>>;

/** What must hold in every run, however busy the machine is. */
export function serversHold({
  counts,
  together,
  rolling_restart,
  kill,
  compared_with_the_rows,
}: ServersResult) {
  const parts = [...counts, rolling_restart, kill];
  return {
    nothing_lost: compared_with_the_rows.lost === 0,
    nothing_doubled: compared_with_the_rows.doubled === 0,
    no_failures: parts.every(({ failures }) => Object.keys(failures).length === 0),
    nobody_gave_up: parts.every((part) => part.not_acknowledged_by_word['gave up'] === undefined),
    every_refusal_says_when_to_come_back: parts.every(({ refusals }) => refusals.without_retry_after === 0),
    ...togetherHolds(together),
  };
}
