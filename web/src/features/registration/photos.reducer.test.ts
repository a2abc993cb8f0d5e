import { describe, expect, it } from 'vitest';
import {
  COUNTDOWN_S,
  isFilming,
  NO_PHOTOS,
  type PhotosEvent,
  type PhotosState,
  photosReducer,
} from './photos.reducer.ts';

const play = (events: readonly PhotosEvent[], from: PhotosState = NO_PHOTOS) =>
  events.reduce(photosReducer, from);
const count: PhotosEvent[] = Array.from({ length: COUNTDOWN_S }, () => ({ type: 'second' }));
const take = (jpeg: string): PhotosEvent[] => [...count, { type: 'taken', jpeg }];
const on: PhotosEvent[] = [{ type: 'start' }, { type: 'camera-ready' }];
const three = [
  ...on,
  ...take('a'),
  { type: 'rested' },
  ...take('b'),
  { type: 'rested' },
  ...take('c'),
] as const;
const review = play([...three, { type: 'rested' }]);
const failure = { text: 'no', duplicateOf: null };

describe('taking three photos', () => {
  it('counts down from three before each, and rests after each', () => {
    const first = play(on);
    expect(first).toMatchObject({ step: 'counting', slot: 0, left: 3 });
    expect(play([{ type: 'second' }, { type: 'second' }], first)).toMatchObject({ left: 1 });
    expect(play(take('a'), first)).toMatchObject({ step: 'resting', slot: 0 });
    expect(play([...take('a'), { type: 'rested' }], first)).toMatchObject({
      step: 'counting',
      slot: 1,
      left: 3,
    });
  });

  it('takes nothing before the countdown is over', () => {
    const first = play(on);
    expect(play([{ type: 'second' }, { type: 'taken', jpeg: 'x' }], first)).toMatchObject({
      step: 'counting',
      photos: [null, null, null],
    });
  });

  it('ends with three, and the camera off', () => {
    expect(review).toMatchObject({ step: 'review', photos: [{ jpeg: 'a' }, { jpeg: 'b' }, { jpeg: 'c' }] });
    expect(isFilming(review)).toBe(false);
  });

  it('keeps each verdict with its own photo, however late it comes', () => {
    const judged = play([{ type: 'judged', jpeg: 'b', verdict: { kind: 'poor', text: 'dark' } }], review);
    expect(judged.photos.map((photo) => photo?.verdict.kind)).toEqual(['checking', 'poor', 'checking']);
    expect(play([{ type: 'judged', jpeg: 'z', verdict: { kind: 'good' } }], review)).toEqual(review);
  });

  it('takes one again and leaves the others alone', () => {
    const again = play([{ type: 'retake', slot: 1 }, { type: 'camera-ready' }, ...take('B')], review);
    expect(again).toMatchObject({ step: 'resting', slot: 1 });
    expect(play([{ type: 'rested' }], again)).toMatchObject({
      step: 'review',
      photos: [{ jpeg: 'a' }, { jpeg: 'B' }, { jpeg: 'c' }],
    });
  });

  it('keeps what it has when the camera goes', () => {
    const lost = play([...on, ...take('a'), { type: 'camera-lost' }]);
    expect(lost).toMatchObject({ step: 'idle', photos: [{ jpeg: 'a' }, null, null] });
    expect(play([{ type: 'start' }, { type: 'camera-ready' }], lost)).toMatchObject({ slot: 1 });
    expect(play([{ type: 'retake', slot: 0 }, { type: 'camera-lost' }], review)).toEqual(review);
  });

  it('uploads exactly three, once', () => {
    expect(play([{ type: 'upload' }], play([...on, ...take('a')])).step).toBe('resting');
    const uploading = play([{ type: 'upload' }], review);
    expect(uploading).toMatchObject({ step: 'uploading', done: 0 });
    expect(play([{ type: 'uploaded', done: 2 }, { type: 'clear' }], uploading)).toMatchObject({ done: 2 });
  });

  it('clears everything on Try Again, and can send the same photos again for a look-alike', () => {
    const failed = play([{ type: 'upload' }, { type: 'failed', failure }], review);
    expect(failed).toMatchObject({ step: 'failed', failure });
    expect(play([{ type: 'clear' }], failed)).toEqual(NO_PHOTOS);
    expect(play([{ type: 'upload' }], failed).step).toBe('uploading');
  });
});
