import { describe, expect, it } from 'vitest';
import type { ClassPicture } from './class-attendance.queries.ts';
import { NO_PICTURE, type PictureEvent, pictureReducer } from './class-picture.reducer.ts';

const picture: ClassPicture = { width: 10, height: 10, faces: [], seen_as: 'present', not_compared: [] };
const stateAfter = (...events: PictureEvent[]) => events.reduce(pictureReducer, NO_PICTURE);

describe('a picture of the class', () => {
  it('is looked at, then shows who is on it', () => {
    expect(stateAfter({ type: 'chosen', image: 'a' })).toEqual({ step: 'looking', image: 'a' });
    expect(stateAfter({ type: 'chosen', image: 'a' }, { type: 'seen', image: 'a', picture })).toMatchObject({
      step: 'seen',
      picture,
    });
  });

  it('ignores the answer about a picture that was replaced', () => {
    const events: PictureEvent[] = [
      { type: 'chosen', image: 'a' },
      { type: 'chosen', image: 'b' },
    ];
    expect(stateAfter(...events, { type: 'seen', image: 'a', picture })).toEqual({
      step: 'looking',
      image: 'b',
    });
    expect(stateAfter(...events, { type: 'failed', image: 'a' })).toEqual({ step: 'looking', image: 'b' });
  });

  it('remembers who an unsure face was said to be, until that is taken back', () => {
    const seen: PictureEvent[] = [
      { type: 'chosen', image: 'a' },
      { type: 'seen', image: 'a', picture },
      { type: 'said', face: 2, user: 'P-1' },
    ];
    expect(stateAfter(...seen)).toMatchObject({ choices: { 2: 'P-1' } });
    expect(stateAfter(...seen, { type: 'unsaid', face: 2 })).toMatchObject({ choices: {} });
  });

  it('goes when it cannot be opened or the check fails', () => {
    expect(stateAfter({ type: 'unreadable' })).toEqual({ step: 'unreadable' });
    expect(stateAfter({ type: 'chosen', image: 'a' }, { type: 'failed', image: 'a' })).toEqual(NO_PICTURE);
  });
});
