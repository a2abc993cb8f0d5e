import { describe, expect, it } from 'vitest';
import { localDate } from '../kernel/local-date.ts';
import { createZone } from '../kernel/zones/zone-data.ts';
import { readHolidayCalendar } from './holiday-calendar.rules.ts';

const window = { from: localDate('2025-06-01'), to: localDate('2028-12-31') };
const read = (text: string, zone = 'Europe/Berlin') => readHolidayCalendar(text, createZone(zone), window);
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const daysOf = (...lines: string[]) => read(event(...lines)).holidays.map(({ date }) => date);

describe('readHolidayCalendar', () => {
  it('reads whole days, spans with an exclusive end, folded lines and escaped names', () => {
    const text = [
      'BEGIN:VCALENDAR',
      event('DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260502', 'SUMMARY:Labour Day'),
      event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Winter\\, a lo', ' ng one'),
      event('DTSTART;VALUE=DATE:20260601', 'SUMMARY:No end'),
      'END:VCALENDAR',
    ].join('\r\n');
    expect(read(text)).toEqual({
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

  it('reads a timed event only if it starts and ends at local midnight', () => {
    expect(daysOf('DTSTART:20260430T220000Z', 'DTEND:20260501T220000Z')).toEqual(['2026-05-01']);
    expect(daysOf('DTSTART:20260501T000000', 'DTEND:20260503T000000')).toEqual(['2026-05-01', '2026-05-02']);
    expect(daysOf('DTSTART:20260501T180000', 'DTEND:20260501T200000')).toEqual([]);
    expect(daysOf('DTSTART:20260501T080000', 'DTEND:20260503T170000')).toEqual([]);
    expect(daysOf('DTSTART:20260430T220000Z')).toEqual([]);
    const lateEvening = event('DTSTART:20260512T063000Z', 'DTEND:20260512T073000Z');
    expect(read(lateEvening, 'America/Los_Angeles')).toEqual({ holidays: [], skipped: 1 });
  });

  it('expands repeating events within the window, without their exceptions', () => {
    expect(daysOf('DTSTART;VALUE=DATE:20101225', 'RRULE:FREQ=YEARLY')).toEqual([
      '2025-12-25',
      '2026-12-25',
      '2027-12-25',
      '2028-12-25',
    ]);
    expect(
      daysOf(
        'DTSTART;VALUE=DATE:20260105',
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'EXDATE;VALUE=DATE:20260112',
        'RDATE;VALUE=DATE:20260220',
      ),
    ).toEqual(['2026-01-05', '2026-01-19', '2026-01-26', '2026-02-20']);
    expect(daysOf('DTSTART;VALUE=DATE:20260525', 'RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO')).toEqual([
      '2026-05-25',
      '2027-05-31',
      '2028-05-29',
    ]);
  });

  it('applies moved and cancelled occurrences', () => {
    const text = [
      event('UID:a', 'DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY;COUNT=3', 'SUMMARY:Free Monday'),
      event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20260112', 'DTSTART;VALUE=DATE:20260113', 'SUMMARY:Moved'),
      event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20260119', 'DTSTART;VALUE=DATE:20260119', 'STATUS:CANCELLED'),
    ].join('\r\n');
    expect(read(text)).toEqual({
      skipped: 0,
      holidays: [
        { date: '2026-01-05', name: 'Free Monday' },
        { date: '2026-01-13', name: 'Moved' },
      ],
    });
  });

  it('reads durations, lower case, CR line ends, quoted parameters and alarms', () => {
    expect(daysOf('DTSTART;VALUE=DATE:20260501', 'DURATION:P3D')).toHaveLength(3);
    const lower = 'begin:vcalendar\rbegin:vevent\rdtstart;value=date:20260501\rend:vevent\rend:vcalendar\r';
    expect(read(lower).holidays.map(({ date }) => date)).toEqual(['2026-05-01']);
    const alarm = event(
      'DTSTART;X-NOTE="a:b;c";VALUE=DATE:20260501',
      'SUMMARY:Labour Day',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'SUMMARY:Remember',
      'TRIGGER:-PT15M',
      'END:VALARM',
    );
    expect(read(alarm).holidays).toEqual([{ date: '2026-05-01', name: 'Labour Day' }]);
  });

  it('skips and counts events that are cancelled, undated, unreadable or too long', () => {
    const text = [
      event('DTSTART;VALUE=DATE:20260501', 'STATUS:CANCELLED'),
      event('SUMMARY:When?'),
      event('DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20260701'),
      event('DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=SOMETIMES'),
    ].join('\n');
    expect(read(text)).toEqual({ holidays: [], skipped: 4 });
  });

  it.each(['20261345T100000Z', '20260501T250000Z', '20260231', '99999999', 'yesterday'])(
    'skips an event on a date or time that does not exist: %s',
    (start) => {
      expect(read(event(`DTSTART:${start}`))).toEqual({ holidays: [], skipped: 1 });
    },
  );

  it('reads ten thousand events, half of them exceptions of one repeating event', () => {
    const numbers = Array.from({ length: 5000 }, (_, index) => index);
    const text = [
      event('UID:daily', 'DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;COUNT=1'),
      ...numbers.map((n) => event(`UID:${n}`, `DTSTART:20260305T${130000 + (n % 60)}Z`, 'SUMMARY:Meeting')),
      ...numbers.map((n) =>
        event('UID:daily', `RECURRENCE-ID;VALUE=DATE:${20270101 + (n % 28)}`, 'DTSTART;VALUE=DATE:20270201'),
      ),
    ].join('\r\n');
    expect(read(text)).toEqual({ holidays: [{ date: '2026-01-01', name: 'Holiday' }], skipped: 5000 });
  });

  it('stops on a rule that never ends', () => {
    const { holidays } = read(event('DTSTART:19000101T000000', 'RRULE:FREQ=SECONDLY'));
    expect(holidays).toEqual([]);
  });

  it('finds nothing in a file that is not a calendar', () => {
    expect(read('hello')).toEqual({ holidays: [], skipped: 0 });
    expect(read('')).toEqual({ holidays: [], skipped: 0 });
  });
});
