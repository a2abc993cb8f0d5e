import { describe, expect, it } from 'vitest';
import { addDays, localDate, localTime } from '../kernel/local-date.ts';
import { createZone } from '../kernel/zones/zone-data.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { NewCheckIn } from './attendance.types.ts';
import { arrivalStatus, type DayFacts, deriveDay, isClosable, ruleOnDay } from './attendance-day.rules.ts';
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
  registeredOn: localDate('2026-01-07'),
  leaveNotedAt: null,
  calendar: 'open',
  classAbsence: null,
  fixedAbsence: null,
  closedAt: null,
  ...change,
});

const at = (time: string) => zone.instantOf(date, localTime(time));
const isClosed = { closedAt: at('10:00') };
const isOnLeave = { leaveNotedAt: at('07:00') };
const inClass = (status: 'absent' | 'excused') => ({ classAbsence: { status, markedAt: at('09:10') } });

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
    ['no facts, day closed', { ...isClosed }, 'absent'],
    ['day closed, auto-absent off', { ...isClosed, rule: { ...rule, autoAbsentMinutes: 0 } }, 'unmarked'],
    ['on leave, day not closed', { ...isOnLeave }, 'excused'],
    ['on leave, day closed', { ...isOnLeave, ...isClosed }, 'excused'],
    ['a holiday', { calendar: 'holiday', ...isClosed }, null],
    ['on leave on a holiday', { calendar: 'holiday', ...isOnLeave }, null],
    ['a day off', { calendar: 'off', ...isClosed }, null],
    ['seen on a day off', { calendar: 'off', checkIns: [seenAt('10:00')] }, 'very_late'],
    ['absent in a class, day not closed', { ...inClass('absent') }, 'absent'],
    ['excused in a class, day closed', { ...inClass('excused'), ...isClosed }, 'excused'],
    ['absent in a class, on leave', { ...inClass('absent'), ...isOnLeave }, 'excused'],
    ['absent in a class that met on a holiday', { ...inClass('absent'), calendar: 'holiday' }, null],
    ['absent in a class, seen by the camera', { ...inClass('absent'), checkIns: [seenAt('09:20')] }, 'late'],
    ['seen on a day of leave', { ...isOnLeave, checkIns: [seenAt('08:00')] }, 'on_time'],
    ['seen after the day was closed', { ...isClosed, checkIns: [seenAt('11:00')] }, 'very_late'],
    [
      'corrected to present',
      { ...isClosed, correction: { wanted: 'present', time: localTime('09:20') } },
      'late',
    ],
    [
      'seen, corrected to absent',
      { checkIns: [seenAt('08:00')], correction: { wanted: 'absent', time: null } },
      'absent',
    ],
    ['corrected to excused', { ...isClosed, correction: { wanted: 'excused', time: null } }, 'excused'],
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

describe('what somebody was before they came', () => {
  it.each([
    ['came before closing', { ...isClosed, checkIns: [seenAt('09:05')] }, null],
    ['came after closing', { ...isClosed, checkIns: [seenAt('11:00')] }, 'absent'],
    ['leave noted before', { ...isOnLeave, checkIns: [seenAt('09:05')] }, 'excused'],
    ['leave noted afterwards', { leaveNotedAt: at('12:00'), checkIns: [seenAt('09:05')] }, null],
    ['missing in a class before', { ...inClass('absent'), checkIns: [seenAt('09:20')] }, 'absent'],
    ['missing in a class afterwards', { ...inClass('absent'), checkIns: [seenAt('09:05')] }, null],
  ] as const)('%s', (_, change, overrode) => {
    expect(deriveDay(facts(change), zone)?.overrode).toBe(overrode);
  });
});

describe('registration', () => {
  const registeredOn = date;
  it.each([
    ['closed on the day of registration', { registeredOn, ...isClosed }, null],
    ['closed before registration', { registeredOn: addDays(date, 1), ...isClosed }, null],
    ['closed the day after registration', { registeredOn: addDays(date, -1), ...isClosed }, 'absent'],
    ['leave on the day of registration', { registeredOn, ...isOnLeave }, 'excused'],
    ['leave before registration', { registeredOn: addDays(date, 1), ...isOnLeave }, null],
    ['seen on the day of registration', { registeredOn, ...isClosed, checkIns: [seenAt('09:20')] }, 'late'],
    ['missing in a class that day', { registeredOn, ...inClass('absent') }, 'absent'],
    [
      'an imported absence before registration',
      { registeredOn: addDays(date, 9), fixedAbsence: { status: 'absent', source: 'import' } },
      'absent',
    ],
  ] as const)('%s', (_, change, status) => {
    expect(deriveDay(facts(change), zone)?.status ?? null).toBe(status);
  });
});

describe('a corrected day', () => {
  const correction = { wanted: 'present' as const, time: localTime('09:00') };
  it('keeps the last sighting as check-out', () => {
    const checkIns = [seenAt('09:40'), seenAt('17:00')];
    expect(deriveDay(facts({ correction, checkIns }), zone)?.lastSeen).toEqual(at('17:00'));
  });
  it('has no check-out when the only sighting repeats the arrival or precedes it', () => {
    for (const time of ['08:30', '09:04'])
      expect(deriveDay(facts({ correction, checkIns: [seenAt(time)] }), zone)?.lastSeen).toBeNull();
  });
});

describe('a start that the clock skips', () => {
  const night = localDate('2026-03-29'); // 02:00 to 03:00 in Berlin
  const early: TimeSettings = { ...rule, startTime: localTime('02:30'), cutoffTime: localTime('03:00') };
  const seen = (time: string) => seenAt(time, { date: night, rule: early });
  it('is the end of the gap, for arrivals, for closing and in the explanation', () => {
    expect(ruleOnDay(early, night, zone)).toMatchObject({ startTime: '03:00', cutoffTime: '03:30' });
    expect(ruleOnDay(early, date, zone)).toBe(early);
    const day = deriveDay(facts({ date: night, checkIns: [seen('03:05')] }), zone);
    expect(day && explain(day, zone)).toBe('Seen at 03:05. On time until 03:15.');
    const correction = { wanted: 'present' as const, time: localTime('02:30') };
    const corrected = deriveDay(facts({ date: night, rule: early, correction }), zone);
    expect(corrected && explain(corrected, zone)).toContain('Seen at 03:00. On time until 03:15.');
  });
});

describe('explain', () => {
  const explained = (change: Partial<DayFacts>) => {
    const day = deriveDay(facts(change), zone);
    return day && explain(day, zone);
  };
  it.each([
    [{ checkIns: [seenAt('09:17')] }, 'Seen at 09:17. Late after 09:15.'],
    [{ checkIns: [seenAt('09:05')] }, 'Seen at 09:05. On time until 09:15.'],
    [{ ...isClosed }, 'Not seen by 10:00.'],
    [{ ...isOnLeave }, 'Excused for the day.'],
    [
      { ...isClosed, checkIns: [seenAt('11:00')] },
      'Seen at 11:00. Very late after 09:30. Before that: absent.',
    ],
    [
      { ...isClosed, rule: { ...rule, startTime: localTime('23:30'), autoAbsentMinutes: 120 as const } },
      'Not seen all day.',
    ],
    [
      { fixedAbsence: { status: 'absent' as const, source: 'import' as const } },
      'Absent in the imported records.',
    ],
    [{ checkIns: [{ ...seenAt('09:05'), isMarkedLate: true }] }, 'Seen at 09:05. Recorded as late in class.'],
    [
      { correction: { wanted: 'present' as const, time: localTime('08:55') } },
      'Entered by hand. Seen at 08:55. On time until 09:15.',
    ],
  ])('explains %j', (change, sentence) => {
    expect(explained(change)).toBe(sentence);
  });

  it.each([
    ['en', 'Seen at 10:00. Very late after 09:30. A day off, so it counts in no rate.'],
    ['de', 'Um 10:00 gesehen. Stark verspätet nach 09:30. Ein freier Tag, er zählt in keiner Quote.'],
    ['ar', 'الوصول 10:00. متأخر جدًا بعد 09:30. يوم عطلة، لا يُحتسب في أي نسبة.'],
  ] as const)('explains a visit on a day off in %s', (language, sentences) => {
    const day = deriveDay(facts({ calendar: 'off', checkIns: [seenAt('10:00')] }), zone);
    expect(day && explain(day, zone, language)).toBe(sentences);
  });

  it.each([
    ['en', 'Fever', 'Excused for the day: Fever.'],
    ['de', 'Fieber, Mutter rief an!', 'Für den Tag entschuldigt: Fieber, Mutter rief an!'],
    ['ar', 'حمى', 'معذور في هذا اليوم: حمى.'],
  ] as const)('tells the reason of an excuse in %s', (language, excuse, sentence) => {
    const day = deriveDay(facts({ ...isOnLeave }), zone);
    expect(day && explain({ ...day, excuse }, zone, language)).toBe(sentence);
  });
});

describe('isClosable', () => {
  const local = (time: string, today = date) => ({
    date: today,
    minutes: +time.slice(0, 2) * 60 + +time.slice(3),
  });
  it('allows closing an hour after the start by default, and when the day is over', () => {
    expect(isClosable(date, rule, local('09:59'))).toBe(false);
    expect(isClosable(date, rule, local('10:00'))).toBe(true);
    expect(isClosable(date, rule, local('00:00', addDays(date, 1)))).toBe(true);
    expect(isClosable(addDays(date, 1), rule, local('23:59'))).toBe(false);
  });
  it('allows closing only when the day is over if auto-absent is off', () => {
    const never: TimeSettings = { ...rule, autoAbsentMinutes: 0 };
    expect(isClosable(date, never, local('23:59'))).toBe(false);
    expect(isClosable(date, never, local('00:00', addDays(date, 1)))).toBe(true);
  });
});
