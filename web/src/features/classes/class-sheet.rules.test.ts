import { describe, expect, it } from 'vitest';
import {
  cameSince,
  type Edits,
  edited,
  marksToSave,
  originOf,
  restAbsent,
  type SheetEntry,
  savedMeanwhile,
  shownStatus,
  tallyOf,
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
  proposal: null,
  ...change,
});
const photo = { status: 'present', means: 'class_photo', time: '09:05' } as const;
const saved = { status: 'absent', means: 'manual' } as const;
const NONE: Edits = {};

describe('the sheet of a class', () => {
  it('shows the hand’s word first, then what was saved, then what is proposed', () => {
    const seen = entry('A', { proposal: photo });
    expect([shownStatus(seen, NONE), originOf(seen, NONE)]).toEqual(['present', 'photo']);
    const both = entry('A', { proposal: photo, mark: saved });
    expect([shownStatus(both, NONE), originOf(both, NONE)]).toEqual(['absent', 'savedHand']);
    const edits = edited(NONE, both, 'excused');
    expect([shownStatus(both, edits), originOf(both, edits)]).toEqual(['excused', 'hand']);
    expect([shownStatus(entry('A'), NONE), originOf(entry('A'), NONE)]).toEqual([null, null]);
  });

  it('sends only what differs from what is saved', () => {
    const roster = [
      entry('A', { proposal: photo }),
      entry('B', { mark: saved }),
      entry('C'),
      entry('D', { mark: saved }),
    ];
    const edits = edited(NONE, entry('D', { mark: saved }), 'late');
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

  it('marks only those absent of whom nothing is known', () => {
    const roster = [entry('A', { proposal: photo }), entry('B')];
    expect(restAbsent(roster, NONE)).toEqual({ B: { status: 'absent', over: null } });
  });

  it('offers to take over a check-in that came after it called someone absent', () => {
    const late = { status: 'late', means: 'own', time: '09:40' } as const;
    expect(cameSince(entry('A', { mark: saved, proposal: late }), NONE)).toEqual(late);
    expect(cameSince(entry('A', { proposal: late }), NONE)).toBeNull();
  });

  it('says what somebody else saved since a hand was laid on it', () => {
    const edits = edited(NONE, entry('A'), 'present');
    expect(savedMeanwhile(entry('A', { mark: saved }), edits)).toBe('absent');
    expect(savedMeanwhile(entry('A', { mark: { ...saved, status: 'present' } }), edits)).toBeNull();
    expect(savedMeanwhile(entry('A'), edits)).toBeNull();
  });
});
