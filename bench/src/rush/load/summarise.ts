import { percentile } from '../../shared/timing.ts';
import { busiestMinute } from './arrivals.ts';
import type { ClassPhotoAnswer } from './orders.ts';
import type { Visit } from './visits.ts';

export const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(words)].toSorted().map((word) => [word, words.filter((each) => each === word).length]),
  );

export const spread = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (percent: number) => (sorted.length === 0 ? 0 : Math.round(percentile(sorted, percent)));
  return { p50: at(50), p95: at(95), p99: at(99), max: at(100), samples: sorted.length };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What became of the people who came. */
export function summariseVisits(visits: readonly Visit[]) {
  const marked = visits.filter(({ acknowledgedAt }) => acknowledgedAt !== null);
  const acknowledgements = marked.map(({ acknowledgedAt }) => acknowledgedAt ?? 0);
  const sentAway = visits.filter(({ refusals }) => refusals > 0);
  const first = Math.min(...visits.map(({ arrivedAt }) => arrivedAt));
  const last = Math.max(...acknowledgements, first);
  const of = (means: Visit['means']) => {
    const some = visits.filter((visit) => visit.means === means);
    return {
      people: some.length,
      acknowledged: some.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length,
      first_try_ms: spread(some.filter(({ askedAt }) => askedAt > 0).map(({ firstMs }) => firstMs)),
      to_acknowledgement_ms: spread(
        some.flatMap(({ acknowledgedAt, arrivedAt }) =>
          acknowledgedAt === null ? [] : [acknowledgedAt - arrivedAt],
        ),
      ),
      waited_at_the_door_ms: spread(
        some.filter(({ askedAt }) => askedAt > 0).map(({ askedAt, arrivedAt }) => askedAt - arrivedAt),
      ),
    };
  };
  return {
    people_who_came: visits.length,
    acknowledged: marked.length,
    not_acknowledged_by_word: tally(
      visits.filter(({ acknowledgedAt }) => acknowledgedAt === null).map(({ word }) => word),
    ),
    minutes: visits.length === 0 ? 0 : Number(((last - first) / 60_000).toFixed(1)),
    busiest_minute: {
      arrivals: busiestMinute(visits.map(({ arrivedAt }) => arrivedAt)),
      acknowledged: busiestMinute(acknowledgements),
    },
    kiosk: of('kiosk'),
    own: of('own'),
    calls: sum(visits.map(({ tries }) => tries)),
    refusals: {
      answers: sum(visits.map((visit) => visit.refusals)),
      without_retry_after: sum(visits.map(({ withoutRetryAfter }) => withoutRetryAfter)),
      people: sentAway.length,
      came_back_and_were_served: sentAway.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length,
    },
    calls_without_an_answer: sum(visits.map(({ unreachable }) => unreachable)),
    failures: tally(visits.flatMap(({ failures }) => failures)),
  };
}

export const summarisePhotos = (photos: readonly ClassPhotoAnswer[], people: number) => ({
  taken: photos.length,
  people_in_each: people,
  statuses: tally(photos.map(({ status }) => String(status))),
  ms: spread(photos.map(({ ms }) => ms)),
  named: spread(photos.map(({ named }) => named)),
  refusals: sum(photos.map(({ refusals }) => refusals)),
});
