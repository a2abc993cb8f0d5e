import { count, minutes } from './figures.ts';
import type { ProvenPromise } from './promise.types.ts';
import type { ResultReader } from './result-reader.ts';

/** The part whose day and machine docs/PROOF.md names. */
const LARGEST = 'sizes[days=100000000]';
const roundedUp = (times: number): string => (Math.ceil(times * 10) / 10).toFixed(1);
/** What shows all years shows more of them. */
const isOfAllYears = (name: string): boolean => /all years|profile|own attendance/.test(name);

/** The smallest and the largest size; a small run has others than the published one. */
function endsOf(of: ResultReader): { readonly smallest: ResultReader; readonly largest: ResultReader } {
  const sizes = of.list('sizes').toSorted((a, b) => a.number('days') - b.number('days'));
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  if (!smallest || !largest) throw new Error('growth has no sizes.');
  return { smallest, largest };
}

/** The calls of the largest size, the slowest first. */
function callsOf(of: ResultReader) {
  const { smallest, largest } = endsOf(of);
  return largest
    .keys('calls')
    .map((name) => {
      const ms = largest.number(`calls.${name}.p50_ms`);
      return { name, ms, times: ms / smallest.number(`calls.${name}.p50_ms`) };
    })
    .toSorted((a, b) => b.ms - a.ms);
}

/** Years of attendance days in one database, and what must be done with all of them. */
export const GROWTH_PROMISES: readonly ProvenPromise[] = [
  {
    promise: 'What a call costs follows what it shows, not the years behind it',
    command: 'bench:growth',
    result: 'growth',
    part: LARGEST,
    figure: (of) => {
      const calls = callsOf(of);
      const { smallest, largest } = endsOf(of);
      const others = calls.filter(({ name }) => !isOfAllYears(name));
      const most = others.reduce((a, b) => (b.times > a.times ? b : a));
      const [slowest] = calls;
      if (!slowest) throw new Error('growth has no calls.');
      return `${calls.length} calls at ${count(largest.number('days'))} days, against ${count(smallest.number('days'))}: of those that do not show all years the median of none takes more than ${roundedUp(most.times)} times as long (${most.name}, ${most.ms} ms); the slowest of all takes ${slowest.ms} ms (${slowest.name})`;
    },
  },
  {
    promise: 'Retention removes a month at once',
    command: 'bench:growth',
    result: 'growth',
    part: LARGEST,
    figure: (of) => {
      const { largest } = endsOf(of);
      const removed = (way: string) =>
        `${count(largest.number(`${way}.rows`))} in ${largest.number(`${way}.seconds`)} s`;
      return `of ${count(largest.number('days'))} days ${removed('month_at_once')}; row by row ${removed('month_in_steps')}`;
    },
  },
  {
    promise: 'A day of 100,000 people of whom nobody came is closed in seconds',
    command: 'bench:growth',
    result: 'growth',
    part: 'closing',
    figure: (of) => `${count(of.number('closing.people'))} verdicts in ${of.number('closing.seconds')} s`,
    goal: {
      text: 'under 5 s for 100,000',
      isMet: (of) => of.number('closing.seconds') < 5 && of.number('closing.people') >= 100_000,
      why: 'Each verdict is a row with five indexes, a key that is checked, and roll-ups.',
    },
  },
  {
    promise: 'An upgrade divides the days of the version before into months',
    command: 'bench:growth',
    result: 'growth',
    part: 'upgrade',
    figure: (of) => `${count(of.number('upgrade.days'))} days in ${of.number('upgrade.seconds')} s`,
  },
  {
    promise:
      'Many years are backed up and restored with the same verdicts, and the commands say how far they are',
    command: 'bench:growth',
    result: 'growth',
    part: 'backup',
    figure: (of) => {
      const took = (what: string) =>
        `${minutes(of.number(`backup.${what}.seconds`) * 1000)} (${of.number(`backup.${what}.told`)} messages)`;
      return `${count(of.number('backup.days'))} days: backup of ${count(of.number('backup.archive_megabytes'))} MB in ${took('backup')}, restore in ${took('restore')}`;
    },
  },
];
