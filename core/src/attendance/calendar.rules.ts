import { type LocalDate, weekdayOf } from '../kernel/local-date.ts';
import type { CalendarDay, EmptiedDays } from './attendance.types.ts';

/** Days between the first and the last day of a leave: a year and the day after it. */
export const LONGEST_LEAVE_DAYS = 366;

export interface Holiday {
  readonly date: LocalDate;
  readonly name: string;
}

export function calendarDay(
  date: LocalDate,
  workingDays: readonly number[],
  isHoliday: boolean,
): CalendarDay {
  if (isHoliday) return 'holiday';
  return workingDays.includes(weekdayOf(date)) ? 'open' : 'off';
}

/** The first day from `date` on whose attendance retention has not removed. */
export function keptFrom(date: LocalDate, emptied: readonly EmptiedDays[]): LocalDate {
  let kept = date;
  for (const { since, before } of emptied) if (since <= kept && kept < before) kept = before;
  return kept;
}
