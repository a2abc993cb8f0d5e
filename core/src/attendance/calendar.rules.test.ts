import { describe, expect, it } from 'vitest';
import { localDate } from '../kernel/local-date.ts';
import { calendarDay } from './calendar.rules.ts';

describe('calendarDay', () => {
  it('tells working days, days off and holidays apart', () => {
    expect(calendarDay(localDate('2026-03-02'), [1, 2, 3, 4, 5], false)).toBe('open');
    expect(calendarDay(localDate('2026-03-07'), [1, 2, 3, 4, 5], false)).toBe('off');
    expect(calendarDay(localDate('2026-03-07'), [7, 1, 2, 3, 4], false)).toBe('off');
    expect(calendarDay(localDate('2026-03-02'), [1, 2, 3, 4, 5], true)).toBe('holiday');
  });
});
