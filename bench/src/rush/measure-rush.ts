import type { Ending } from '../shared/ending.ts';
import { arrivals } from './load/arrivals.ts';
import { summarisePhotos, summariseVisits, tally } from './load/summarise.ts';
import { summariseSamples } from './metrics.ts';
import { type Chosen, LOOK_PICTURES } from './people/choose-people.ts';
import { acknowledgedOf, recount } from './recount.ts';
import { runOnOneServer } from './run-on-one-server.ts';

const PHOTO_EVERY_MS = 60_000;

export interface RushOptions {
  readonly database: 'embedded' | 'postgres';
  readonly minutes: number;
  readonly dashboards: number;
}

/** A rush on one server: everybody comes once, most around the middle. */
export async function measureRush(chosen: Chosen, options: RushOptions, ending: Ending) {
  const { people } = chosen;
  const { database, dashboards, minutes } = options;
  const run = await runOnOneServer(
    chosen,
    {
      database,
      dashboards,
      photoEveryMs: Math.min(PHOTO_EVERY_MS, (minutes * 60_000) / 3),
      plan: (visitors) => ({ visitors, times: arrivals(visitors.length, minutes) }),
    },
    ending,
  );
  const { school, visits, marks } = run;
  const runMs = Math.max(...marks, 0) - Math.min(...visits.map(({ arrivedAt }) => arrivedAt));
  return {
    database,
    minutes_planned: minutes,
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
    ...summariseVisits(visits),
    class_photos: summarisePhotos(run.classPhotos, school.class.people),
    dashboards: run.dashboards,
    server: summariseSamples(run.samples),
    failures_in_the_log: run.failuresInTheLog,
    compared_with_the_rows: { ...recount(acknowledgedOf(visits), run.rows), ...run.days },
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
