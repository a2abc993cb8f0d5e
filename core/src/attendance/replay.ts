import type { DateRange } from '../analytics/analytics.types.ts';
import type { Repositories } from '../ports.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { eachDay, type LocalDate } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { AttendanceDay, DayStatus } from './attendance.types.ts';
import { type DayFacts, deriveDay } from './attendance-day.rules.ts';
import type { DayFrame, PersonDay } from './facts.ports.ts';
import { factsOf } from './verdict.ts';

export interface ReplayedDay {
  readonly personId: number;
  readonly date: LocalDate;
  readonly before: DayStatus;
  readonly after: AttendanceDay | null;
}

const PEOPLE_AT_ONCE = 500;

/** A class that begins later than the institution keeps its own start; the rest of its rule changes. */
function changed(rule: TimeSettings, of: TimeSettings, change: Partial<TimeSettings>): TimeSettings {
  if (rule.startTime === of.startTime) return { ...rule, ...change };
  const { startTime, cutoffTime, ...rest } = change;
  return { ...rule, ...rest };
}

function under(frame: DayFrame, person: PersonDay, change: Partial<TimeSettings>): DayFacts {
  const rule = frame.rule ?? DEFAULT_TIME_SETTINGS;
  const facts = factsOf(
    { ...frame, rule: { ...rule, ...change } },
    {
      ...person,
      checkIns: person.checkIns.map((each) => ({ ...each, rule: { ...each.rule, ...change } })),
      marks: person.marks.map((each) => ({ ...each, rule: changed(each.rule, rule, change) })),
    },
  );
  // Holidays and working days may have changed since; a verdict that missed someone says the day was open then.
  const missed = person.kept && person.kept.source !== 'check_in' && person.kept.source !== 'correction';
  if (!missed) return facts;
  return { ...facts, calendar: 'open', isClosed: facts.isClosed || person.kept?.source === 'closing' };
}

/**
 * Works every verdict of a range out again from what it rests on, under a changed rule or, without a change, under
 * the rules as they were copied: then every verdict must come out as it is kept. Nothing is written.
 */
export async function* replay(
  { facts }: Pick<Repositories, 'facts'>,
  zone: Zone,
  range: DateRange,
  change: Partial<TimeSettings>,
): AsyncIterable<readonly ReplayedDay[]> {
  for (const date of eachDay(range.from, range.to)) {
    const frame = await facts.frame(date);
    for (let last = 0; ; ) {
      const people = await facts.everyone(date, last, PEOPLE_AT_ONCE);
      yield people.flatMap((person) => {
        const { kept, personId } = person;
        const after = deriveDay(under(frame, person, change), zone);
        return kept ? [{ personId, date, before: kept.status, after }] : [];
      });
      if (people.length < PEOPLE_AT_ONCE) break;
      last = people.at(-1)?.personId ?? last;
    }
  }
}
