import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDate, timeOfMinutes } from '../kernel/local-date.ts';
import { createZone } from '../kernel/zones/zone-data.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { NewCheckIn } from './attendance.types.ts';
import { arrivalStatus, type DayFacts, deriveDay, isDue, isPresent } from './attendance-day.rules.ts';

const date = localDate('2026-03-02');

describe('deriveDay for arbitrary facts', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'Africa/Cairo',
  );
  const rules = fc
    .record({
      start: fc.integer({ min: 0, max: 1300 }),
      grace: fc.integer({ min: 0, max: 30 }),
      more: fc.integer({ min: 0, max: 60 }),
      auto: fc.constantFrom(0, 30, 60, 120),
    })
    .map(
      ({ start, grace, more, auto }): TimeSettings => ({
        startTime: timeOfMinutes(start),
        graceMinutes: grace,
        cutoffTime: timeOfMinutes(start + grace + more),
        autoAbsentMinutes: auto as TimeSettings['autoAbsentMinutes'], // drawn from the four choices
      }),
    );
  const instant = fc.date({
    min: new Date('2015-01-01'),
    max: new Date('2035-01-01'),
    noInvalidDate: true,
  });
  const someTime = fc.option(instant, { nil: null });
  const anyFacts = fc
    .record({
      zoneName: zones,
      instants: fc.array(instant, { maxLength: 5 }),
      rule: rules,
      leaveNotedAt: someTime,
      closedAt: someTime,
      calendar: fc.constantFrom('open' as const, 'holiday' as const, 'off' as const),
      classAbsence: fc.option(
        fc.record({ status: fc.constantFrom('absent' as const, 'excused' as const), markedAt: instant }),
        { nil: null },
      ),
    })
    .map(({ zoneName, instants, rule, ...rest }) => {
      const zone = createZone(zoneName);
      const day = instants[0] ? zone.dateOf(instants[0]) : date;
      const checkIns = instants
        .filter((at) => zone.dateOf(at) === day)
        .map((at): NewCheckIn => ({ personId: 1, at, date: day, means: 'face', score: null, rule }));
      const registeredOn = localDate('2014-12-01');
      const person = { personId: 1, registeredOn, correction: null, fixedAbsence: null };
      const facts: DayFacts = { ...person, date: day, checkIns, rule, ...rest };
      return { zone, facts };
    });

  it('gives the same verdict every time and in any order of check-ins', () => {
    fc.assert(
      fc.property(anyFacts, ({ zone, facts }) => {
        const once = deriveDay(facts, zone);
        expect(deriveDay(facts, zone)).toEqual(once);
        expect(deriveDay({ ...facts, checkIns: [...facts.checkIns].reverse() }, zone)).toEqual(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('makes a person present exactly when there is a check-in', () => {
    fc.assert(
      fc.property(anyFacts, ({ zone, facts }) => {
        const day = deriveDay(facts, zone);
        expect(isPresent(day?.status ?? null)).toBe(facts.checkIns.length > 0);
        if (day) expect(day.firstIn === null).toBe(!isPresent(day.status));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives no verdict without a check-in on a day off, and a verdict to everyone on a closed working day', () => {
    fc.assert(
      fc.property(anyFacts, ({ zone, facts }) => {
        const day = deriveDay({ ...facts, checkIns: [] }, zone);
        if (facts.calendar !== 'open') expect(day).toBeNull();
        else if (facts.closedAt)
          expect(day !== null && (isDue(day.status) || day.status === 'excused')).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same verdict when the check-ins arrive after the day was closed', () => {
    fc.assert(
      fc.property(anyFacts, ({ zone, facts }) => {
        const inTime = deriveDay({ ...facts, closedAt: null }, zone);
        const late = deriveDay({ ...facts, closedAt: new Date(0) }, zone);
        if (facts.checkIns.length > 0)
          expect({ ...late, overrode: null }).toEqual({ ...inTime, overrode: null });
      }),
      { numRuns: 1000 },
    );
  });

  it('never gives an earlier arrival a worse verdict', () => {
    const order = ['on_time', 'late', 'very_late'];
    fc.assert(
      fc.property(
        rules,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        (rule, a, b) => {
          const [early, later] = a < b ? [a, b] : [b, a];
          const rank = (minutes: number) => order.indexOf(arrivalStatus(timeOfMinutes(minutes), rule));
          expect(rank(early)).toBeLessThanOrEqual(rank(later));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
