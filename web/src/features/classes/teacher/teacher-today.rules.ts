import { classStatus } from '@rollcall/core/classes/classes.rules';
import type { ClassStatus } from '@rollcall/core/classes/classes.types';
import type { LocalTime } from '@rollcall/core/kernel/local-date';
import type { TeacherClass } from './teacher.queries.ts';

export const statusOf = ({ starts_at, ends_at }: TeacherClass, minutes: number): ClassStatus =>
  classStatus({ startTime: starts_at as LocalTime, endTime: ends_at as LocalTime }, minutes); // by the contract

const RANKS: Readonly<Record<ClassStatus, number>> = { active: 0, upcoming: 1, completed: 2 };

/** The class that is on now first, then those to come, then those that are over; each in the order of the day. */
export function orderOfDay(classes: readonly TeacherClass[], minutes: number): readonly TeacherClass[] {
  const rank = (each: TeacherClass) => RANKS[statusOf(each, minutes)];
  return classes.toSorted((a, b) => rank(a) - rank(b) || a.starts_at.localeCompare(b.starts_at));
}

/** The class that the teacher opens the page for: the one that is on, else the next. */
export const dueIn = (classes: readonly TeacherClass[], minutes: number): TeacherClass | undefined =>
  orderOfDay(classes, minutes).find((each) => statusOf(each, minutes) !== 'completed');

/** From this many minutes before its beginning on, a class says how long it is until then. */
const SOON = 60;

/** Minutes until a class begins that is to begin soon; null for every other. */
export function startsIn({ starts_at }: TeacherClass, minutes: number): number | null {
  const [hours = 0, rest = 0] = starts_at.split(':').map(Number);
  const left = hours * 60 + rest - minutes;
  return left > 0 && left <= SOON ? left : null;
}
