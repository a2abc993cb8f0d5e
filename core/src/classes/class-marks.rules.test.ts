import { describe, expect, it } from 'vitest';
import { DEFAULT_TIME_SETTINGS } from '../settings/settings.rules.ts';
import { localDate, localTime } from '../time/local-date.ts';
import { createZone } from '../time/zone.ts';
import { classRule, markOf, proposalFor } from './class-marks.rules.ts';
import type { MarkStatus, SheetEntry } from './class-marks.types.ts';

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
  ...change,
});
const seen = (time: string) => entry({ sighting: { seenAt: at(time), score: 0.7 } });
const came = (time: string) => entry({ own: { seenAt: at(time), isExcused: false } });

describe('the rule of a class', () => {
  it('moves with its start when the class begins after the institution does', () => {
    expect(rule).toMatchObject({ startTime: '11:00', graceMinutes: 15, cutoffTime: '11:30' });
  });

  it('is the institution’s for a class that begins with it, or before', () => {
    expect(classRule(DEFAULT_TIME_SETTINGS, slot('08:00', '10:00'))).toBe(DEFAULT_TIME_SETTINGS);
  });

  it('ends with the day', () => {
    expect(classRule(DEFAULT_TIME_SETTINGS, slot('23:45', '23:59')).cutoffTime).toBe('23:59');
  });
});

describe('what the sheet proposes', () => {
  it.each<[string, SheetEntry, MarkStatus | undefined]>([
    ['a face in a photo within the grace', seen('11:15'), 'present'],
    ['a face in a photo after it', seen('11:16'), 'late'],
    ['a face in a photo brought when the class was over', seen('14:00'), 'present'],
    ['an own check-in in the morning', came('08:50'), 'present'],
    ['an own check-in during the class', came('11:40'), 'late'],
    ['leave', entry({ own: { seenAt: null, isExcused: true } }), 'excused'],
    ['nothing', entry(), undefined],
  ])('%s', (_, given, expected) => {
    expect(proposalFor(given, rule, ELEVEN, zone)?.status).toBe(expected);
  });
});

describe('a mark', () => {
  const mark = (given: SheetEntry, status: MarkStatus, now: string) => {
    const { seenAt, ...rest } = markOf({ entry: given, status, rule, slot: ELEVEN, zone, now: at(now) });
    return { ...rest, time: seenAt && zone.timeOf(seenAt) };
  };

  it('by a photo counts from when the photo was taken, with the server’s own score', () => {
    expect(mark(seen('11:05'), 'present', '11:20')).toEqual({
      status: 'present',
      means: 'class_photo',
      score: 0.7,
      time: '11:05',
    });
  });

  it('by hand counts from now while the class is young', () => {
    expect(mark(entry(), 'present', '11:10')).toMatchObject({ means: 'manual', score: null, time: '11:10' });
  });

  it('of "present" counts from the start however late it is made, of "late" never after the end', () => {
    expect(mark(entry(), 'present', '15:00').time).toBe('11:00');
    expect(mark(seen('14:00'), 'present', '15:00').time).toBe('11:00');
    expect(mark(entry(), 'late', '11:40').time).toBe('11:40');
    expect(mark(entry(), 'late', '15:00').time).toBe('12:30');
  });

  it('that repeats what the person’s own check-in says adds no second sighting', () => {
    expect(mark(came('08:50'), 'present', '11:10')).toMatchObject({ means: 'own', time: null });
    expect(mark(came('11:40'), 'present', '11:50')).toMatchObject({ means: 'manual', time: '11:00' });
  });

  it('of someone missing says so by hand, whatever a photo showed', () => {
    expect(mark(seen('11:05'), 'absent', '11:20')).toMatchObject({
      means: 'manual',
      score: null,
      time: null,
    });
  });
});
