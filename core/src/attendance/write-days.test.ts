import { describe, expect, it } from 'vitest';
import type { ClassMark } from '../classes/classes.types.ts';
import { localDate, localTime } from '../kernel/local-date.ts';
import { createZone } from '../kernel/zone-data.ts';
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
  deriveDay(factsOf(day, person(change)), zone);

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
