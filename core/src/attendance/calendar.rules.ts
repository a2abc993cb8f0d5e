import { type LocalDate, weekdayOf } from '../kernel/local-date.ts';
import type { CalendarDay } from './attendance.types.ts';

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
