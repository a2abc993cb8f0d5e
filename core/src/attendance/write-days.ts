import type { ClassMark } from '../classes/classes.types.ts';
import { type Actor, refuseOwnRecord } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import { addDays, type LocalDate, minutesOf } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import { DEFAULT_TIME_SETTINGS, DEFAULT_WORKING_DAYS } from '../settings/settings.rules.ts';
import type { AttendanceRepos, InstitutionDay, PersonDay } from './attendance.ports.ts';
import type { AttendanceDay, DayChange, DayKey } from './attendance.types.ts';
import { arrivalStatus, type DayFacts, type DaySighting, deriveDay } from './attendance-day.rules.ts';
import { calendarDay, keptFrom } from './calendar.rules.ts';
import { countedCheckIns } from './kiosk/passages.rules.ts';

/** Days derived at once: bounds the rows of one query for a leave of a year or a holiday of a large school. */
const KEYS_AT_ONCE = 2000;

/** Nothing is known about a day but that the person was due. */
const NO_FACTS: Omit<PersonDay, 'registeredOn'> = {
  personId: 0,
  savedDay: null,
  checkIns: [],
  marks: [],
  correction: null,
  leaveNotedAt: null,
  fixedAbsence: null,
  isDeleted: false,
};

/** Locks one person's attendance; refuses people who were deleted meanwhile. */
export async function lockPerson({ attendance }: AttendanceRepos, personId: number): Promise<void> {
  const existing = await attendance.lockPeople([personId]);
  if (!existing.has(personId)) throw new AppError('user_not_found');
}

/** Refuses to change a day whose attendance retention removed. */
export async function assertKept({ facts }: AttendanceRepos, date: LocalDate, field = 'date'): Promise<void> {
  const first = keptFrom(date, await facts.emptied());
  if (first !== date)
    throw new AppError('invalid_input', {
      fields: { [field]: `The retention rules deleted attendance before ${first}.` },
    });
}

/** Refuses what an account would write about its own days, whichever call it came by. */
export function assertNotOwn(by: Actor | null, personIds: readonly number[]): void {
  if (by) for (const personId of personIds) refuseOwnRecord(by, personId);
}

/**
 * Whether a sheet says what the person's own check-in or a correction says: then only that counts. Decided here and not when
 * the sheet is saved, so that the mark stands once the check-in is taken back, and a check-in may arrive after the sheet.
 */
function repeatsOwn(mark: ClassMark, { checkIns, correction }: PersonDay, zone: Zone): boolean {
  const { status, means, rule, classStart, classEnd, markedAt } = mark;
  if (means === 'class_photo' || classEnd === null) return false;
  const [first] = checkIns
    .filter(({ at }) => at <= markedAt)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const own = correction ? correction.time : first && zone.timeOf(first.at);
  if (!own || minutesOf(own) > minutesOf(classEnd)) return false;
  const arrival = arrivalStatus(own, { ...rule, startTime: classStart });
  return status === (arrival === 'on_time' ? 'present' : 'late');
}

/** The person's own check-ins and the sightings of classes. */
const sightingsOf = (person: PersonDay, zone: Zone): DaySighting[] => [
  ...countedCheckIns(person.checkIns),
  ...person.marks.flatMap((mark) => {
    const { personId, date, score, seenAt: at, rule, status } = mark;
    if (!at || repeatsOwn(mark, person, zone)) return [];
    const means = mark.means === 'own' ? 'manual' : mark.means;
    return [{ personId, date, means, score, at, rule, isMarkedLate: status === 'late' }];
  }),
];

/** The class that starts last decides, whoever saved their sheet first; of two that start together the excuse counts. */
function absenceInClass(marks: readonly ClassMark[]): DayFacts['classAbsence'] {
  let found: DayFacts['classAbsence'] = null;
  let foundStart = '';
  for (const { status, markedAt, classStart } of marks) {
    if (status !== 'absent' && status !== 'excused') continue;
    if (classStart < foundStart || (classStart === foundStart && status === 'absent')) continue;
    found = { status, markedAt };
    foundStart = classStart;
  }
  return found;
}

/** Collects the facts from which a day is derived. A closed day keeps the frame under which it was closed. */
export function factsOf(day: InstitutionDay, person: PersonDay, zone: Zone): DayFacts {
  const { date, closing } = day;
  return {
    personId: person.personId,
    date,
    registeredOn: person.registeredOn,
    checkIns: sightingsOf(person, zone),
    rule: closing?.rule ?? day.rule ?? DEFAULT_TIME_SETTINGS,
    correction: person.correction,
    leaveNotedAt: person.leaveNotedAt,
    calendar: closing?.calendar ?? calendarDay(date, day.workingDays ?? DEFAULT_WORKING_DAYS, day.isHoliday),
    classAbsence: absenceInClass(person.marks),
    fixedAbsence: person.fixedAbsence,
    closedAt: closing?.at ?? null,
  };
}

/**
 * Derives a day again from its facts. The leaves, corrections and sections of deleted people are gone: their verdicts
 * stay, and only whether the day was off follows the calendar. A day that retention emptied, or is emptying, stays as
 * it is: whoever came would be absent.
 */
export function deriveAgain(day: InstitutionDay, person: PersonDay, zone: Zone): AttendanceDay | null {
  if (day.isEmptied) return person.savedDay;
  const facts = factsOf(day, person, zone);
  if (!person.isDeleted) return deriveDay(facts, zone);
  return person.savedDay && { ...person.savedDay, isDayOff: facts.calendar !== 'open' };
}

const sameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

const isSameDay = (a: AttendanceDay, b: AttendanceDay): boolean =>
  a.status === b.status &&
  a.source === b.source &&
  a.overrode === b.overrode &&
  a.isDayOff === b.isDayOff &&
  sameTime(a.firstIn, b.firstIn) &&
  sameTime(a.lastSeen, b.lastSeen) &&
  a.rule.startTime === b.rule.startTime &&
  a.rule.graceMinutes === b.rule.graceMinutes &&
  a.rule.cutoffTime === b.rule.cutoffTime &&
  a.rule.autoAbsentMinutes === b.rule.autoAbsentMinutes;

/** Saves the days that differ from the stored ones, and removes those without a verdict, as one set. */
export async function saveChanges(
  { attendance }: AttendanceRepos,
  changes: readonly DayChange[],
  zone: Zone,
  at: Date,
): Promise<void> {
  const saved = changes.flatMap(({ before, after }) =>
    after && !(before && isSameDay(before, after)) ? [after] : [],
  );
  const removed = changes.filter(({ before, after }) => before && !after);
  if (saved.length + removed.length > 0) await attendance.saveDays(saved, removed, zone, at);
}

/**
 * Reads the facts of days, derives them again and saves those that changed: the one way in which a mark, a sheet, a
 * correction, a leave, a holiday or a repair writes verdicts. The people must be locked. `by` is the account that decides
 * about these people, and never about itself; null for a kiosk and for what concerns everybody alike: the calendar, the
 * closing of a day, a repair. Answers every day it derived.
 */
export async function rederiveDays(
  tx: AttendanceRepos,
  keys: readonly DayKey[],
  zone: Zone,
  at: Date,
  by: Actor | null,
): Promise<readonly DayChange[]> {
  assertNotOwn(
    by,
    keys.map(({ personId }) => personId),
  );
  const changes: DayChange[] = [];
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    const facts = await tx.facts.ofMany(keys.slice(start, start + KEYS_AT_ONCE));
    const derived = facts.map(({ institutionDay, personDay }): DayChange => {
      const { personId, savedDay: before } = personDay;
      return {
        personId,
        date: institutionDay.date,
        before,
        after: deriveAgain(institutionDay, personDay, zone),
      };
    });
    await saveChanges(tx, derived, zone, at);
    changes.push(...derived);
  }
  return changes;
}

/**
 * Saves the day of locked people without any facts on it (`withoutAny`): it is the same for all, so it is derived once.
 * Answers how many got a verdict.
 */
export async function saveSameDay(
  { attendance, facts }: AttendanceRepos,
  personIds: readonly number[],
  date: LocalDate,
  zone: Zone,
  at: Date,
): Promise<number> {
  if (personIds.length === 0) return 0;
  const day = deriveAgain(
    await facts.institutionDay(date),
    { ...NO_FACTS, registeredOn: addDays(date, -1) },
    zone,
  );
  if (!day) return 0;
  const days = personIds.map((personId) => ({ ...day, personId }));
  await attendance.saveDays(days, [], zone, at);
  return days.length;
}
