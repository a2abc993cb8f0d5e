import { describe, expect, it } from 'vitest';
import { databaseAgrees, devicesAgree, findDoubt, isForWitnesses, isLoopback } from './clock-guard.rules.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-03-02T12:00:00Z');
const NOTHING = { anchor: null, first: null, lastKnown: null, database: null, acceptedDifference: 0 };
const at = (wall: number, steady = 0) => ({ wall, steady });
const here = (time: number) => ({ time, isElsewhere: false });

describe('a clock', () => {
  it('is believed where nothing is known, and near the last known time', () => {
    expect(findDoubt({ ...NOTHING, now: at(NOON) })).toBeNull();
    expect(findDoubt({ ...NOTHING, now: at(NOON + HOUR), lastKnown: NOON })).toBeNull();
    expect(findDoubt({ ...NOTHING, now: at(NOON - HOUR), lastKnown: NOON })).toBeNull();
  });

  it('is doubted at the start when it is more than an hour from the last known time', () => {
    const forward = findDoubt({ ...NOTHING, now: at(NOON + HOUR + 1), lastKnown: NOON });
    expect(forward).toEqual({
      reason: 'jumped_forward',
      from: new Date(NOON),
      to: new Date(NOON + HOUR + 1),
    });
    const back = findDoubt({ ...NOTHING, now: at(NOON - HOUR - 1), lastKnown: NOON });
    expect(back?.reason).toBe('behind_last_known');
  });

  it('is compared with the steady clock while the server runs', () => {
    const running = { ...NOTHING, anchor: at(NOON, 500), lastKnown: NOON };
    expect(findDoubt({ ...running, now: at(NOON + 9 * HOUR, 500 + 9 * HOUR) })).toBeNull();
    expect(findDoubt({ ...running, now: at(NOON + 9 * HOUR, 500 + HOUR) })?.reason).toBe('jumped_forward');
    expect(findDoubt({ ...running, now: at(NOON - 9 * HOUR, 500 + HOUR) })?.reason).toBe('behind_last_known');
  });

  it('is doubted when small steps add up to more than an hour since the first reading', () => {
    const running = { ...NOTHING, first: at(NOON, 0), anchor: at(NOON + 50 * 60_000, 1000) };
    const known = { ...running, lastKnown: NOON + 50 * 60_000 };
    expect(findDoubt({ ...known, now: at(NOON + 50 * 60_000, 2000) })).toBeNull();
    const drifted = findDoubt({ ...known, now: at(NOON + 100 * 60_000, 2000) });
    expect(drifted).toEqual({
      reason: 'jumped_forward',
      from: new Date(NOON + 2000),
      to: new Date(NOON + 100 * 60_000),
    });
    // The clock is put right.
    expect(findDoubt({ ...known, now: at(NOON + 3000, 3000) })).toBeNull();
  });

  it('is believed after a sleep when another server kept the last known time up to date', () => {
    const woken = { ...NOTHING, anchor: at(NOON, 0), now: at(NOON + 9 * HOUR, HOUR) };
    expect(findDoubt({ ...woken, lastKnown: NOON + 9 * HOUR })).toBeNull();
  });

  it('is doubted when it differs from the database, unless that difference was confirmed', () => {
    const now = at(NOON);
    const off = { ...NOTHING, now, lastKnown: NOON, database: here(NOON - 2 * HOUR) };
    expect(findDoubt(off)?.reason).toBe('differs_from_database');
    expect(findDoubt({ ...off, acceptedDifference: 2 * HOUR })).toBeNull();
    expect(findDoubt({ ...off, database: here(NOON - HOUR) })).toBeNull();
    // The database's clock was mended.
    expect(findDoubt({ ...off, acceptedDifference: 2 * HOUR, database: here(NOON) })).toBeNull();
  });
});

describe('witnesses', () => {
  it('are databases on other machines that agree within five minutes', () => {
    expect(databaseAgrees(at(NOON), { time: NOON + 300_000, isElsewhere: true })).toBe(true);
    expect(databaseAgrees(at(NOON), { time: NOON + 300_001, isElsewhere: true })).toBe(false);
    expect(databaseAgrees(at(NOON), here(NOON))).toBe(false);
    expect(databaseAgrees(at(NOON), null)).toBe(false);
  });

  it('are one administrator or three people, counted since the clock was last set', () => {
    const person = (personId: number, isAdmin = false, offset = NOON) => ({ personId, isAdmin, offset });
    expect(devicesAgree(at(NOON), [person(1), person(2)])).toBe(false);
    expect(devicesAgree(at(NOON), [person(1), person(2), person(3)])).toBe(true);
    expect(devicesAgree(at(NOON), [person(1), person(2), person(3, false, NOON - HOUR)])).toBe(false);
    expect(devicesAgree(at(NOON), [person(1, true)])).toBe(true);
    expect(devicesAgree(at(NOON), [person(1, true, NOON - HOUR)])).toBe(false);
  });

  it('decide about two weeks, not about more, in either direction', () => {
    const [from, limit] = [new Date(NOON), 14 * 24 * HOUR];
    const forward = (by: number) => ({ reason: 'jumped_forward', from, to: new Date(NOON + by) }) as const;
    expect([forward(limit), forward(limit + 1)].map(isForWitnesses)).toEqual([true, false]);
    const back = { reason: 'behind_last_known', lastKnown: from, to: new Date(NOON - limit - 1) } as const;
    const apart = {
      reason: 'differs_from_database',
      database: from,
      to: new Date(NOON + limit + 1),
    } as const;
    expect([back, apart].map(isForWitnesses)).toEqual([false, false]);
  });

  it('are not browsers on the server itself', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'localhost'].every(isLoopback)).toBe(true);
    expect(['192.168.0.4', '::ffff:10.0.0.1', 'fe80::1'].some(isLoopback)).toBe(false);
  });
});
