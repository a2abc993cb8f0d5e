import { describe, expect, it } from 'vitest';
import type { ArchiveFacts, UploadedArchive } from './restore.queries.ts';
import { type RestoreEvent, type RestoreState, restoreReducer, START } from './restore.reducer.ts';

const archive = (needs_passphrase: boolean): UploadedArchive => ({
  upload: 'upload-1.rollcall',
  institution: 'Hill School',
  created_at: '2026-03-02T04:15:00Z',
  needs_passphrase,
});
const facts: ArchiveFacts = {
  institution: 'Hill School',
  created_at: '2026-03-02T04:15:00Z',
  schema: 4,
  rows: 3,
  counts: { people: 3 },
  people_with_faces: 0,
  faces_restored: 0,
  removed_again: { erased: 0, deleted: 0, ids: [] },
  consents_withdrawn_again: 0,
  admin_password_changes: false,
};
const reached = (...events: readonly RestoreEvent[]): RestoreState => events.reduce(restoreReducer, START);
const chosen = { type: 'chosen', name: 'x.rollcall' } as const;
const refused = { type: 'refused', error: 'no' } as const;

describe('a restore', () => {
  it('asks for a passphrase only where one is needed', () => {
    expect(reached(chosen, { type: 'uploaded', archive: archive(true) }).step).toBe('locked');
    expect(reached(chosen, { type: 'uploaded', archive: archive(false) }).step).toBe('reading');
  });

  it('asks again after a wrong passphrase, and for another file when that cannot help', () => {
    const locked = [chosen, { type: 'uploaded', archive: archive(true) }, { type: 'unlock' }] as const;
    expect(reached(...locked, refused)).toMatchObject({ step: 'locked', refusal: 'no' });
    expect(reached(chosen, { type: 'uploaded', archive: archive(false) }, refused)).toMatchObject({
      step: 'choose',
      refusal: 'no',
    });
  });

  it('cannot be confirmed before the whole file was read', () => {
    const reading = [chosen, { type: 'uploaded', archive: archive(false) }] as const;
    expect(reached({ type: 'confirmed' }).step).toBe('choose');
    expect(reached(...reading, { type: 'confirmed' }).step).toBe('reading');
    const read = { type: 'read', facts, passphrase: null } as const;
    expect(reached(...reading, read, { type: 'confirmed' }).step).toBe('restoring');
    expect(reached(...reading, read, { type: 'confirmed' }, { type: 'startOver' }).step).toBe('restoring');
    expect(reached(...reading, read, { type: 'confirmed' }, refused)).toMatchObject({ step: 'read', facts });
    expect(reached(...reading, read, { type: 'confirmed' }, { type: 'restored', facts }).step).toBe(
      'restored',
    );
  });
});
