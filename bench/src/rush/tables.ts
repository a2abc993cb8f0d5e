import type { Rush } from './measure-rush.ts';
import type { ServersResult } from './servers/measure-servers.ts';
import type { About } from './start-bench.ts';

/** bench/results/rush.json, whose tables docs/SCALE.md shows. Parts that were not measured yet are missing. */
export interface Published {
  readonly embedded?: Rush & About;
  readonly postgres?: Rush & About;
  readonly servers?: ServersResult & About;
}

/** Whether a run may take the place of the one that is published. */
export const isLonger = (rush: Rush, before: Rush | undefined): boolean =>
  before === undefined || rush.people_who_came >= before.people_who_came;

const number = (value: number): string => value.toLocaleString('en-US');
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const times = ({
  p50,
  p95,
  p99,
}: {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}): string => `${seconds(p50)}, ${seconds(p95)}, ${seconds(p99)}`;
const words = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([word, count]) => `${number(count)} ${word}`)
    .join(', ') || 'none';
const asRows = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.map(([what, figure]) => `| ${what} | ${figure} |`);

/** The rows of one rush. */
export function rushTable(rush: Rush & About): string[] {
  const { people, kiosk, own, refusals, dashboards, server, compared_with_the_rows: compared } = rush;
  const { memory_mb: memory, event_loop_delay_ms: loop, pictures_waiting: queue } = server;
  return asRows([
    [
      'measured, load average of the machine before',
      `${rush.measured_at.slice(0, 10)}, ${rush.load_average_before[0]}`,
    ],
    ['database', rush.database],
    [
      'people who came, by kiosk, by own device',
      `${number(rush.people_who_came)}, ${number(kiosk.people)}, ${number(own.people)}`,
    ],
    ['their pictures', words(people.by_pictures)],
    ['minutes planned, until the last mark', `${rush.minutes_planned}, ${rush.minutes}`],
    ['marks acknowledged; others', `${number(rush.acknowledged)}; ${words(rush.not_acknowledged_by_word)}`],
    ['marks a second, on average', String(rush.marks_per_second)],
    [
      'busiest minute: arrivals, marks',
      `${number(rush.busiest_minute.arrivals)}, ${number(rush.busiest_minute.acknowledged)}`,
    ],
    ['kiosk, first answer: median, 95, 99 of 100', times(kiosk.first_try_ms)],
    ['kiosk, from arrival to acknowledgement', times(kiosk.to_acknowledgement_ms)],
    ['own device, first answer', times(own.first_try_ms)],
    ['own device, from arrival to acknowledgement', times(own.to_acknowledgement_ms)],
    ['pictures waiting in the server: median, 95 of 100, most', `${queue.p50}, ${queue.p95}, ${queue.most}`],
    [
      'answers 503 or 429; without a time to come back',
      `${number(refusals.answers)}; ${refusals.without_retry_after}`,
    ],
    [
      'people sent away; came back and were served',
      `${number(refusals.people)}; ${number(refusals.came_back_and_were_served)}`,
    ],
    ['calls without an answer, answers 500', `${rush.calls_without_an_answer}, ${words(rush.failures)}`],
    [
      'class photos; time: median, 95, 99 of 100',
      `${rush.class_photos.taken}; ${times(rush.class_photos.ms)}`,
    ],
    ['dashboards open, streams lost', `${dashboards.opened}, ${dashboards.lost}`],
    ['from a mark to its event at most: median, 95, 99 of 100', times(dashboards.delay_ms)],
    ['refetches of dashboards; time', `${number(dashboards.refetches)}; ${times(dashboards.refetch_ms)}`],
    ['delay of the event loop, 99 of 100: median, most', `${loop.p50_of_p99} ms, ${loop.most_of_p99} ms`],
    ['memory of the server: first, most, last', `${memory.first} MB, ${memory.most} MB, ${memory.last} MB`],
    ['cores used by the server', String(server.cores_used)],
    ['acknowledged marks lost, doubled', `${compared.lost}, ${compared.doubled}`],
  ]);
}

/** The rows of several servers. */
export function serversTable({
  counts,
  together,
  rolling_restart,
  kill,
  compared_with_the_rows: compared,
  ...rest
}: ServersResult & About): string[] {
  const retried = ({ calls_without_an_answer, refusals }: (typeof counts)[number] | typeof kill) =>
    `${calls_without_an_answer} without an answer, ${refusals.answers} refused`;
  return asRows([
    [
      'measured, load average of the machine before',
      `${rest.measured_at.slice(0, 10)}, ${rest.load_average_before[0]}`,
    ],
    ...counts.map((each): readonly [string, string] => [
      `${each.processes} ${each.processes === 1 ? 'process' : 'processes'}: marks a second, against one`,
      `${each.marks_per_second}, ${each.ratio} (${each.cores_used_by_the_servers} cores, ${number(each.memory_mb_of_the_servers)} MB)`,
    ]),
    [
      'an erased face is gone in every process: median, most',
      `${together.faces.erased_ms.p50} ms, ${together.faces.erased_ms.max} ms`,
    ],
    [
      'an enrolled face is known in every process',
      `${together.faces.enrolled_ms.p50} ms, ${together.faces.enrolled_ms.max} ms`,
    ],
    [
      'a mark at one process is told at every other after',
      `${Math.max(...together.live_updates.told_ms)} ms`,
    ],
    [
      'people enrolled by jobs, written twice',
      `${together.jobs.enrolled}, ${together.jobs.written_more_often}`,
    ],
    [
      'rolling restart: marks a second; calls',
      `${rolling_restart.marks_per_second}; ${retried(rolling_restart)}`,
    ],
    ['kill -9 of one process: marks a second; calls', `${kill.marks_per_second}; ${retried(kill)}`],
    [
      'acknowledged marks, lost, doubled',
      `${number(compared.acknowledged)}, ${compared.lost}, ${compared.doubled}`,
    ],
  ]);
}

/** Institutions of docs/SCALE.md, and the minutes within which their people come. */
const SIZES = [500, 5000, 50_000, 160_000] as const;
const COMING_MINUTES = 30;

/**
 * What other sizes need by the figures of one rush: its core-seconds of the server for a mark, and how much busier than the average its
 * busiest minute was.
 */
export function sizesTable(rush: Rush & About): string[] {
  const coreSeconds = rush.server.cores_used / rush.marks_per_second;
  const peak = (rush.busiest_minute.arrivals * rush.minutes_planned) / rush.people_who_came;
  return SIZES.map((people) => {
    const marks = (people / COMING_MINUTES / 60) * peak;
    const cells = [number(people), marks.toFixed(1), (marks * coreSeconds).toFixed(1)];
    return `| ${cells.join(' | ')} |`;
  });
}
