import { describe, expect, it } from 'vitest';
import {
  type CaptureEvent,
  type CaptureState,
  captureReducer,
  firstCapture,
  isFilming,
  NO_PHOTOS,
  outcomeOf,
  PACE,
  photosTaken,
  type Slots,
} from './face-capture.reducer.ts';

const failure = { text: 'no', duplicateOf: null };

describe('photos with a countdown', () => {
  const first = firstCapture('countdown');
  const play = (events: readonly CaptureEvent[], from: CaptureState = first) =>
    events.reduce(captureReducer('countdown'), from);
  const count: CaptureEvent[] = Array.from({ length: PACE.countdown.ticks }, () => ({ type: 'tick' }));
  const take = (jpeg: string): CaptureEvent[] => [...count, { type: 'taken', jpeg }];
  const seen: CaptureEvent = { type: 'face-seen' };
  const on: CaptureEvent[] = [{ type: 'start' }, { type: 'camera-ready' }, seen];
  const jpegs = ['a', 'b', 'c', 'd', 'e'];
  const all = [
    ...on,
    ...jpegs.flatMap((jpeg): CaptureEvent[] =>
      jpeg === 'e' ? take(jpeg) : [...take(jpeg), { type: 'pause-over' }, seen],
    ),
  ];
  const review = play([...all, { type: 'pause-over' }]);

  it('counts down from three before each photo and pauses after each', () => {
    const counting = play(on);
    expect(counting).toMatchObject({ step: 'counting', slot: 0, left: 3 });
    expect(play([{ type: 'tick' }, { type: 'tick' }], counting)).toMatchObject({ left: 1 });
    expect(play(take('a'), counting)).toMatchObject({ step: 'pausing', slot: 0 });
    expect(play([...take('a'), { type: 'pause-over' }, seen], counting)).toMatchObject({
      step: 'counting',
      slot: 1,
      left: 3,
    });
  });

  it('waits for a face before each countdown, and starts it again when the face is lost', () => {
    const framing = play([{ type: 'start' }, { type: 'camera-ready' }]);
    expect(framing).toMatchObject({ step: 'framing', slot: 0 });
    expect(play([{ type: 'tick' }, { type: 'taken', jpeg: 'x' }], framing)).toEqual(framing);
    expect(play([seen, { type: 'tick' }, { type: 'face-lost' }], framing)).toEqual(framing);
    // The photo that is due is taken, whatever was seen last.
    expect(play([seen, ...count, { type: 'face-lost' }], framing)).toMatchObject({ left: 0 });
  });

  it('takes no photo before the countdown is over', () => {
    const counting = play(on);
    expect(play([{ type: 'tick' }, { type: 'taken', jpeg: 'x' }], counting)).toMatchObject({
      step: 'counting',
      photos: NO_PHOTOS,
    });
  });

  it('ends with five photos and the camera off', () => {
    expect(review).toMatchObject({ step: 'review', photos: jpegs.map((jpeg) => ({ jpeg })) });
    expect(isFilming(review)).toBe(false);
  });

  it('keeps each verdict with its own photo, however late it arrives', () => {
    const checked = play([{ type: 'checked', jpeg: 'b', verdict: { kind: 'poor', text: 'dark' } }], review);
    expect(checked.photos.map((photo) => photo?.verdict.kind)).toEqual([
      'checking',
      'poor',
      'checking',
      'checking',
      'checking',
    ]);
    expect(play([{ type: 'checked', jpeg: 'z', verdict: { kind: 'good' } }], review)).toEqual(review);
  });

  it('retakes one photo and keeps the others', () => {
    const again = play([{ type: 'retake', slot: 1 }, { type: 'camera-ready' }, seen, ...take('B')], review);
    expect(again).toMatchObject({ step: 'pausing', slot: 1 });
    expect(play([{ type: 'pause-over' }], again)).toMatchObject({
      step: 'review',
      photos: ['a', 'B', 'c', 'd', 'e'].map((jpeg) => ({ jpeg })),
    });
  });

  it.each(['camera-paused', 'camera-failed'] as const)('keeps the photos taken before %s', (type) => {
    const lost = play([...on, ...take('a'), { type }]);
    expect(lost).toMatchObject({ step: 'idle', photos: [{ jpeg: 'a' }, null, null, null, null] });
    expect(play([{ type: 'start' }, { type: 'camera-ready' }], lost)).toMatchObject({ slot: 1 });
    expect(play([{ type: 'retake', slot: 0 }, { type }], review)).toEqual(review);
  });

  it('uploads exactly five photos, once', () => {
    expect(play([{ type: 'upload' }], play([...on, ...take('a')])).step).toBe('pausing');
    const uploading = play([{ type: 'upload' }], review);
    expect(uploading).toMatchObject({ step: 'uploading', done: 0 });
    expect(play([{ type: 'uploaded', done: 2 }, { type: 'clear' }], uploading)).toMatchObject({ done: 2 });
  });

  it('clears the photos on Try Again, and can send them again for a look-alike', () => {
    const failed = play([{ type: 'upload' }, { type: 'failed', failure }], review);
    expect(failed).toMatchObject({ step: 'failed', failure });
    expect(play([{ type: 'clear' }], failed)).toEqual(first);
    expect(play([{ type: 'upload' }], failed).step).toBe('uploading');
  });
});

describe('photos in a burst', () => {
  const photos = (...jpegs: readonly (string | null)[]): Slots =>
    jpegs.map((jpeg) => (jpeg === null ? null : { jpeg, verdict: { kind: 'unknown' } }));
  const starting = firstCapture('burst');
  const idle: CaptureState = { step: 'idle', photos: NO_PHOTOS };
  const ready: CaptureState = { step: 'ready', photos: NO_PHOTOS };
  const one: CaptureState = {
    step: 'counting',
    photos: photos('a', null, null, null, null),
    slot: 1,
    left: 0,
  };
  const two: CaptureState = {
    step: 'counting',
    photos: photos('a', 'b', null, null, null),
    slot: 2,
    left: 1,
  };
  const four = photos('a', 'b', 'c', 'd', null);
  const last: CaptureState = { step: 'counting', photos: four, slot: 4, left: 0 };
  const uploading: CaptureState = { step: 'uploading', photos: photos('a', 'b', 'c', 'd', 'e'), done: 0 };
  const failed: CaptureState = { step: 'failed', photos: photos('a', 'b', 'c', 'd', 'e'), failure };

  const TABLE: readonly [string, CaptureState, CaptureEvent, CaptureState][] = [
    ['is ready once the camera is', starting, { type: 'camera-ready' }, ready],
    ['offers to try again when the camera fails', starting, { type: 'camera-failed' }, idle],
    ['starts the camera again when asked', idle, { type: 'start' }, starting],
    ['captures only when ready', starting, { type: 'capture' }, starting],
    [
      'begins without photos',
      ready,
      { type: 'capture' },
      { step: 'counting', photos: NO_PHOTOS, slot: 0, left: 1 },
    ],
    ['waits one tick before each photo', two, { type: 'tick' }, { ...two, left: 0 }],
    ['takes no photo before the tick', two, { type: 'taken', jpeg: 'c' }, two],
    ['continues after each photo', one, { type: 'taken', jpeg: 'b' }, two],
    ['uploads five photos', last, { type: 'taken', jpeg: 'e' }, uploading],
    ['takes no sixth photo', uploading, { type: 'taken', jpeg: 'f' }, uploading],
    ['shows why the upload failed', uploading, { type: 'failed', failure }, failed],
    [
      'fails without a camera frame',
      last,
      { type: 'failed', failure },
      { step: 'failed', photos: four, failure },
    ],
    ['is ready again after a failure', failed, { type: 'clear' }, ready],
    ['sends the same photos for a look-alike', failed, { type: 'upload' }, uploading],
    ['starts over when the page was hidden', two, { type: 'camera-paused' }, starting],
    ['waits for the answer when the camera fails', uploading, { type: 'camera-failed' }, uploading],
  ];
  it.each(TABLE)('%s', (_, before, event, after) => {
    expect(captureReducer('burst')(before, event)).toEqual(after);
  });

  it('counts from 0 to 5', () => {
    expect([ready, two, uploading].map(photosTaken)).toEqual([0, 2, 5]);
  });
});

describe('upload outcome', () => {
  const yes = { success: true, message: 'ok', duplicate_of: null };
  const no = (message: string, duplicate_of: { id: string; name: string } | null = null) => ({
    success: false,
    message,
    duplicate_of,
  });
  const twin = { id: 'S2', name: 'Ada' };

  it('registers a face if at least one photo was accepted', () => {
    expect(outcomeOf([yes, yes, yes], '')).toEqual({ kind: 'registered', accepted: 3 });
    expect(outcomeOf([no('dark'), no('dark'), yes], '')).toEqual({ kind: 'registered', accepted: 1 });
  });

  it('gives the first reason when none was accepted', () => {
    expect(outcomeOf([no('dark'), no('blurred'), no('dark')], 'x')).toEqual({
      kind: 'refused',
      failure: { text: 'dark', duplicateOf: null },
    });
  });

  it('names the person with the same face before any other reason', () => {
    expect(outcomeOf([no('dark'), no('already Ada', twin), no('dark')], 'x')).toEqual({
      kind: 'refused',
      failure: { text: 'already Ada', duplicateOf: twin },
    });
  });

  it('uses the fallback when the server sent no message', () => {
    expect(outcomeOf([no(''), no(''), no('')], 'Face registration failed. Please try again.')).toMatchObject({
      failure: { text: 'Face registration failed. Please try again.' },
    });
  });
});
