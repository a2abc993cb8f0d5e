import { describe, expect, it } from 'vitest';
import {
  afterSave,
  checkInAfterAbsence,
  type Edits,
  excuseShown,
  markRest,
  marksToSave,
  originOf,
  type SheetEntry,
  savedByOther,
  shownStatus,
  tallyOf,
  withEdit,
} from './class-sheet.rules.ts';

const entry = (user_id: string, change: Partial<SheetEntry> = {}): SheetEntry => ({
  user_id,
  name: user_id,
  type: 'student',
  class_section: null,
  has_face_data: true,
  status: 'unknown',
  punctuality: null,
  time: null,
  mark: null,
  excuse: null,
  is_own: false,
  proposal: null,
  ...change,
});
const photo = { status: 'present', means: 'class_photo', time: '09:05' } as const;
const saved = { status: 'absent', means: 'manual' } as const;
const NONE: Edits = {};

describe('class sheet rules', () => {
  it('shows an unsaved edit first, then the saved mark, then the proposal', () => {
    const seen = entry('A', { proposal: photo });
    expect([shownStatus(seen, NONE), originOf(seen, NONE)]).toEqual(['present', 'photo']);
    const both = entry('A', { proposal: photo, mark: saved });
    expect([shownStatus(both, NONE), originOf(both, NONE)]).toEqual(['absent', 'savedHand']);
    const edits = withEdit(NONE, both, 'excused');
    expect([shownStatus(both, edits), originOf(both, edits)]).toEqual(['excused', 'hand']);
    expect([shownStatus(entry('A'), NONE), originOf(entry('A'), NONE)]).toEqual([null, null]);
  });

  it('sends only the marks that differ from the saved ones', () => {
    const roster = [
      entry('A', { proposal: photo }),
      entry('B', { mark: saved }),
      entry('C'),
      entry('D', { mark: saved }),
    ];
    const edits = withEdit(NONE, entry('D', { mark: saved }), 'late');
    expect(marksToSave(roster, edits)).toEqual([
      { user_id: 'A', status: 'present' },
      { user_id: 'D', status: 'late' },
    ]);
    expect(tallyOf(roster, edits)).toEqual({
      counts: { present: 1, late: 1, absent: 1, excused: 0 },
      open: 1,
      unsaved: 2,
    });
  });

  it('marks only students without a status absent', () => {
    const roster = [entry('A', { proposal: photo }), entry('B')];
    for (const status of ['absent', 'present'] as const)
      expect(markRest(roster, NONE, status)).toEqual({ B: { status, savedBefore: null } });
  });

  it('offers a check-in made after the student was saved as absent', () => {
    const late = { status: 'late', means: 'own', time: '09:40' } as const;
    expect(checkInAfterAbsence(entry('A', { mark: saved, proposal: late }), NONE)).toEqual(late);
    expect(checkInAfterAbsence(entry('A', { proposal: late }), NONE)).toBeNull();
  });

  it('returns what somebody else saved after an edit was made', () => {
    const edits = withEdit(NONE, entry('A'), 'present');
    expect(savedByOther(entry('A', { mark: saved }), edits)).toBe('absent');
    expect(savedByOther(entry('A', { mark: { ...saved, status: 'present' } }), edits)).toBeNull();
    expect(savedByOther(entry('A'), edits)).toBeNull();
  });

  it('keeps the edits that were made while the sheet was being saved', () => {
    const edits = {
      ada: { status: 'present', savedBefore: null },
      bob: { status: 'absent', savedBefore: null },
      cleo: { status: 'late', savedBefore: null },
    } as const;
    const saved = [
      { user_id: 'ada', status: 'present' },
      { user_id: 'cleo', status: 'present' },
    ] as const;
    expect(afterSave(edits, saved)).toEqual({
      bob: { status: 'absent', savedBefore: null },
      cleo: { status: 'late', savedBefore: 'present' },
    });
  });
});

it('shows the reason of an excuse that comes from the day, not of one chosen on the sheet', () => {
  const proposal = { status: 'excused', means: 'own', time: null } as const;
  const excused = entry('A', { proposal, excuse: 'Fever' });
  expect(excuseShown(excused, originOf(excused, {}) ?? 'hand')).toBe('Fever');
  const savedOne = entry('A', { mark: { status: 'excused', means: 'own' }, excuse: 'Fever' });
  expect(excuseShown(savedOne, 'savedOwn')).toBe('Fever');
  expect(excuseShown(savedOne, 'savedHand')).toBeNull();
});

it('sends no mark for the own entry and gives it none with the rest', () => {
  const own = entry('ME', { is_own: true, proposal: photo });
  expect(marksToSave([own, entry('A', { proposal: photo })], NONE)).toEqual([
    { user_id: 'A', status: 'present' },
  ]);
  expect(tallyOf([own], withEdit(NONE, own, 'late')).unsaved).toBe(0);
  expect(Object.keys(markRest([entry('ME', { is_own: true }), entry('A')], NONE, 'absent'))).toEqual(['A']);
});
