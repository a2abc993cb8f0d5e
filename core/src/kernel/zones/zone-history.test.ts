import { describe, expect, it } from 'vitest';
import { localDate, localTime } from '../local-date.ts';
import { endOfDay, startOfDay } from './zone.ts';
import { createZoneHistory } from './zone-history.ts';

const day = localDate;
const told = (zone: ReturnType<typeof createZoneHistory>, at: string) =>
  `${zone.dateOf(new Date(at))} ${zone.timeOf(new Date(at))}`;

describe('a zone with a history', () => {
  it('is the one zone where there was no other', () => {
    const zone = createZoneHistory('Asia/Kathmandu', []);
    expect(told(zone, '2026-03-02T03:15:00Z')).toBe('2026-03-02 09:00');
  });

  it('tells the past by the old zone and begins the new one at its own midnight', () => {
    const zone = createZoneHistory('Asia/Kathmandu', [{ before: day('2026-03-02'), timeZone: 'UTC' }]);
    expect(told(zone, '2026-03-01T18:14:00Z')).toBe('2026-03-01 18:14');
    expect(told(zone, '2026-03-01T18:15:00Z')).toBe('2026-03-02 00:00');
    expect(zone.instantOf(day('2026-03-01'), localTime('09:00'))).toEqual(new Date('2026-03-01T09:00:00Z'));
    expect(zone.instantOf(day('2026-03-02'), localTime('09:00'))).toEqual(new Date('2026-03-02T03:15:00Z'));
    expect(zone.name).toBe('Asia/Kathmandu');
  });

  it.each([
    ['Asia/Tokyo', 'Europe/London'],
    ['Europe/London', 'Asia/Tokyo'],
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
    ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
    ['America/New_York', 'Asia/Kathmandu'],
  ])('never lets days run backwards, leaves no gap and no overlap: %s to %s', (old, now) => {
    const zone = createZoneHistory(now, [{ before: day('2026-03-10'), timeZone: old }]);
    let last = day('2026-03-07');
    for (
      let at = Date.parse('2026-03-08T00:00:00Z');
      at < Date.parse('2026-03-12T00:00:00Z');
      at += 900_000
    ) {
      const date = zone.dateOf(new Date(at));
      expect(date >= last).toBe(true);
      last = date;
      // The day that holds the instant is the day whose bounds hold it.
      expect([startOfDay(zone, date).getTime() <= at, at < endOfDay(zone, date).getTime()]).toEqual([
        true,
        true,
      ]);
    }
  });

  it('keeps several changes apart, given in any order', () => {
    const zone = createZoneHistory('Europe/Paris', [
      { before: day('2026-03-20'), timeZone: 'Asia/Kathmandu' },
      { before: day('2026-03-10'), timeZone: 'UTC' },
    ]);
    expect(told(zone, '2026-03-05T12:00:00Z')).toBe('2026-03-05 12:00');
    expect(told(zone, '2026-03-15T12:00:00Z')).toBe('2026-03-15 17:45');
    expect(told(zone, '2026-03-25T12:00:00Z')).toBe('2026-03-25 13:00');
  });
});
