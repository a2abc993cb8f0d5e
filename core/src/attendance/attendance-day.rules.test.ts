import { describe, expect, it } from 'vitest';
import { addDays, localDate, localTime } from '../kernel/local-date.ts';
import { createZone } from '../kernel/zone.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { NewCheckIn } from './attendance.types.ts';
import {
  arrivalStatus,
  type DayFacts,
  deriveDay,
  isClosable,
  isSameSighting,
} from './attendance-day.rules.ts';
import { explain } from './day-explanation.rules.ts';

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
  classAbsence: null,
  isClosed: false,
  previousStatus: null,
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

  it('ignores the seconds, as the screen does', () => {
    const late = {
      ...seenAt('09:15'),
      at: new Date(zone.instantOf(date, localTime('09:15')).getTime() + 59_000),
    };
    expect(deriveDay(facts({ checkIns: [late] }), zone)?.status).toBe('on_time');
  });
});

describe('deriveDay', () => {
  const table: [string, Partial<DayFacts>, string | null][] = [
    ['no facts, day not closed', {}, null],
    ['no facts, day closed', { isClosed: true }, 'absent'],
    ['day closed, auto-absent off', { isClosed: true, rule: { ...rule, autoAbsentMinutes: 0 } }, 'unmarked'],
    ['on leave, day not closed', { isOnLeave: true }, 'excused'],
    ['on leave, day closed', { isOnLeave: true, isClosed: true }, 'excused'],
    ['a holiday', { calendar: 'holiday', isClosed: true }, null],
    ['on leave on a holiday', { calendar: 'holiday', isOnLeave: true }, null],
    ['a day off', { calendar: 'off', isClosed: true }, null],
    ['seen on a day off', { calendar: 'off', checkIns: [seenAt('10:00')] }, 'very_late'],
    ['absent in a class, day not closed', { classAbsence: 'absent' }, 'absent'],
    ['excused in a class, day closed', { classAbsence: 'excused', isClosed: true }, 'excused'],
    ['absent in a class, on leave', { classAbsence: 'absent', isOnLeave: true }, 'excused'],
    ['absent in a class that met on a holiday', { classAbsence: 'absent', calendar: 'holiday' }, null],
    [
      'absent in a class, seen by the camera',
      { classAbsence: 'absent', checkIns: [seenAt('09:20')] },
      'late',
    ],
    ['seen on a day of leave', { isOnLeave: true, checkIns: [seenAt('08:00')] }, 'on_time'],
    [
      'seen after the day was closed',
      { isClosed: true, checkIns: [seenAt('11:00')], previousStatus: 'absent' },
      'very_late',
    ],
    [
      'corrected to present',
      { isClosed: true, correction: { wanted: 'present', time: localTime('09:20') } },
      'late',
    ],
    [
      'seen, corrected to absent',
      { checkIns: [seenAt('08:00')], correction: { wanted: 'absent', time: null } },
      'absent',
    ],
    ['corrected to excused', { isClosed: true, correction: { wanted: 'excused', time: null } }, 'excused'],
  ];
  it.each(table)('%s', (_, change, status) => {
    expect(deriveDay(facts(change), zone)?.status ?? null).toBe(status);
  });

  it('takes the first check-in as arrival and the last one as check-out, in any order', () => {
    const checkIns = [seenAt('16:00'), seenAt('08:50'), seenAt('12:00')];
    const day = deriveDay(facts({ checkIns }), zone);
    expect(day?.firstIn).toEqual(seenAt('08:50').at);
    expect(day?.lastSeen).toEqual(seenAt('16:00').at);
  });

  it('uses the rule copied onto the check-in, not the current one', () => {
    const strict: TimeSettings = { ...rule, graceMinutes: 0 };
    const day = deriveDay(facts({ rule: strict, checkIns: [seenAt('09:10')] }), zone);
    expect(day?.status).toBe('on_time');
  });
});

describe('explain', () => {
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
      { isClosed: true, previousStatus: 'absent' as const, checkIns: [seenAt('11:00')] },
      'first seen 11:00, after the cutoff at 09:30, so very late (was absent until then)',
    ],
    [
      { correction: { wanted: 'present' as const, time: localTime('08:55') } },
      'corrected by an administrator: first seen 08:55, start 09:00 + 15 min grace = 09:15, so on time',
    ],
  ])('explains %j', (change, sentence) => {
    expect(explained(change)).toBe(sentence);
  });
});

describe('isSameSighting', () => {
  it('counts sightings within five minutes as one', () => {
    const first = [seenAt('09:00')];
    const later = (ms: number) => new Date(seenAt('09:00').at.getTime() + ms);
    expect(isSameSighting(first, later(299_999))).toBe(true);
    expect(isSameSighting(first, later(300_000))).toBe(false);
    expect(isSameSighting(first, later(-1000))).toBe(true);
  });
});

describe('isClosable', () => {
  const at = (time: string, today = date) => ({
    date: today,
    minutes: +time.slice(0, 2) * 60 + +time.slice(3),
  });
  it('allows closing an hour after the start by default, and when the day is over', () => {
    expect(isClosable(date, rule, at('09:59'))).toBe(false);
    expect(isClosable(date, rule, at('10:00'))).toBe(true);
    expect(isClosable(date, rule, at('00:00', addDays(date, 1)))).toBe(true);
    expect(isClosable(addDays(date, 1), rule, at('23:59'))).toBe(false);
  });
  it('allows closing only when the day is over if auto-absent is off', () => {
    const never: TimeSettings = { ...rule, autoAbsentMinutes: 0 };
    expect(isClosable(date, never, at('23:59'))).toBe(false);
    expect(isClosable(date, never, at('00:00', addDays(date, 1)))).toBe(true);
  });
});
