import type { Repositories } from '../ports.ts';
import { DEFAULT_TIME_SETTINGS, DEFAULT_WORKING_DAYS } from '../settings/settings.rules.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { Zone } from '../time/zone.ts';
import type { AttendanceDay } from './attendance.types.ts';
import { type DayFacts, deriveDay } from './attendance-day.rules.ts';
import { calendarDay } from './calendar.rules.ts';

type Tx = Pick<Repositories, 'attendance' | 'calendar' | 'corrections' | 'settings'>;

export async function factsOf(tx: Tx, personId: number, date: LocalDate): Promise<DayFacts> {
  const before = await tx.attendance.dayOf(personId, date);
  const institution = await tx.settings.institution();
  const isHoliday = await tx.calendar.isHoliday(date);
  return {
    personId,
    date,
    checkIns: await tx.attendance.checkInsOn(personId, date),
    rule: (await tx.settings.timeRuleOn(date)) ?? DEFAULT_TIME_SETTINGS,
    correction: await tx.corrections.accepted(personId, date),
    isOnLeave: (await tx.calendar.leaves(date, date, personId)).length > 0,
    calendar: calendarDay(date, institution?.workingDays ?? DEFAULT_WORKING_DAYS, isHoliday),
    isClosed: await tx.calendar.isClosed(date),
    before: before?.overrode ?? before?.status ?? null,
  };
}

/** Works the verdict out anew from everything known of the day, and keeps it. The person must be locked. */
export async function judgeDay(
  tx: Tx,
  personId: number,
  date: LocalDate,
  zone: Zone,
  at: Date,
): Promise<AttendanceDay | null> {
  const day = deriveDay(await factsOf(tx, personId, date), zone);
  if (day) await tx.attendance.saveDay(day, zone, at);
  else await tx.attendance.removeDay(personId, date);
  return day;
}
