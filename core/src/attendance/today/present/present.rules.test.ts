import { describe, expect, it } from 'vitest';
import { addDays, localDate, localTime } from '../../../kernel/local-date.ts';
import { createZone } from '../../../kernel/zones/zone-data.ts';
import type { PersonSigns } from './present.ports.ts';
import { presenceOf } from './present.rules.ts';

const zone = createZone('Europe/Berlin');
const date = localDate('2026-03-02');
const at = (time: string): Date => zone.instantOf(date, localTime(time));

const person = (change: Partial<PersonSigns> = {}): PersonSigns => ({
  id: 1,
  code: 'A-1',
  name: 'Amal Rai',
  kind: 'student',
  classSection: 'CS-A',
  checkIns: [],
  classMarks: [],
  corrections: [],
  ...change,
});
const kiosk = (time: string, direction: 'in' | 'out' | 'both' | null, place = 'Hall', day = date) => ({
  at: zone.instantOf(day, localTime(time)),
  date: day,
  direction,
  kioskId: place,
  isAtKiosk: true,
  place,
});
const sheet = (time: string, endTime: string | null = '11:30') => ({
  date,
  markedAt: at(time),
  className: 'Physics',
  endTime: endTime === null ? null : localTime(endTime),
});
const where = (change: Partial<PersonSigns>, now = '23:00') =>
  presenceOf(person(change), date, at(now), zone);

describe('where somebody is', () => {
  it('is what the last sign says: in, out, in again, in whatever order they were stored', () => {
    const signs = [kiosk('08:00', 'in'), kiosk('10:00', 'out'), kiosk('10:20', 'in', 'Gym')];
    expect(where({ checkIns: signs.slice(0, 1) })).toMatchObject({ state: 'in', place: 'Hall' });
    expect(where({ checkIns: signs.slice(0, 2) })).toMatchObject({ state: 'left', at: at('10:00') });
    expect(where({ checkIns: signs.toReversed() })).toMatchObject({ state: 'in', place: 'Gym' });
  });

  it('is in for a check-in without a direction, also after an out', () => {
    const own = { ...kiosk('10:30', null), kioskId: null, isAtKiosk: false, place: null };
    expect(where({ checkIns: [own] })).toEqual({ state: 'in', at: at('10:30'), by: 'own', place: null });
    expect(where({ checkIns: [kiosk('10:00', 'out'), own] })).toMatchObject({ state: 'in', by: 'own' });
  });

  it('is not seen without any sign, and unknown from an absence that somebody entered', () => {
    expect(where({})).toEqual({ state: 'not_seen' });
    const correction = { date, wanted: 'absent', time: null, decidedAt: at('09:00') } as const;
    expect(where({ corrections: [correction] })).toEqual({ state: 'not_seen' });
  });

  it('is in rather than out where both are said of one moment', () => {
    expect(where({ checkIns: [kiosk('08:00', 'out'), kiosk('08:00', 'in')] }).state).toBe('in');
    expect(where({ checkIns: [kiosk('08:00', 'in'), kiosk('08:00', 'out')] }).state).toBe('in');
  });
});

describe('the sheet of a class', () => {
  it('that is filled in after an out says that the person is back', () => {
    const checkIns = [kiosk('08:00', 'in'), kiosk('10:00', 'out')];
    expect(where({ checkIns, classMarks: [sheet('10:50')] })).toEqual({
      state: 'in',
      at: at('10:50'),
      by: 'class',
      place: 'Physics',
    });
  });

  it('that is saved in the evening says nothing about the time after the class', () => {
    const checkIns = [kiosk('08:00', 'in'), kiosk('12:00', 'out')];
    expect(where({ checkIns, classMarks: [sheet('18:00')] }).state).toBe('left');
    // Of a deleted class nobody knows the end.
    expect(where({ checkIns, classMarks: [sheet('18:00', null)] }).state).toBe('in');
  });
});

describe('an entry by hand', () => {
  it('says in from its time on', () => {
    const correction = { date, wanted: 'late', time: localTime('09:40'), decidedAt: at('11:00') } as const;
    expect(where({ corrections: [correction] })).toEqual({
      state: 'in',
      at: at('09:40'),
      by: 'hand',
      place: null,
    });
    expect(where({ corrections: [correction], checkIns: [kiosk('10:30', 'out')] }).state).toBe('left');
  });

  it('that excuses somebody who came says that they left, until they are seen again', () => {
    const correction = { date, wanted: 'excused', time: null, decidedAt: at('11:00') } as const;
    const came = kiosk('08:00', 'in');
    expect(where({ corrections: [correction], checkIns: [came] })).toMatchObject({
      state: 'left',
      by: 'hand',
    });
    expect(where({ corrections: [correction], checkIns: [came, kiosk('12:00', 'in')] }).state).toBe('in');
  });
});

describe('the night', () => {
  const yesterday = addDays(date, -1);
  const evening = (direction: 'in' | 'out' | 'both', time = '21:55') =>
    kiosk(time, direction, 'Hall', yesterday);

  it('does not end at midnight: who came within sixteen hours and has not gone is in', () => {
    const checkIns = [evening('in')];
    expect(where({ checkIns }, '03:00')).toMatchObject({ state: 'in', at: evening('in').at, place: 'Hall' });
    expect(where({ checkIns }, '13:54').state).toBe('in');
    expect(where({ checkIns }, '13:56').state).toBe('not_seen');
    expect(where({ checkIns: [...checkIns, kiosk('06:05', 'out')] }, '07:00').state).toBe('left');
  });

  it('ends with the look on the way home at a kiosk for both ways, on every day', () => {
    const checkIns = [kiosk('06:05', 'both', 'Hall', yesterday), evening('both'), kiosk('06:05', 'both')];
    const before = kiosk('21:55', 'both', 'Hall', addDays(date, -2));
    const all = [before, ...checkIns];
    expect(where({ checkIns: all.slice(0, 3) }, '03:00')).toMatchObject({ state: 'in' });
    expect(where({ checkIns: all }, '07:00').state).toBe('left');
    expect(where({ checkIns: [...all, kiosk('21:55', 'both')] }, '22:00').state).toBe('in');
  });

  it('leaves people who went home yesterday, or came long ago, off the list', () => {
    expect(where({ checkIns: [evening('in', '14:00'), evening('out')] }, '01:00').state).toBe('not_seen');
    expect(where({ checkIns: [evening('in', '08:00')] }, '07:00').state).toBe('not_seen');
  });

  it('ends with an absence that is entered by hand', () => {
    const correction = { date, wanted: 'excused', time: null, decidedAt: at('02:00') } as const;
    expect(where({ checkIns: [evening('in')], corrections: [correction] }, '03:00').state).toBe('not_seen');
  });
});
