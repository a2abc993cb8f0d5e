import type { DateRange } from '../analytics/analytics.types.ts';
import { eachDay, type LocalDate } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { AttendanceRepos, InstitutionDay, PersonDay } from './attendance.ports.ts';
import type { AttendanceDay, DayStatus } from './attendance.types.ts';
import { type DayFacts, deriveDay } from './attendance-day.rules.ts';
import { factsOf } from './write-days.ts';

export interface ReplayedDay {
  readonly personId: number;
  readonly date: LocalDate;
  readonly before: DayStatus;
  readonly after: AttendanceDay | null;
}

const PEOPLE_AT_ONCE = 500;

/** Changes the rule of a class mark. A class that starts later than the institution keeps its own start and cutoff. */
function changeClassRule(
  rule: TimeSettings,
  institutionRule: TimeSettings,
  change: Partial<TimeSettings>,
): TimeSettings {
  if (rule.startTime === institutionRule.startTime) return { ...rule, ...change };
  const { startTime, cutoffTime, ...rest } = change;
  return { ...rule, ...rest };
}

function factsUnderRule(
  day: InstitutionDay,
  person: PersonDay,
  change: Partial<TimeSettings>,
  zone: Zone,
): DayFacts {
  const rule = day.rule ?? DEFAULT_TIME_SETTINGS;
  const { closing } = day;
  return factsOf(
    {
      ...day,
      rule: { ...rule, ...change },
      closing: closing && { ...closing, rule: { ...closing.rule, ...change } },
    },
    {
      ...person,
      checkIns: person.checkIns.map((each) => ({ ...each, rule: { ...each.rule, ...change } })),
      marks: person.marks.map((each) => ({ ...each, rule: changeClassRule(each.rule, rule, change) })),
    },
    zone,
  );
}

/** Of deleted people only what was seen is derived again: see `deriveAgain`. */
const isKept = ({ isDeleted, savedDay }: PersonDay): boolean => isDeleted && savedDay?.source !== 'check_in';

/**
 * Derives every verdict of a range again under a changed rule, and writes nothing. Without a change the rules are those
 * copied onto the check-ins, and every verdict must equal the stored one.
 */
export async function* replay(
  { facts }: AttendanceRepos,
  zone: Zone,
  range: DateRange,
  change: Partial<TimeSettings>,
): AsyncIterable<readonly ReplayedDay[]> {
  for (const date of eachDay(range.from, range.to)) {
    const day = await facts.institutionDay(date);
    for (let last = 0; ; ) {
      const people = await facts.personDays(date, last, PEOPLE_AT_ONCE);
      yield people.flatMap((person) => {
        const { savedDay, personId } = person;
        const after = isKept(person) ? savedDay : deriveDay(factsUnderRule(day, person, change, zone), zone);
        return savedDay ? [{ personId, date, before: savedDay.status, after }] : [];
      });
      if (people.length < PEOPLE_AT_ONCE) break;
      last = people.at(-1)?.personId ?? last;
    }
  }
}
