import { describe, expect, it } from 'vitest';
import { localDate, localTime } from '../../../kernel/local-date.ts';
import { createZone } from '../../../kernel/zone-data.ts';
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
  correction: null,
  ...change,
});
const kiosk = (time: string, direction: 'in' | 'out' | null, place = 'Hall') => ({
  at: at(time),
  direction,
  isAtKiosk: true,
  place,
});
const sheet = (time: string, endTime: string | null = '11:30') => ({
  markedAt: at(time),
  className: 'Physics',
  endTime: endTime === null ? null : localTime(endTime),
});
const where = (change: Partial<PersonSigns>) => presenceOf(person(change), date, zone);

describe('where somebody is', () => {
  it('is what the last sign says: in, out, in again, in whatever order they were stored', () => {
    const signs = [kiosk('08:00', 'in'), kiosk('10:00', 'out'), kiosk('10:20', 'in', 'Gym')];
    expect(where({ checkIns: signs.slice(0, 1) })).toMatchObject({ state: 'in', place: 'Hall' });
    expect(where({ checkIns: signs.slice(0, 2) })).toMatchObject({ state: 'left', at: at('10:00') });
    expect(where({ checkIns: signs.toReversed() })).toMatchObject({ state: 'in', place: 'Gym' });
  });

  it('is in for a check-in without a direction, also after an out', () => {
    const own = { at: at('10:30'), direction: null, isAtKiosk: false, place: null };
    expect(where({ checkIns: [own] })).toEqual({ state: 'in', at: at('10:30'), by: 'own', place: null });
    expect(where({ checkIns: [kiosk('10:00', 'out'), own] })).toMatchObject({ state: 'in', by: 'own' });
  });

  it('is not seen without any sign, and unknown from an absence that somebody entered', () => {
    expect(where({})).toEqual({ state: 'not_seen' });
    const correction = { wanted: 'absent', time: null, decidedAt: at('09:00') } as const;
    expect(where({ correction })).toEqual({ state: 'not_seen' });
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
    const correction = { wanted: 'late', time: localTime('09:40'), decidedAt: at('11:00') } as const;
    expect(where({ correction })).toEqual({ state: 'in', at: at('09:40'), by: 'hand', place: null });
    expect(where({ correction, checkIns: [kiosk('10:30', 'out')] }).state).toBe('left');
  });

  it('that excuses somebody who came says that they left, until they are seen again', () => {
    const correction = { wanted: 'excused', time: null, decidedAt: at('11:00') } as const;
    const came = kiosk('08:00', 'in');
    expect(where({ correction, checkIns: [came] })).toMatchObject({ state: 'left', by: 'hand' });
    expect(where({ correction, checkIns: [came, kiosk('12:00', 'in')] }).state).toBe('in');
  });
});
