import { classStatus } from '@rollcall/core/classes/classes.rules';
import type { ClassStatus } from '@rollcall/core/classes/classes.types';
import type { LocalTime } from '@rollcall/core/kernel/local-date';
import type { TeacherClass } from './teacher.queries.ts';

/** Minutes since midnight on the institution's clocks, which need not be those of this device. */
export function minutesIn(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: 'hour' | 'minute') => Number(parts.find((each) => each.type === type)?.value ?? 0);
  return part('hour') * 60 + part('minute');
}

export const statusOf = ({ starts_at, ends_at }: TeacherClass, minutes: number): ClassStatus =>
  classStatus({ startTime: starts_at as LocalTime, endTime: ends_at as LocalTime }, minutes); // by the contract

/** In the order of the day, with the class that is on now first. */
export function orderOfDay(classes: readonly TeacherClass[], minutes: number): readonly TeacherClass[] {
  const byTime = classes.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
  const isOn = (each: TeacherClass) => statusOf(each, minutes) === 'active';
  return [...byTime.filter(isOn), ...byTime.filter((each) => !isOn(each))];
}
