import { describe, expect, it } from 'vitest';
import { addDays, localDate } from '../kernel/local-date.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { AttendanceDay, DayStatus } from './attendance.types.ts';
import { createRepairCount, repairSentence } from './calendar-repair.rules.ts';

const MONDAY = localDate('2026-03-02');
const day = (status: DayStatus, change: Partial<AttendanceDay> = {}): AttendanceDay => ({
  personId: 1,
  date: MONDAY,
  status,
  firstIn: null,
  lastSeen: null,
  rule: DEFAULT_TIME_SETTINGS,
  source: 'closing',
  overrode: null,
  isDayOff: false,
  ...change,
});
const summaryOf = (...pairs: (readonly [AttendanceDay | null, AttendanceDay | null])[]) => {
  const count = createRepairCount();
  pairs.forEach(([before, after], index) => {
    count.add([{ personId: index % 2, date: addDays(MONDAY, index), before, after }]);
  });
  return count.summary();
};

describe('the summary of a repair', () => {
  it('counts what changes by kind, and leaves out what stays', () => {
    const seen = { firstIn: new Date('2026-03-02T09:00:00Z'), source: 'check_in' } as const;
    const summary = summaryOf(
      [day('absent'), null],
      [day('unmarked'), null],
      [null, day('absent')],
      [day('absent'), day('excused', { source: 'leave' })],
      [day('excused', { source: 'leave' }), null],
      [day('late', seen), day('late', { ...seen, isDayOff: true })],
      [day('late', { ...seen, isDayOff: true }), day('late', seen)],
      [day('late', seen), day('on_time', seen)],
      [day('late', seen), day('late', seen)],
      [null, null],
    );
    expect(summary).toEqual({
      days: 8,
      people: 2,
      absencesRemoved: 3,
      absencesAdded: 1,
      excusedRemoved: 1,
      excusedAdded: 1,
      visitsOff: 1,
      visitsDue: 1,
      others: 1,
    });
  });

  it('is a sentence', () => {
    expect(repairSentence(summaryOf([null, null]), 'holidays')).toBe('No recorded days change.');
    expect(repairSentence(summaryOf([day('absent'), null]), 'holidays')).toBe(
      '1 absence becomes a holiday (1 day, 1 person).',
    );
    const three = summaryOf([day('absent'), null], [day('absent'), null], [null, day('unmarked')]);
    expect(repairSentence(three, 'days off')).toBe(
      '2 absences become days off, 1 absence is added (3 days, 2 people).',
    );
  });
});
