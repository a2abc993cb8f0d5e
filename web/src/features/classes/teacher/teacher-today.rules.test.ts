import { describe, expect, it } from 'vitest';
import type { TeacherClass } from './teacher.queries.ts';
import { dueIn, orderOfDay } from './teacher-today.rules.ts';

const schoolClass = (id: number, starts_at: string, ends_at: string): TeacherClass => ({
  id,
  name: `Class ${id}`,
  subject: '',
  starts_at,
  ends_at,
  students: 0,
  present: 0,
  missing: [],
  taken: false,
  substitute: false,
});
const DAY = [
  schoolClass(3, '13:00', '14:00'),
  schoolClass(1, '08:00', '09:00'),
  schoolClass(2, '10:00', '11:30'),
];
const order = (minutes: number) => orderOfDay(DAY, minutes).map(({ id }) => id);

describe('the order of a teacher’s day', () => {
  it('is by time, with the class that is on now first and those that are over last', () => {
    expect(order(7 * 60)).toEqual([1, 2, 3]);
    expect(order(10 * 60)).toEqual([2, 3, 1]);
    expect(order(12 * 60)).toEqual([3, 1, 2]);
    expect(order(15 * 60)).toEqual([1, 2, 3]);
    expect(order(13 * 60 + 59)).toEqual([3, 1, 2]);
  });

  it('has one class that the teacher came for: the present one, else the next', () => {
    expect(dueIn(DAY, 7 * 60 + 55)?.id).toBe(1);
    expect(dueIn(DAY, 8 * 60 + 59)?.id).toBe(1);
    expect(dueIn(DAY, 12 * 60)?.id).toBe(3);
    expect(dueIn(DAY, 15 * 60)).toBeUndefined();
  });
});
