import { describe, expect, it } from 'vitest';
import type { IdentifiedPhoto } from '../attendance/class-attendance.queries.ts';
import { NO_PHOTO, type PhotoEvent, photoReducer } from './class-photo.reducer.ts';

const photo: IdentifiedPhoto = { width: 10, height: 10, faces: [], seen_as: 'present', not_compared: [] };
const stateAfter = (...events: PhotoEvent[]) => events.reduce(photoReducer, NO_PHOTO);

describe('class photo state', () => {
  it('goes from identifying to identified', () => {
    expect(stateAfter({ type: 'chosen', image: 'a' })).toEqual({ step: 'identifying', image: 'a' });
    expect(
      stateAfter({ type: 'chosen', image: 'a' }, { type: 'identified', image: 'a', photo }),
    ).toMatchObject({
      step: 'identified',
      photo,
    });
  });

  it('ignores the answer about a photo that was replaced', () => {
    const events: PhotoEvent[] = [
      { type: 'chosen', image: 'a' },
      { type: 'chosen', image: 'b' },
    ];
    expect(stateAfter(...events, { type: 'identified', image: 'a', photo })).toEqual({
      step: 'identifying',
      image: 'b',
    });
    expect(stateAfter(...events, { type: 'failed', image: 'a' })).toEqual({
      step: 'identifying',
      image: 'b',
    });
  });

  it('keeps who an unsure face was assigned to, until that is undone', () => {
    const events: PhotoEvent[] = [
      { type: 'chosen', image: 'a' },
      { type: 'identified', image: 'a', photo },
      { type: 'assigned', face: 2, user: 'P-1' },
    ];
    expect(stateAfter(...events)).toMatchObject({ assignments: { 2: 'P-1' } });
    expect(stateAfter(...events, { type: 'unassigned', face: 2 })).toMatchObject({ assignments: {} });
  });

  it('is removed when the file cannot be read or identification fails', () => {
    expect(stateAfter({ type: 'unreadable' })).toEqual({ step: 'unreadable' });
    expect(stateAfter({ type: 'chosen', image: 'a' }, { type: 'failed', image: 'a' })).toEqual(NO_PHOTO);
  });
});
