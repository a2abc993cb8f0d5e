import { parseLocalDate, weekdayOf } from '@rollcall/core/kernel/local-date';
import { isoOfDate, isoOfWireDate } from '../../lib/format/dates.ts';
import type { ProfileRecord } from './profile.queries.ts';

export type HistoryFilter = 'all' | 'month' | 'week';

/** `month` is the calendar month of today, `week` the last seven days. */
export function filterHistory(
  records: readonly ProfileRecord[],
  filter: HistoryFilter,
  today: Date,
): ProfileRecord[] {
  if (filter === 'all') return [...records];
  const from =
    filter === 'month'
      ? `${isoOfDate(today).slice(0, 7)}-01`
      : isoOfDate(new Date(today.getFullYear(), today.getMonth(), today.getDate() - 6));
  return records.filter(({ date }) => isoOfWireDate(date) >= from);
}

/** The days behind one column of a chart. */
export interface HistoryPart {
  readonly month: string | undefined;
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number | undefined;
}

export function partOfHistory(
  records: readonly ProfileRecord[],
  { month, weekday }: HistoryPart,
): ProfileRecord[] {
  return records.filter(({ date }) => {
    const day = parseLocalDate(isoOfWireDate(date));
    return day !== null && (!month || day.startsWith(month)) && (!weekday || weekdayOf(day) === weekday);
  });
}

export interface CalendarDay {
  readonly iso: string;
  readonly day: number;
  readonly record: ProfileRecord | null;
}

/** Weeks of a month (`YYYY-MM`), Monday first; null where the week reaches outside the month. */
export function monthWeeks(month: string, records: readonly ProfileRecord[]): (CalendarDay | null)[][] {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  const byDay = new Map(records.map((record) => [isoOfWireDate(record.date), record]));
  const length = new Date(year, number, 0).getDate();
  const lead = (new Date(year, number - 1, 1).getDay() + 6) % 7;
  const cells: (CalendarDay | null)[] = Array.from({ length: lead }, () => null);
  for (let day = 1; day <= length; day += 1) {
    const iso = `${month}-${String(day).padStart(2, '0')}`;
    cells.push({ iso, day, record: byDay.get(iso) ?? null });
  }
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
