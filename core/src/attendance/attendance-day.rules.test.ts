import { describe, expect, it } from 'vitest';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { addDays, localDate, localTime } from '../time/local-date.ts';
import { createZone } from '../time/zone.ts';
import type { NewCheckIn } from './attendance.types.ts';
import { arrivalStatus, type DayFacts, deriveDay, isSameSighting } from './attendance-day.rules.ts';
import { isClosable } from './closing.service.ts';
import { explain } from './day-explanation.ts';

const zone = createZone('Europe/Berlin');
const date = localDate('2026-03-02');
const rule = DEFAULT_TIME_SETTINGS;

const seenAt = (time: string, change: Partial<NewCheckIn> = {}): NewCheckIn => ({
  personId: 1,
  at: zone.instantOf(change.date ?? date, localTime(time)),
  date,
  means: 'face',
  score: 0.7,
  rule,
  ...change,
});

const facts = (change: Partial<DayFacts> = {}): DayFacts => ({
  personId: 1,
  date,
  checkIns: [],
  rule,
  correction: null,
  isOnLeave: false,
  calendar: 'open',
  inClass: null,
  isClosed: false,
  before: null,
  ...change,
});

describe('an arrival under the default rule (09:00, 15 minutes of grace, cutoff 09:30)', () => {
  it.each([
    ['00:00', 'on_time'],
    ['08:59', 'on_time'],
    ['09:00', 'on_time'],
    ['09:15', 'on_time'],
    ['09:16', 'late'],
    ['09:30', 'late'],
    ['09:31', 'very_late'],
    ['23:59', 'very_late'],
  ])('at %s is %s', (time, status) => {
    expect(arrivalStatus(localTime(time), rule)).toBe(status);
  });

  it('counts whole minutes, as the screen shows them', () => {
    const late = {
      ...seenAt('09:15'),
      at: new Date(zone.instantOf(date, localTime('09:15')).getTime() + 59_000),
    };
    expect(deriveDay(facts({ checkIns: [late] }), zone)?.status).toBe('on_time');
  });
});

describe('the verdict of a day', () => {
  const table: [string, Partial<DayFacts>, string | null][] = [
    ['nothing known, day open', {}, null],
    ['nothing known, day closed', { isClosed: true }, 'absent'],
    [
      'closed where nobody is marked absent by itself',
      { isClosed: true, rule: { ...rule, autoAbsentMinutes: 0 } },
      'unmarked',
    ],
    ['on leave, day open', { isOnLeave: true }, 'excused'],
    ['on leave, day closed', { isOnLeave: true, isClosed: true }, 'excused'],
    ['a holiday', { calendar: 'holiday', isClosed: true }, null],
    ['on leave over a holiday', { calendar: 'holiday', isOnLeave: true }, null],
    ['a day off', { calendar: 'off', isClosed: true }, null],
    ['seen on a day off', { calendar: 'off', checkIns: [seenAt('10:00')] }, 'very_late'],
    ['missed by a class, before the day is closed', { inClass: 'absent' }, 'absent'],
    ['excused by a class, day closed', { inClass: 'excused', isClosed: true }, 'excused'],
    ['missed by a class although on leave', { inClass: 'absent', isOnLeave: true }, 'excused'],
    ['missed by a class that met on a holiday', { inClass: 'absent', calendar: 'holiday' }, null],
    ['missed by a class, seen all the same', { inClass: 'absent', checkIns: [seenAt('09:20')] }, 'late'],
    ['seen although on leave', { isOnLeave: true, checkIns: [seenAt('08:00')] }, 'on_time'],
    [
      'seen after the day was closed',
      { isClosed: true, checkIns: [seenAt('11:00')], before: 'absent' },
      'very_late',
    ],
    [
      'corrected to present',
      { isClosed: true, correction: { wanted: 'present', time: localTime('09:20') } },
      'late',
    ],
    [
      'corrected to absent although seen',
      { checkIns: [seenAt('08:00')], correction: { wanted: 'absent', time: null } },
      'absent',
    ],
    ['corrected to excused', { isClosed: true, correction: { wanted: 'excused', time: null } }, 'excused'],
  ];
  it.each(table)('%s', (_, change, status) => {
    expect(deriveDay(facts(change), zone)?.status ?? null).toBe(status);
  });

  it('rests on the first sighting, whatever order they arrive in; the last one is the check-out', () => {
    const checkIns = [seenAt('16:00'), seenAt('08:50'), seenAt('12:00')];
    const day = deriveDay(facts({ checkIns }), zone);
    expect(day?.firstIn).toEqual(seenAt('08:50').at);
    expect(day?.lastSeen).toEqual(seenAt('16:00').at);
  });

  it('uses the rule that was copied onto the check-in, not the one of today', () => {
    const strict: TimeSettings = { ...rule, graceMinutes: 0 };
    const day = deriveDay(facts({ rule: strict, checkIns: [seenAt('09:10')] }), zone);
    expect(day?.status).toBe('on_time');
  });
});

describe('the explanation', () => {
  const explained = (change: Partial<DayFacts>) => {
    const day = deriveDay(facts(change), zone);
    return day && explain(day, zone);
  };
  it.each([
    [{ checkIns: [seenAt('09:17')] }, 'first seen 09:17, start 09:00 + 15 min grace, so late'],
    [{ checkIns: [seenAt('09:05')] }, 'first seen 09:05, start 09:00 + 15 min grace = 09:15, so on time'],
    [{ isClosed: true }, 'not seen by 10:00, so absent'],
    [{ isOnLeave: true }, 'excused for the day'],
    [
      { isClosed: true, before: 'absent' as const, checkIns: [seenAt('11:00')] },
      'first seen 11:00, after the cutoff at 09:30, so very late (was absent until then)',
    ],
    [
      { correction: { wanted: 'present' as const, time: localTime('08:55') } },
      'corrected by an administrator: first seen 08:55, start 09:00 + 15 min grace = 09:15, so on time',
    ],
  ])('of %j', (change, sentence) => {
    expect(explained(change)).toBe(sentence);
  });
});

describe('two sightings', () => {
  it('within five minutes are one', () => {
    const first = [seenAt('09:00')];
    const later = (ms: number) => new Date(seenAt('09:00').at.getTime() + ms);
    expect(isSameSighting(first, later(299_999))).toBe(true);
    expect(isSameSighting(first, later(300_000))).toBe(false);
    expect(isSameSighting(first, later(-1000))).toBe(true);
  });
});

describe('a day can be closed', () => {
  const at = (time: string, today = date) => ({
    date: today,
    minutes: +time.slice(0, 2) * 60 + +time.slice(3),
  });
  it('an hour after its start by default, or when it is over', () => {
    expect(isClosable(date, rule, at('09:59'))).toBe(false);
    expect(isClosable(date, rule, at('10:00'))).toBe(true);
    expect(isClosable(date, rule, at('00:00', addDays(date, 1)))).toBe(true);
    expect(isClosable(addDays(date, 1), rule, at('23:59'))).toBe(false);
  });
  it('only when it is over, where nobody is marked absent by itself', () => {
    const never: TimeSettings = { ...rule, autoAbsentMinutes: 0 };
    expect(isClosable(date, never, at('23:59'))).toBe(false);
    expect(isClosable(date, never, at('00:00', addDays(date, 1)))).toBe(true);
  });
});
