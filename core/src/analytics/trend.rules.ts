import { type LocalDate, mondayOf, monthOf, weekdayOf } from '../time/local-date.ts';
import type { DayTally, MonthTally, Tally, WeekdayTally, WeekTally } from './analytics.types.ts';

/** Everything a chart shows, added up from days. The same functions serve the institution and one person. */

export const sumOf = (tallies: readonly Tally[]): Tally => ({
  present: tallies.reduce((total, { present }) => total + present, 0),
  due: tallies.reduce((total, { due }) => total + due, 0),
});

function grouped<Key>(days: readonly DayTally[], keyOf: (date: LocalDate) => Key): [Key, DayTally[]][] {
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
  grouped(days, monthOf)
    .map(([month, group]) => ({
      month,
      ...sumOf(group),
      days: openDays(group),
      studentsPresent: studentsPresent(group),
    }))
    .filter(({ due }) => due > 0);

export const byWeek = (days: readonly DayTally[]): WeekTally[] =>
  grouped(days, mondayOf)
    .map(([week, group]) => ({ week, ...sumOf(group) }))
    .filter(({ due }) => due > 0);

export const byWeekday = (days: readonly DayTally[]): WeekdayTally[] =>
  grouped(days, weekdayOf).map(([weekday, group]) => ({
    weekday,
    ...sumOf(group),
    days: openDays(group),
    studentsPresent: studentsPresent(group),
    averageArrival: averageArrival(group),
  }));

/** One figure a day for the activity chart. */
export const byDay = (days: readonly DayTally[]): { date: LocalDate; present: number }[] =>
  grouped(days, (date) => date)
    .filter(([, group]) => sumOf(group).due > 0)
    .map(([date, group]) => ({ date, present: sumOf(group).present }));
