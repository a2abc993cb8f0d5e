import type { ClassMark } from '../classes/class-marks.types.ts';
import type { Repositories } from '../ports.ts';
import { DEFAULT_TIME_SETTINGS, DEFAULT_WORKING_DAYS } from '../settings/settings.rules.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { AttendanceDay, NewCheckIn } from './attendance.types.ts';
import { type DayFacts, deriveDay, isSameSighting } from './attendance-day.rules.ts';
import { calendarDay } from './calendar.rules.ts';
import type { DayFrame, PersonDay } from './facts.ports.ts';

type Tx = Pick<Repositories, 'attendance' | 'facts'>;

/** Whom a class saw was seen, unless the person's own check-in already says so. */
function withClasses(checkIns: readonly NewCheckIn[], marks: readonly ClassMark[]): NewCheckIn[] {
  const seen = [...checkIns];
  for (const { personId, date, means, score, seenAt: at, rule } of marks) {
    if (at && means !== 'own' && !isSameSighting(seen, at))
      seen.push({ personId, date, means, score, at, rule });
  }
  return seen;
}

const missedIn = (marks: readonly ClassMark[]): DayFacts['inClass'] => {
  const missed = marks.find(({ status }) => status === 'absent' || status === 'excused');
  return missed ? (missed.status === 'excused' ? 'excused' : 'absent') : null;
};

/** Puts together what a verdict rests on. */
export function factsOf(frame: DayFrame, { personId, kept, ...person }: PersonDay): DayFacts {
  return {
    personId,
    date: frame.date,
    checkIns: withClasses(person.checkIns, person.marks),
    rule: frame.rule ?? DEFAULT_TIME_SETTINGS,
    correction: person.correction,
    isOnLeave: person.isOnLeave,
    calendar: calendarDay(frame.date, frame.workingDays ?? DEFAULT_WORKING_DAYS, frame.isHoliday),
    inClass: missedIn(person.marks),
    isClosed: frame.isClosed,
    before: kept?.overrode ?? kept?.status ?? null,
  };
}

/** Keeps the verdict that follows from these facts. */
export async function keepVerdict(
  tx: Pick<Repositories, 'attendance'>,
  facts: DayFacts,
  zone: Zone,
  at: Date,
): Promise<AttendanceDay | null> {
  const day = deriveDay(facts, zone);
  if (day) await tx.attendance.saveDay(day, zone, at);
  else await tx.attendance.removeDay(facts.personId, facts.date);
  return day;
}

/** Works the verdict out anew from everything known of the day, and keeps it. The person must be locked. */
export async function judgeDay(
  tx: Tx,
  personId: number,
  date: LocalDate,
  zone: Zone,
  at: Date,
): Promise<AttendanceDay | null> {
  const { frame, person } = await tx.facts.of(personId, date);
  return keepVerdict(tx, factsOf(frame, person), zone, at);
}
