import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { isDue, isPresent } from '../attendance/attendance-day.rules.ts';
import { type LocalDate, minutesOf, mondayOf, monthOf, weekdayOf } from '../kernel/local-date.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import { WEEKDAY_NAMES } from './analytics.rules.ts';
import type { DayTally, HourTally, MonthTally, Tally, WeekdayTally, WeekTally } from './analytics.types.ts';

const arrivalMinutes = (day: AttendanceDay, zone: Zone): number =>
  day.firstIn ? minutesOf(zone.timeOf(day.firstIn)) : 0;

/** Converts one person's days to day tallies, oldest first. */
export function talliesOf(days: readonly AttendanceDay[], zone: Zone, isStudent: boolean): DayTally[] {
  return days
    .map((day) => ({
      date: day.date,
      isStudent,
      present: isPresent(day.status) ? 1 : 0,
      due: isDue(day.status) ? 1 : 0,
      excused: day.status === 'excused' ? 1 : 0,
      arrivalSum: arrivalMinutes(day, zone),
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

export function hoursOf(days: readonly AttendanceDay[], zone: Zone): HourTally[] {
  const counts = new Map<number, number>();
  for (const day of days) {
    if (!day.firstIn) continue;
    const hour = Math.floor(arrivalMinutes(day, zone) / 60);
    counts.set(hour, (counts.get(hour) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([hour, count]) => ({ hour, count }));
}

export const sumOf = (tallies: readonly Tally[]): Tally => ({
  present: tallies.reduce((total, { present }) => total + present, 0),
  due: tallies.reduce((total, { due }) => total + due, 0),
});

function groupBy<Key>(days: readonly DayTally[], keyOf: (date: LocalDate) => Key): [Key, DayTally[]][] {
  const groups = new Map<Key, DayTally[]>();
  for (const day of days) {
    const key = keyOf(day.date);
    const group = groups.get(key);
    if (group) group.push(day);
    else groups.set(key, [day]);
  }
  return [...groups];
}

const openDays = (days: readonly DayTally[]): number =>
  new Set(days.filter(({ due }) => due > 0).map(({ date }) => date)).size;

const studentsPresent = (days: readonly DayTally[]): number =>
  sumOf(days.filter(({ isStudent }) => isStudent)).present;

export function averageArrival(days: readonly DayTally[]): number | null {
  const { present } = sumOf(days);
  const minutes = days.reduce((total, { arrivalSum }) => total + arrivalSum, 0);
  return present === 0 ? null : Math.round(minutes / present);
}

export const byMonth = (days: readonly DayTally[]): MonthTally[] =>
  groupBy(days, monthOf)
    .map(([month, group]) => ({
      month,
      ...sumOf(group),
      days: openDays(group),
      studentsPresent: studentsPresent(group),
    }))
    .filter(({ due }) => due > 0);

export const byWeek = (days: readonly DayTally[]): WeekTally[] =>
  groupBy(days, mondayOf)
    .map(([week, group]) => ({ week, ...sumOf(group) }))
    .filter(({ due }) => due > 0);

export const byWeekday = (days: readonly DayTally[]): WeekdayTally[] =>
  groupBy(days, weekdayOf).map(([weekday, group]) => ({
    weekday,
    ...sumOf(group),
    days: openDays(group),
    studentsPresent: studentsPresent(group),
    averageArrival: averageArrival(group),
  }));

/** People present per day, for the activity chart. */
export const byDay = (days: readonly DayTally[]): { date: LocalDate; present: number }[] =>
  groupBy(days, (date) => date)
    .filter(([, group]) => sumOf(group).due > 0)
    .map(([date, group]) => ({ date, present: sumOf(group).present }));

/** Monday to Sunday, with zeros for weekdays without data. */
export function fullWeek(rows: readonly WeekdayTally[]): WeekdayTally[] {
  return WEEKDAY_NAMES.map(
    (_, index) =>
      rows.find((row) => row.weekday === index + 1) ?? {
        weekday: index + 1,
        present: 0,
        due: 0,
        days: 0,
        studentsPresent: 0,
        averageArrival: null,
      },
  );
}
