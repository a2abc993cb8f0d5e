import { describe, expect, it } from 'vitest';
import { localDate, localTime } from '../kernel/local-date.ts';
import { createZone } from '../kernel/zones/zone-data.ts';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import { classRule, dayRuleOfClass, markOf, proposalFor } from './classes.rules.ts';
import type { MarkStatus, SheetEntry } from './classes.types.ts';

const zone = createZone('Asia/Kathmandu');
const at = (time: string) => zone.instantOf(localDate('2026-03-02'), localTime(time));
const slot = (from: string, to: string) => ({ startTime: localTime(from), endTime: localTime(to) });
const ELEVEN = slot('11:00', '12:30');
const rule = classRule(DEFAULT_TIME_SETTINGS, ELEVEN);

const entry = (change: Partial<SheetEntry> = {}): SheetEntry => ({
  personId: 1,
  code: 'A',
  name: 'A',
  kind: 'student',
  classSection: null,
  hasFaceData: true,
  status: null,
  firstIn: null,
  mark: null,
  sighting: null,
  own: { seenAt: null, isExcused: false },
  excuse: null,
  ...change,
});
const inPhoto = (time: string) => entry({ sighting: { seenAt: at(time), score: 0.7 } });
const checkedIn = (time: string) => entry({ own: { seenAt: at(time), isExcused: false } });

describe('classRule', () => {
  it('shifts the rule to the start of a class that begins after the institution', () => {
    expect(rule).toMatchObject({ startTime: '11:00', graceMinutes: 15, cutoffTime: '11:30' });
  });

  it('shifts the rule back for a class that begins before the institution', () => {
    const early = classRule(DEFAULT_TIME_SETTINGS, slot('08:00', '08:50'));
    expect(early).toMatchObject({ startTime: '08:00', graceMinutes: 15, cutoffTime: '08:30' });
    expect(proposalFor(checkedIn('08:20'), early, slot('08:00', '08:50'), zone)?.status).toBe('late');
  });

  it('does not make the day stricter than the institution does', () => {
    expect(dayRuleOfClass(DEFAULT_TIME_SETTINGS, slot('08:00', '08:50'))).toBe(DEFAULT_TIME_SETTINGS);
    expect(dayRuleOfClass(DEFAULT_TIME_SETTINGS, ELEVEN)).toEqual(rule);
  });

  it('limits the cutoff to the end of the day', () => {
    expect(classRule(DEFAULT_TIME_SETTINGS, slot('23:45', '23:59')).cutoffTime).toBe('23:59');
  });
});

describe('proposalFor', () => {
  it.each<[string, SheetEntry, MarkStatus | undefined]>([
    ['a face in a photo within the grace', inPhoto('11:15'), 'present'],
    ['a face in a photo after the grace', inPhoto('11:16'), 'late'],
    ['a face in a photo uploaded after the class', inPhoto('14:00'), 'present'],
    ['a check-in before the class', checkedIn('08:50'), 'present'],
    ['a check-in after the grace', checkedIn('11:40'), 'late'],
    ['a check-in in the last minute of the class', checkedIn('12:30'), 'late'],
    ['a check-in after the class', checkedIn('12:31'), undefined],
    ['leave', entry({ own: { seenAt: null, isExcused: true } }), 'excused'],
    ['nothing', entry(), undefined],
  ])('%s', (_, given, expected) => {
    expect(proposalFor(given, rule, ELEVEN, zone)?.status).toBe(expected);
  });
});

describe('markOf', () => {
  const mark = (given: SheetEntry, status: MarkStatus, now: string) => {
    const { seenAt, ...rest } = markOf({ entry: given, status, rule, slot: ELEVEN, zone, now: at(now) });
    return { ...rest, time: seenAt && zone.timeOf(seenAt) };
  };

  it('takes time and score of the photo in which the face was recognised', () => {
    expect(mark(inPhoto('11:05'), 'present', '11:20')).toEqual({
      status: 'present',
      means: 'class_photo',
      score: 0.7,
      time: '11:05',
    });
  });

  it('takes the current time for a mark by hand within the grace', () => {
    expect(mark(entry(), 'present', '11:10')).toMatchObject({ means: 'manual', score: null, time: '11:10' });
  });

  it('limits the time: a later "present" counts from the start, "late" after the class is just late', () => {
    expect(mark(entry(), 'present', '15:00').time).toBe('11:00');
    expect(mark(inPhoto('14:00'), 'present', '15:00').time).toBe('11:00');
    expect(mark(entry(), 'late', '11:40').time).toBe('11:40');
    expect(mark(entry(), 'late', '15:00').time).toBe('11:16');
    expect(mark(entry(), 'late', '11:05').time).toBe('11:05');
  });

  it('says so if the mark agrees with the check-in, and when the class saw the person', () => {
    expect(mark(checkedIn('08:50'), 'present', '11:10')).toMatchObject({
      means: 'own',
      time: '11:10',
    });
    expect(mark(checkedIn('11:40'), 'present', '11:50')).toMatchObject({ means: 'manual', time: '11:00' });
  });

  it('ignores the photo if the mark says absent', () => {
    expect(mark(inPhoto('11:05'), 'absent', '11:20')).toMatchObject({
      means: 'manual',
      score: null,
      time: null,
    });
  });
});
