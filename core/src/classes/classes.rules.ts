import { type LocalDate, minutesOf, weekdayOf } from '../time/local-date.ts';
import type { ClassStatus, NewClass } from './classes.types.ts';

export const CLASS_LIMITS = { name: 120, section: 40, subject: 120, roster: 1000 } as const;
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

type Slot = Pick<NewClass, 'startTime' | 'endTime'>;

/** From the minutes since local midnight: before the slot, within it (both ends included), or after it. */
export function classStatus(slot: Slot, nowMinutes: number): ClassStatus {
  if (nowMinutes < minutesOf(slot.startTime)) return 'upcoming';
  return nowMinutes <= minutesOf(slot.endTime) ? 'active' : 'completed';
}

export const meetsOn = (schoolClass: Pick<NewClass, 'weekdays'>, date: LocalDate): boolean =>
  schoolClass.weekdays.includes(weekdayOf(date));

export function slotProblems(slot: Slot): Record<string, string> {
  return minutesOf(slot.endTime) > minutesOf(slot.startTime)
    ? {}
    : { endTime: 'The class must end after it starts.' };
}
