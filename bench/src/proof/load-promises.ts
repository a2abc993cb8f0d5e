import { count, minutes, percent, seconds } from './figures.ts';
import { GROWTH_PROMISES } from './growth-promises.ts';
import type { ProvenPromise } from './promise.types.ts';
import type { ResultReader } from './result-reader.ts';

/** Thousands who mark themselves by pictures within minutes, on one of the databases. */
const rushOn = (part: 'embedded' | 'postgres', database: string): ProvenPromise => {
  const lostOrDoubled = (of: ResultReader) =>
    of.number(`${part}.compared_with_the_rows.lost`) + of.number(`${part}.compared_with_the_rows.doubled`);
  return {
    promise: `In a rush on ${database} nobody who was told so is missing, and nobody is counted twice`,
    command: 'bench:rush',
    result: 'rush',
    part,
    figure: (of) =>
      `${lostOrDoubled(of)} lost or doubled of ${count(of.number(`${part}.acknowledged`))} marks by pictures; ${count(of.number(`${part}.people_who_came`))} people came, the last was marked after ${of.number(`${part}.minutes`)} minutes, with ${of.number(`${part}.dashboards.streams`)} dashboards open; 95 of 100 had their first answer ${seconds(of.number(`${part}.kiosk.first_try_ms.p95`))} after they came to the front of a kiosk, and stood in its line for ${minutes(of.number(`${part}.kiosk.waited_at_the_door_ms.p95`))} at most`,
    goal: {
      text: '5,000 people marked in 20 minutes',
      isMet: (of) =>
        of.number(`${part}.acknowledged`) >= 5000 &&
        of.number(`${part}.minutes`) <= 20 &&
        lostOrDoubled(of) === 0,
      why: 'Nobody in the bench has a PIN, so whoever is asked for one stays unmarked; the server shares its two cores with the kiosks, devices and dashboards of the bench.',
    },
  };
};

const picturesPerSecond = (of: ResultReader): number =>
  of.number('servers.counts[processes=2].marks_per_second') * of.number('servers.pictures_per_look');

/** What several processes of the server on one PostgreSQL did, behind HAProxy. */
const SEVERAL_SERVERS: readonly ProvenPromise[] = [
  {
    promise: 'Recognitions through HTTP, with all that a mark at a kiosk takes',
    command: 'bench:rush',
    result: 'rush',
    part: 'servers',
    figure: (of) =>
      `${picturesPerSecond(of).toFixed(1)} pictures a second, ${of.number('servers.pictures_per_look')} for each mark, by two processes with ${of.number('servers.counts[processes=2].cores_used_by_the_servers')} cores`,
    goal: {
      text: '45 a second',
      isMet: (of) => picturesPerSecond(of) >= 45,
      why: 'The networks take most of it, as the steps of bench:speed show; PostgreSQL, the balancer and the kiosks use the same two cores.',
    },
  },
  {
    promise: 'Throughput grows with processes until the cores are used',
    command: 'bench:rush',
    result: 'rush',
    part: 'servers',
    figure: (of) =>
      of
        .list('servers.counts')
        .map(
          (each) =>
            `${each.number('marks_per_second')} marks a second with ${each.number('processes')} of one core each (${each.number('cores_used_by_the_servers')} cores used)`,
        )
        .join(', '),
    goal: {
      text: 'more with two than with one',
      isMet: (of) => of.number('servers.counts[processes=2].ratio') > 1,
      why: 'Database, balancer and the kiosks share the two cores with the servers.',
    },
  },
  {
    promise: 'A rolling restart and a kill -9 of one process under load lose no acknowledged mark',
    command: 'bench:rush',
    result: 'rush',
    part: 'servers',
    figure: (of) =>
      `${of.number('servers.compared_with_the_rows.lost')} lost and ${of.number('servers.compared_with_the_rows.doubled')} doubled of ${count(of.number('servers.compared_with_the_rows.people_acknowledged'))} people who were acknowledged in the whole run; ${of.number('servers.rolling_restart.marks_per_second')} marks a second during the restart, ${of.number('servers.kill.marks_per_second')} around the kill; calls that had to be repeated: ${of.number('servers.rolling_restart.calls_without_an_answer')} and ${of.number('servers.kill.calls_without_an_answer')}`,
    goal: {
      text: '0 and 0',
      isMet: (of) =>
        of.number('servers.compared_with_the_rows.lost') === 0 &&
        of.number('servers.compared_with_the_rows.doubled') === 0,
      why: 'Marks were lost or doubled.',
    },
  },
  {
    promise: 'A job that every process sees is done by one of them',
    command: 'bench:rush',
    result: 'rush',
    part: 'servers',
    figure: (of) =>
      `${of.number('servers.together.jobs.jobs')} jobs enrolled ${of.number('servers.together.jobs.written_once')} of ${of.number('servers.together.jobs.people')} people once and ${of.number('servers.together.jobs.written_more_often')} more often`,
    goal: {
      text: 'each once',
      isMet: (of) =>
        of.number('servers.together.jobs.written_once') === of.number('servers.together.jobs.enrolled'),
      why: 'A job ran twice or not at all.',
    },
  },
  {
    promise: 'Enrolling and erasing a face reach every process within a second',
    command: 'bench:rush',
    result: 'rush',
    part: 'servers',
    figure: (of) =>
      `erased after ${of.number('servers.together.faces.erased_ms.max')} ms at most, enrolled after ${of.number('servers.together.faces.enrolled_ms.max')} ms, four processes on one PostgreSQL`,
    goal: {
      text: '1 s',
      isMet: (of) =>
        of.number('servers.together.faces.erased_ms.max') < 1000 &&
        of.number('servers.together.faces.enrolled_ms.max') < 1000,
      why: 'The machine was busy with other work.',
    },
  },
];

/** Everybody's faces, read again while somebody is looked for all the time. */
const reloadOf = (what: string, path: string, why: string): ProvenPromise => ({
  promise: `${what} are read again while people are recognised, and nobody is missing meanwhile`,
  command: 'bench:gallery',
  result: 'gallery',
  figure: (of) =>
    `${of.number(`${path}.reload_while_searching_s`)} s; ${of.number(`${path}.not_found_meanwhile`)} of ${count(of.number(`${path}.searches_meanwhile`))} searches found nobody`,
  goal: {
    text: 'under 5 s',
    isMet: (of) => of.number(`${path}.reload_while_searching_s`) < 5,
    why,
  },
});

const SERVED = [
  'nothing_lost',
  'nothing_doubled',
  'nobody_gave_up',
  'the_office_was_served',
  'no_failures',
  'no_stream_lost',
];
/** Judged after hours only; without them the result has no figure of it. */
const FLAT = ['memory_is_flat', 'handles_are_flat', 'latency_is_flat'];
const holds = (of: ResultReader, names: readonly string[]): boolean[] =>
  names.map((name) => of.flag(`holds.${name}`));

/** Hours of a fifth of the rush. */
const SOAK: readonly ProvenPromise[] = [
  {
    promise: 'Hours of mixed load lose nothing, and everybody is served',
    command: 'bench:soak',
    result: 'soak',
    figure: (of) => {
      const compared = (what: string) => of.number(`compared_with_the_rows.${what}`);
      return `${compared('lost')} lost and ${compared('doubled')} doubled of ${count(compared('acknowledged'))} marks in ${of.number('hours')} h; ${count(of.number('office.calls'))} calls of the office, ${of.number('dashboards.lost')} of ${of.number('dashboards.opened')} dashboards lost`;
    },
    goal: {
      text: 'nothing lost or doubled, nobody gave up, no failure',
      isMet: (of) => holds(of, SERVED).every(Boolean),
      why: 'See what does not hold in the result.',
    },
  },
  {
    promise: 'Hours of mixed load do not make a server slower or larger',
    command: 'bench:soak',
    result: 'soak',
    figure: (of) => {
      holds(of, FLAT);
      const grown = (key: string) => percent(of.number(`server.trends.${key}.growth`), 1);
      return `from the second to the last quarter of ${of.number('hours')} h: memory ${grown('memory_mb')}, heap ${grown('heap_mb')}, open files ${grown('open_files')}, sockets and timers ${grown('resources')}, median of the first answer at a kiosk ${percent(of.number('median_of_kiosks_from_second_to_last_quarter'), 1)}`;
    },
    goal: {
      text: 'at most 10 % more memory and heap, 5 % more files and sockets, 25 % more time',
      isMet: (of) => holds(of, FLAT).every(Boolean),
      why: 'docs/SCALE.md says what grew.',
    },
  },
];

/** What is promised of many people, many faces, many days and several servers. */
export const UNDER_LOAD: readonly ProvenPromise[] = [
  {
    promise: 'A recognition, without HTTP and database',
    command: 'bench:speed',
    result: 'speed',
    figure: (of) =>
      `${of.number('engine[worker_threads=2].requests_per_second')} a second on two threads, alone ${of.number('engine[worker_threads=2].one_at_a_time.p50_ms')} ms, 95 of 100 ${of.number('engine[worker_threads=2].one_at_a_time.p95_ms')} ms`,
    goal: {
      text: '45 a second; 95 of 100 under 60 ms',
      isMet: (of) =>
        of.number('engine[worker_threads=2].requests_per_second') >= 45 &&
        of.number('engine[worker_threads=2].one_at_a_time.p95_ms') < 60,
      why: 'The networks take most of it, as the steps in the result show.',
    },
  },
  rushOn('embedded', 'the embedded database'),
  rushOn('postgres', 'PostgreSQL'),
  ...SEVERAL_SERVERS,
  ...SOAK,
  {
    promise: 'A face is found among 100,000 in a moment, and exactly',
    command: 'bench:gallery',
    result: 'gallery',
    figure: (of) => {
      const of100000 = 'searches[people=100000]';
      return `${of.number(`${of100000}.search_with_first_pass.p50_ms`)} ms, 95 of 100 ${of.number(`${of100000}.search_with_first_pass.p95_ms`)} ms; ${of.list('searches').reduce((sum, each) => sum + each.number('different_answers'), 0)} answers differ from an exact search`;
    },
  },
  reloadOf('100,000 templates', 'reloads[people=33334]', ''),
  reloadOf(
    'Three templates of each of 100,000 people',
    'reloads[people=100000]',
    'Each of the 300,000 templates, and of the 100,000 keys, is decrypted by itself: more work than two cores do in five seconds.',
  ),
  {
    promise: 'The database goes away and comes back, and the servers go on by themselves',
    command: 'bench:failover',
    result: 'failover',
    figure: (of) => {
      const faults = of.list('scenarios').filter((each) => !each.text('name').includes('asynchronous'));
      const sum = (key: string) => faults.reduce((all, each) => all + each.number(key), 0);
      const slowest = Math.max(...faults.map((each) => each.number('seconds_until_a_success_after_it')));
      return `${sum('lost')} lost and ${sum('doubled')} doubled of ${count(sum('acknowledged'))} acknowledged writes in ${faults.length} runs; at most ${slowest} s from its return to the first success`;
    },
    goal: {
      text: 'nothing acknowledged lost or doubled',
      isMet: (of) =>
        of
          .list('scenarios')
          .every(
            (each) =>
              each.number('doubled') === 0 &&
              (each.text('name').includes('asynchronous') || each.number('lost') === 0),
          ),
      why: 'See the scenarios in the result.',
    },
  },
  {
    promise: 'The primary dies, and a standby that follows asynchronously takes its place',
    command: 'bench:failover',
    result: 'failover',
    figure: (of) => {
      const [killed] = of.list('scenarios').filter((each) => each.text('name').includes('asynchronous'));
      if (!killed) throw new Error('failover has no asynchronous standby.');
      return `${killed.number('lost')} of ${count(killed.number('acknowledged'))} acknowledged writes lost, with a standby on the same machine; ${killed.number('longest_without_a_success_s')} s without a success`;
    },
  },
  ...GROWTH_PROMISES,
  {
    promise: 'Marks, sheets, corrections, leaves and closing at once on several servers stay right',
    command: 'bench:stress',
    result: 'stress',
    figure: (of) =>
      `${of.number('wrong_verdicts')} wrong of ${count(of.number('verdicts_recomputed'))} days and ${of.number('wrong_rollups')} of ${count(of.number('rollup_rows_recomputed'))} sums after ${count(of.number('calls'))} calls, ${of.number('answers_5xx')} server errors`,
  },
  {
    promise: 'A thousand people sign in at the same moment',
    command: 'bench:sign-ins',
    result: 'sign-ins',
    figure: (of) =>
      `all ${count(of.number('at_once.answers.200'))} in ${of.number('at_once.seconds')} s; meanwhile 99 of 100 other calls within ${of.number('at_once.health_ms.p99')} ms`,
  },
  {
    promise: 'Guessing at an account gets nowhere',
    command: 'bench:sign-ins',
    result: 'sign-ins',
    figure: (of) =>
      `${of.number('attack.looked_at')} of 10,000 guesses were looked at; the owner signed in ${of.number('attack.owner_on_known_device.signed_in')} of ${of.number('attack.owner_on_known_device.tries')} times meanwhile`,
  },
  {
    promise: 'Pages of an institution with 5,000 people and a million days answer at once',
    command: 'bench:analytics',
    result: 'analytics',
    figure: (of) =>
      `95 of 100: analytics ${of.number('embedded_1000000.calls.admin_analytics_all.p95')} ms, register ${of.number('embedded_1000000.calls.register_page.p95')} ms, a mark ${of.number('embedded_1000000.calls.mark_one.p95')} ms`,
  },
];
