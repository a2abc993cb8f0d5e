import type { ClassMark } from '../classes/classes.types.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zone.ts';
import { DEFAULT_TIME_SETTINGS, DEFAULT_WORKING_DAYS } from '../settings/settings.rules.ts';
import type { AttendanceRepos, InstitutionDay, PersonDay } from './attendance.ports.ts';
import type { AttendanceDay, NewCheckIn } from './attendance.types.ts';
import { type DayFacts, deriveDay, isSameSighting } from './attendance-day.rules.ts';
import { calendarDay } from './calendar.rules.ts';

/** Adds a check-in for each class that saw the person, unless an existing check-in covers it. */
function addClassSightings(checkIns: readonly NewCheckIn[], marks: readonly ClassMark[]): NewCheckIn[] {
  const all = [...checkIns];
  for (const { personId, date, means, score, seenAt: at, rule } of marks) {
    if (at && means !== 'own' && !isSameSighting(all, at))
      all.push({ personId, date, means, score, at, rule });
  }
  return all;
}

const absenceInClass = (marks: readonly ClassMark[]): DayFacts['classAbsence'] => {
  const mark = marks.find(({ status }) => status === 'absent' || status === 'excused');
  return mark ? (mark.status === 'excused' ? 'excused' : 'absent') : null;
};

/** Collects the facts from which a day is derived. */
export function factsOf(day: InstitutionDay, { personId, savedDay, ...person }: PersonDay): DayFacts {
  return {
    personId,
    date: day.date,
    checkIns: addClassSightings(person.checkIns, person.marks),
    rule: day.rule ?? DEFAULT_TIME_SETTINGS,
    correction: person.correction,
    isOnLeave: person.isOnLeave,
    calendar: calendarDay(day.date, day.workingDays ?? DEFAULT_WORKING_DAYS, day.isHoliday),
    classAbsence: absenceInClass(person.marks),
    isClosed: day.isClosed,
    previousStatus: savedDay?.overrode ?? savedDay?.status ?? null,
  };
}

/** Derives the day from the facts and saves it, or removes it when there is no verdict. */
export async function saveDerivedDay(
  tx: AttendanceRepos,
  facts: DayFacts,
  zone: Zone,
  at: Date,
): Promise<AttendanceDay | null> {
  const day = deriveDay(facts, zone);
  if (day) await tx.attendance.saveDay(day, zone, at);
  else await tx.attendance.removeDay(facts.personId, facts.date);
  return day;
}

/** Reads the facts of a day, derives it again and saves it. The person must be locked. */
export async function rederiveDay(
  tx: AttendanceRepos,
  personId: number,
  date: LocalDate,
  zone: Zone,
  at: Date,
): Promise<AttendanceDay | null> {
  const { institutionDay, personDay } = await tx.facts.of(personId, date);
  return saveDerivedDay(tx, factsOf(institutionDay, personDay), zone, at);
}
