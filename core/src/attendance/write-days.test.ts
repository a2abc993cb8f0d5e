import { describe, expect, it } from 'vitest';
import type { ClassMark } from '../classes/classes.types.ts';
import { addDays, localDate, localTime } from '../kernel/local-date.ts';
import { createZone } from '../kernel/zones/zone-data.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import type { InstitutionDay, PersonDay } from './attendance.ports.ts';
import { deriveDay } from './attendance-day.rules.ts';
import { factsOf } from './write-days.ts';

const zone = createZone('UTC');
const date = localDate('2026-03-02');
const at = (time: string) => zone.instantOf(date, localTime(time));

const mark = (status: ClassMark['status'], start: string, change: Partial<ClassMark> = {}): ClassMark => ({
  personId: 1,
  date,
  status,
  means: 'manual',
  score: null,
  seenAt: null,
  rule: { ...DEFAULT_TIME_SETTINGS, startTime: localTime(start) },
  classStart: localTime(start),
  classEnd: null,
  markedAt: at('13:00'),
  ...change,
});
const institution: InstitutionDay = {
  date,
  rule: null,
  workingDays: [1, 2, 3, 4, 5],
  isHoliday: false,
  isEmptied: false,
  closing: null,
};
const person = (change: Partial<PersonDay>): PersonDay => ({
  personId: 1,
  savedDay: null,
  checkIns: [],
  marks: [],
  correction: null,
  leaveNotedAt: null,
  fixedAbsence: null,
  registeredOn: localDate('2026-01-01'),
  isDeleted: false,
  ...change,
});
const derive = (change: Partial<PersonDay>, day = institution) =>
  deriveDay(factsOf(day, person(change), zone), zone);

describe('factsOf', () => {
  it('takes the absence of the class that starts last, in whatever order the sheets were saved', () => {
    const marks = [mark('absent', '09:00'), mark('excused', '11:00'), mark('absent', '10:00')];
    for (const order of [marks, marks.toReversed()]) expect(derive({ marks: order })?.status).toBe('excused');
    const together = [mark('absent', '09:00'), mark('excused', '09:00')];
    for (const order of [together, together.toReversed()])
      expect(derive({ marks: order })?.status).toBe('excused');
  });

  it('counts a class sighting that a check-in follows within minutes', () => {
    const seen = mark('present', '09:00', { seenAt: at('09:14') });
    const rule = DEFAULT_TIME_SETTINGS;
    const checkIn = { personId: 1, date, at: at('09:18'), means: 'face' as const, score: 0.7, rule };
    const day = derive({ marks: [seen], checkIns: [checkIn] });
    expect([day?.status, day?.firstIn, day?.lastSeen]).toEqual(['on_time', at('09:14'), null]);
  });

  it('takes the sighting of a later class as the check-out, whichever fact came first', () => {
    const rule = DEFAULT_TIME_SETTINGS;
    const checkIn = { personId: 1, date, at: at('09:05'), means: 'face' as const, score: 0.7, rule };
    const marks = [
      mark('present', '11:00', { seenAt: at('11:05') }),
      mark('present', '10:00', { seenAt: at('10:00') }),
    ];
    for (const order of [marks, marks.toReversed()]) {
      const day = derive({ marks: order, checkIns: [checkIn] });
      expect([day?.firstIn, day?.lastSeen]).toEqual([at('09:05'), at('11:05')]);
    }
  });

  it('counts check-ins within minutes of each other as one, whichever arrived first', () => {
    const rule = DEFAULT_TIME_SETTINGS;
    const seen = (time: string) => ({
      personId: 1,
      date,
      at: at(time),
      means: 'card' as const,
      score: null,
      rule,
    });
    const day = derive({ checkIns: [seen('12:03'), seen('09:17'), seen('12:00'), seen('09:14')] });
    expect([day?.status, day?.firstIn, day?.lastSeen]).toEqual(['on_time', at('09:14'), at('12:00')]);
  });

  describe('of a sheet that says what the own check-in says', () => {
    const rule = DEFAULT_TIME_SETTINGS;
    const checkIn = { personId: 1, date, at: at('08:50'), means: 'card' as const, score: null, rule };
    const sheet = mark('present', '09:00', {
      classEnd: localTime('10:00'),
      markedAt: at('09:20'),
      seenAt: at('09:00'),
    });
    const verdict = (change: Partial<PersonDay>) => {
      const day = derive(change);
      return [day?.status, day?.firstIn, day?.lastSeen];
    };

    it('counts the check-in alone, also if it arrived after the sheet was saved', () => {
      for (const means of ['own', 'manual'] as const)
        expect(verdict({ checkIns: [checkIn], marks: [{ ...sheet, means }] })).toEqual([
          'on_time',
          at('08:50'),
          null,
        ]);
    });

    it('counts the sheet once the check-in or the correction is taken back', () => {
      const marks = [{ ...sheet, means: 'own' as const }];
      expect(verdict({ marks })).toEqual(['on_time', at('09:00'), null]);
      const later = { ...checkIn, at: at('12:00') };
      expect(verdict({ marks, checkIns: [later] })).toEqual(['on_time', at('09:00'), at('12:00')]);
      const correction = { wanted: 'present', time: localTime('08:50') } as const;
      expect(verdict({ marks, correction })).toEqual(['on_time', at('08:50'), null]);
    });

    it('counts both where they differ, and in marks of earlier versions', () => {
      const late = mark('late', '09:00', { ...sheet, status: 'late', seenAt: at('09:20') });
      expect(verdict({ checkIns: [checkIn], marks: [late] })).toEqual(['on_time', at('08:50'), at('09:20')]);
      const old = { ...sheet, classEnd: null };
      expect(verdict({ checkIns: [checkIn], marks: [old] })).toEqual(['on_time', at('08:50'), at('09:00')]);
      expect(verdict({ marks: [{ ...old, means: 'own', seenAt: null }] })).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    });
  });

  it('excuses for a leave on the day of registration, and on no day before', () => {
    const leaveNotedAt = at('08:00');
    expect(derive({ leaveNotedAt, registeredOn: date })?.status).toBe('excused');
    expect(derive({ leaveNotedAt, registeredOn: addDays(date, 1) })).toBeNull();
  });

  it('makes somebody late whom a class marked late within the grace period', () => {
    expect(derive({ marks: [mark('late', '09:00', { seenAt: at('09:05') })] })?.status).toBe('late');
  });

  it('uses the frame of a closed day, not the calendar and the rule of now', () => {
    const closing = { at: at('10:00'), calendar: 'open' as const, rule: DEFAULT_TIME_SETTINGS };
    const changed: InstitutionDay = {
      ...institution,
      workingDays: [],
      isHoliday: true,
      rule: { ...DEFAULT_TIME_SETTINGS, autoAbsentMinutes: 0 },
      closing,
    };
    expect(derive({}, changed)?.status).toBe('absent');
    expect(derive({}, { ...institution, closing: { ...closing, calendar: 'holiday' } })).toBeNull();
  });
});
