import { describe, expect, it } from 'vitest';
import { localDate, localTime } from '../local-date.ts';
import { systemDifference } from './system-zone.ts';
import { createZoneFrom, offsetAt } from './zone.ts';
import { createZone, isTimeZone, ZONE_DATA_VERSION, zoneOffsets } from './zone-data.ts';
import { offsetsBetween } from './zone-history.ts';

const HOUR_MS = 3_600_000;
/** Zones whose law changed after the oldest zone data that a supported Node has (2024a). */
const CHANGED_LATELY = [
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'America/Asuncion',
  'America/Coyhaique',
  'America/Edmonton',
  'America/Havana',
  'America/Inuvik',
  'America/Vancouver',
  'America/Winnipeg',
  'Asia/Manila',
  'Europe/Chisinau',
];

const hoursBetween = (name: string, from: [string, string], to: [string, string]): number => {
  const zone = createZone(name);
  const at = ([date, time]: [string, string]) => zone.instantOf(localDate(date), localTime(time)).getTime();
  return (at(to) - at(from)) / HOUR_MS;
};

describe('zone data', () => {
  it('names its version', () => {
    expect(ZONE_DATA_VERSION).toMatch(/^20\d\d[a-z]$/);
  });

  // The laws of 2026: British Columbia, Alberta, the Northwest Territories and Morocco stopped changing their clocks.
  it.each([
    ['America/Vancouver', '2026-11-19T15:32:00Z', '08:32'],
    ['America/Edmonton', '2026-11-19T14:32:00Z', '08:32'],
    ['Africa/Casablanca', '2026-11-19T08:32:00Z', '08:32'],
    ['America/Inuvik', '2026-11-19T14:32:00Z', '08:32'],
  ])('%s at %s is %s', (name, instant, time) => {
    expect(createZone(name).timeOf(new Date(instant))).toBe(time);
  });

  it.each([
    ['America/Vancouver', ['2026-10-31', '22:00'], ['2026-11-01', '06:00'], 8],
    ['America/Los_Angeles', ['2026-10-31', '22:00'], ['2026-11-01', '06:00'], 9],
    ['Africa/Casablanca', ['2026-09-19', '22:00'], ['2026-09-20', '06:00'], 9],
  ] as const)('a night in %s from %s to %s has %s hours', (name, from, to, hours) => {
    expect(hoursBetween(name, [...from], [...to])).toBe(hours);
  });

  it('knows every zone that the system knows, and links', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([]);
    expect(zoneOffsets('Asia/Calcutta').offsets).toEqual(zoneOffsets('Asia/Kolkata').offsets);
    expect(zoneOffsets('europe/berlin').offsets).toEqual(zoneOffsets('Europe/Berlin').offsets);
    expect(() => createZone('Mars/Olympus')).toThrow(RangeError);
  });

  it('agrees with the system from 1990 to 2100 where no law changed lately', () => {
    const different: string[] = [];
    for (const name of Intl.supportedValuesOf('timeZone')) {
      if (CHANGED_LATELY.includes(name)) continue;
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone: name,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      const zone = zoneOffsets(name);
      // A prime number of hours, so that every hour of the day and every month is met.
      for (let ms = Date.UTC(1990, 0, 1); ms < Date.UTC(2099, 0, 1); ms += 1511 * HOUR_MS) {
        const system = Date.parse(`${format.format(ms).replace(' ', 'T')}Z`) - ms;
        if (system !== offsetAt(zone, ms)) different.push(`${name} ${new Date(ms).toISOString()}`);
      }
    }
    expect(different).toEqual([]);
  });

  it('tells from when to when the system differs', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    const berlin = zoneOffsets('Europe/Berlin');
    expect(systemDifference(berlin, now)).toBeNull();
    // A law that abolishes summer time in Berlin.
    const changed = { name: 'Europe/Berlin', changes: [], offsets: [HOUR_MS] };
    expect(systemDifference(changed, now)).toEqual({
      from: new Date('2026-03-29T06:00:00Z'),
      to: new Date('2026-10-25T00:00:00Z'),
    });
    expect(systemDifference({ ...berlin, name: 'Mars/Olympus' }, now)).toBeNull();
  });
});

describe('offsets between two instants', () => {
  it('show every instant as the whole history does', () => {
    const history = {
      timeZone: 'Europe/Paris',
      earlierZones: [
        { before: localDate('2026-03-20'), timeZone: 'Asia/Kathmandu' },
        { before: localDate('2026-03-10'), timeZone: 'UTC' },
      ],
    };
    const offsets = offsetsBetween(
      history,
      new Date('2026-01-01T00:00:00Z'),
      new Date('2027-01-01T00:00:00Z'),
    );
    expect(offsets.offsets.map((offset) => offset / HOUR_MS)).toEqual([0, 5.75, 1, 2, 1]);
    const zone = createZoneFrom(offsets);
    expect(zone.timeOf(new Date('2026-03-05T12:00:00Z'))).toBe('12:00');
    expect(zone.timeOf(new Date('2026-03-15T12:00:00Z'))).toBe('17:45');
    expect(zone.timeOf(new Date('2026-07-15T12:00:00Z'))).toBe('14:00');
    expect(zone.timeOf(new Date('2026-12-15T12:00:00Z'))).toBe('13:00');
  });
});
