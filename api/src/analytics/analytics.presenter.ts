import {
  arrivalText,
  fullWeek,
  rateOrZero,
  WEEKDAY_NAMES,
  weeklyStatus,
} from '@rollcall/core/analytics/analytics.rules';
import type {
  HourTally,
  MonthTally,
  Tally,
  WeekdayTally,
  WeekTally,
} from '@rollcall/core/analytics/analytics.types';
import { timeOfMinutes } from '@rollcall/core/time/local-date';
import type { z } from 'zod';
import type { wireMonth, wireWeekday } from './analytics.wire.ts';

const perDay = (count: number, days: number): number =>
  days === 0 ? 0 : Math.round((count / days) * 10) / 10;

/** For everyone a column is people per open day; for one person it is their days. */
export const presentMonth =
  (of: 'everyone' | 'one') =>
  (row: MonthTally): z.infer<typeof wireMonth> => {
    const shown = (count: number) => (of === 'everyone' ? perDay(count, row.days) : count);
    return {
      month: row.month,
      attendance: shown(row.present),
      students: shown(row.studentsPresent),
      employees: shown(row.present - row.studentsPresent),
      rate: rateOrZero(row),
    };
  };

export function presentWeekdays(rows: readonly WeekdayTally[]): z.infer<typeof wireWeekday>[] {
  return fullWeek(rows).map((row) => {
    const percentage = rateOrZero(row);
    return {
      day: WEEKDAY_NAMES[row.weekday - 1] ?? '',
      average: perDay(row.present, row.days),
      percentage,
      students: perDay(row.studentsPresent, row.days),
      employees: perDay(row.present - row.studentsPresent, row.days),
      count: row.present,
      avg_time: arrivalText(row.averageArrival),
      status: weeklyStatus(percentage),
    };
  });
}

/** Which part of all presences fell on each weekday. */
export function presentDayFrequency(rows: readonly WeekdayTally[]) {
  const all = rows.reduce((total, { present }) => total + present, 0);
  return fullWeek(rows).map((row) => ({
    name: WEEKDAY_NAMES[row.weekday - 1] ?? '',
    count: row.present,
    percentage: rateOrZero({ present: row.present, due: all }),
  }));
}

export const presentWeek = (row: WeekTally) => ({
  week: row.week,
  attendance: row.present,
  rate: rateOrZero(row),
});

export const presentHour = ({ hour, count }: HourTally) => ({ time: timeOfMinutes(hour * 60), count });

export const basicStats = (facts: {
  users: number;
  total: Tally;
  days: number;
  thisWeek: number;
  thisMonth: number;
}) => ({
  total_users: facts.users,
  total_days: facts.total.due,
  attended_days: facts.total.present,
  attendance_rate: rateOrZero(facts.total),
  this_week: facts.thisWeek,
  this_month: facts.thisMonth,
  average_daily: perDay(facts.total.present, facts.days),
});
