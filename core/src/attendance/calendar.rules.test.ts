import { describe, expect, it } from 'vitest';
import { localDate } from '../time/local-date.ts';
import { createZone } from '../time/zone.ts';
import { calendarDay, holidaysFromIcs } from './calendar.rules.ts';

const zone = createZone('Europe/Berlin');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

describe('the calendar', () => {
  it('knows open days, days off and holidays', () => {
    expect(calendarDay(localDate('2026-03-02'), [1, 2, 3, 4, 5], false)).toBe('open');
    expect(calendarDay(localDate('2026-03-07'), [1, 2, 3, 4, 5], false)).toBe('off');
    expect(calendarDay(localDate('2026-03-07'), [7, 1, 2, 3, 4], false)).toBe('off');
    expect(calendarDay(localDate('2026-03-02'), [1, 2, 3, 4, 5], true)).toBe('holiday');
  });
});

describe('an iCalendar file', () => {
  it('gives whole days, spans without their end, folded lines and escaped names', () => {
    const text = [
      'BEGIN:VCALENDAR',
      event('DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260502', 'SUMMARY:Labour Day'),
      event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Winter\\, a lo', ' ng one'),
      event('DTSTART;VALUE=DATE:20260601', 'SUMMARY:No end'),
      'END:VCALENDAR',
    ].join('\r\n');
    expect(holidaysFromIcs(text, zone)).toEqual({
      skipped: 0,
      holidays: [
        { date: '2026-05-01', name: 'Labour Day' },
        { date: '2026-06-01', name: 'No end' },
        { date: '2026-12-24', name: 'Winter, a long one' },
        { date: '2026-12-25', name: 'Winter, a long one' },
        { date: '2026-12-26', name: 'Winter, a long one' },
      ],
    });
  });

  it('reads a moment in UTC as the day it is in the institution', () => {
    const { holidays } = holidaysFromIcs(event('DTSTART:20260430T220000Z', 'SUMMARY:May'), zone);
    expect(holidays).toEqual([{ date: '2026-05-01', name: 'May' }]);
  });

  it('skips what repeats by a rule, what has no date, and closures of half a year, and says how many', () => {
    const text = [
      event('DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=YEARLY'),
      event('SUMMARY:When?'),
      event('DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20260701'),
    ].join('\n');
    expect(holidaysFromIcs(text, zone)).toEqual({ holidays: [], skipped: 3 });
  });

  it('finds nothing in a file that is none', () => {
    expect(holidaysFromIcs('hello', zone)).toEqual({ holidays: [], skipped: 0 });
  });
});
