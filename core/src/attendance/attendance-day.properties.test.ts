import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeSettings } from '../settings/settings.types.ts';
import { localDate, timeOfMinutes } from '../time/local-date.ts';
import { createZone } from '../time/zone.ts';
import type { NewCheckIn } from './attendance.types.ts';
import { arrivalStatus, type DayFacts, deriveDay, isDue, isPresent } from './attendance-day.rules.ts';

const date = localDate('2026-03-02');

describe('whatever the facts', () => {
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
  const anyFacts = fc
    .record({
      zoneName: zones,
      instants: fc.array(
        fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        { maxLength: 5 },
      ),
      rule: rules,
      leave: fc.boolean(),
      closed: fc.boolean(),
      calendar: fc.constantFrom('open' as const, 'holiday' as const, 'off' as const),
      inClass: fc.constantFrom(null, 'absent' as const, 'excused' as const),
      before: fc.constantFrom(null, 'absent' as const, 'excused' as const),
    })
    .map(({ zoneName, instants, rule: drawn, ...rest }) => {
      const where = createZone(zoneName);
      const day = instants[0] ? where.dateOf(instants[0]) : date;
      const checkIns = instants
        .filter((at) => where.dateOf(at) === day)
        .map((at): NewCheckIn => ({ personId: 1, at, date: day, means: 'face', score: null, rule: drawn }));
      const all: DayFacts = {
        personId: 1,
        date: day,
        checkIns,
        rule: drawn,
        correction: null,
        isOnLeave: rest.leave,
        calendar: rest.calendar,
        inClass: rest.inClass,
        isClosed: rest.closed,
        before: rest.before,
      };
      return { where, all };
    });

  it('the verdict is the same every time, and in whatever order the check-ins come', () => {
    fc.assert(
      fc.property(anyFacts, ({ where, all }) => {
        const once = deriveDay(all, where);
        expect(deriveDay(all, where)).toEqual(once);
        expect(deriveDay({ ...all, checkIns: [...all.checkIns].reverse() }, where)).toEqual(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('someone who was seen is present, and nobody else is', () => {
    fc.assert(
      fc.property(anyFacts, ({ where, all }) => {
        const day = deriveDay(all, where);
        expect(isPresent(day?.status ?? null)).toBe(all.checkIns.length > 0);
        if (day) expect(day.firstIn === null).toBe(!isPresent(day.status));
      }),
      { numRuns: 1000 },
    );
  });

  it('nobody is missed on a day off, and everyone due has a verdict once an open day is closed', () => {
    fc.assert(
      fc.property(anyFacts, ({ where, all }) => {
        const day = deriveDay({ ...all, checkIns: [] }, where);
        if (all.calendar !== 'open') expect(day).toBeNull();
        else if (all.isClosed)
          expect(day !== null && (isDue(day.status) || day.status === 'excused')).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('a verdict made at once equals the one made after a late sync of the same check-ins', () => {
    fc.assert(
      fc.property(anyFacts, ({ where, all }) => {
        const inTime = deriveDay({ ...all, before: null }, where);
        const late = deriveDay({ ...all, isClosed: true, before: 'absent' }, where);
        if (all.checkIns.length > 0)
          expect({ ...late, overrode: null }).toEqual({ ...inTime, overrode: null });
      }),
      { numRuns: 1000 },
    );
  });

  it('coming earlier never makes the verdict worse', () => {
    const order = ['on_time', 'late', 'very_late'];
    fc.assert(
      fc.property(
        rules,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        (drawn, a, b) => {
          const [early, later] = a < b ? [a, b] : [b, a];
          const rank = (minutes: number) => order.indexOf(arrivalStatus(timeOfMinutes(minutes), drawn));
          expect(rank(early)).toBeLessThanOrEqual(rank(later));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
