import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDate, localTime, parseLocalDate, timeOfMinutes, weekdayOf } from '../local-date.ts';
import { endOfDay, startOfDay } from './zone.ts';
import { createZone, isTimeZone } from './zone-data.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Africa/Cairo',
];

describe('createZone', () => {
  it('assigns an instant just before local midnight to the day that ends', () => {
    const berlin = createZone('Europe/Berlin');
    expect(berlin.dateOf(new Date('2026-03-01T22:59:59Z'))).toBe('2026-03-01');
    expect(berlin.dateOf(new Date('2026-03-01T23:00:00Z'))).toBe('2026-03-02');
  });

  it('maps a skipped time to the first instant after the gap', () => {
    const berlin = createZone('Europe/Berlin');
    expect(berlin.instantOf(localDate('2026-03-29'), localTime('02:30')).toISOString()).toBe(
      '2026-03-29T01:00:00.000Z',
    );
  });

  it('maps a time that occurs twice to its first occurrence', () => {
    const berlin = createZone('Europe/Berlin');
    expect(berlin.instantOf(localDate('2026-10-25'), localTime('02:30')).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  it('starts a day at 01:00 when a clock change skips midnight', () => {
    const cairo = createZone('Africa/Cairo');
    const start = startOfDay(cairo, localDate('2024-04-26'));
    expect(cairo.dateOf(start)).toBe('2024-04-26');
    expect(cairo.dateOf(new Date(start.getTime() - 1000))).toBe('2024-04-25');
  });

  it('starts a day that the zone skipped altogether (Samoa 2011) at the next day', () => {
    const apia = createZone('Pacific/Apia');
    const start = startOfDay(apia, localDate('2011-12-30'));
    expect(apia.dateOf(start)).toBe('2011-12-31');
  });

  it.each([
    // Until 2011 Newfoundland changed its clocks at 00:01.
    ['America/St_Johns', '2011-03-13T03:30:59Z', '2011-03-13 00:00'],
    ['America/St_Johns', '2011-03-13T03:31:00Z', '2011-03-13 01:01'],
    ['America/St_Johns', '2010-11-07T02:31:00Z', '2010-11-06 23:01'],
    ['Antarctica/Casey', '2020-10-03T16:01:00Z', '2020-10-04 03:01'],
  ])('follows a clock that is changed within a quarter of an hour: %s at %s', (name, instant, local) => {
    const zone = createZone(name);
    const at = new Date(instant);
    expect(`${zone.dateOf(at)} ${zone.timeOf(at)}`).toBe(local);
  });

  it('converts every instant to a wall time and back to the same wall time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer({ min: Date.UTC(2015, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 }),
        (name, minute) => {
          const zone = createZone(name);
          const instant = new Date(minute * 60_000);
          const back = zone.instantOf(zone.dateOf(instant), zone.timeOf(instant));
          expect(zone.dateOf(back)).toBe(zone.dateOf(instant));
          expect(zone.timeOf(back)).toBe(zone.timeOf(instant));
          expect(back.getTime()).toBeLessThanOrEqual(instant.getTime());
          expect(startOfDay(zone, zone.dateOf(instant)).getTime()).toBeLessThanOrEqual(instant.getTime());
          expect(endOfDay(zone, zone.dateOf(instant)).getTime()).toBeGreaterThan(instant.getTime());
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('rejects names that are not time zones', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
  });
});

describe('local dates and times', () => {
  it('reject days that do not exist', () => {
    expect(parseLocalDate('2025-02-29')).toBeNull();
    expect(parseLocalDate('2024-02-29')).toBe('2024-02-29');
    expect(parseLocalDate('24-2-9')).toBeNull();
  });

  it('count weekdays from Monday', () => {
    expect(weekdayOf(localDate('2026-11-15'))).toBe(7);
    expect(weekdayOf(localDate('2026-11-16'))).toBe(1);
  });

  it('wrap minutes around midnight', () => {
    expect(timeOfMinutes(-30)).toBe('23:30');
    expect(timeOfMinutes(1445)).toBe('00:05');
  });
});
