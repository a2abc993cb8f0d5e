import { describe, expect, it } from 'vitest';
import {
  type CaptureEvent,
  type CaptureState,
  CHECKING,
  captureReducer,
  progressOf,
} from './capture-face.reducer.ts';

const failure = { text: 'no', duplicateOf: null };
const ready: CaptureState = { step: 'ready' };
const two: CaptureState = { step: 'capturing', images: ['a', 'b'] };
const sending: CaptureState = { step: 'sending', images: ['a', 'b', 'c'] };
const error: CaptureState = { step: 'error', images: ['a', 'b', 'c'], failure };
const denied: CaptureState = { step: 'no-camera', problem: 'denied' };

const TABLE: readonly [string, CaptureState, CaptureEvent, CaptureState][] = [
  ['is ready once the camera is', CHECKING, { type: 'camera-ready' }, ready],
  ['says what is wrong with the camera', CHECKING, { type: 'camera-failed', problem: 'denied' }, denied],
  ['checks again when asked', denied, { type: 'check' }, CHECKING],
  ['captures only when ready', CHECKING, { type: 'capture' }, CHECKING],
  ['begins at nought', ready, { type: 'capture' }, { step: 'capturing', images: [] }],
  ['goes on with every image', { step: 'capturing', images: ['a'] }, { type: 'image', jpeg: 'b' }, two],
  ['sends three', two, { type: 'image', jpeg: 'c' }, sending],
  ['takes no fourth', sending, { type: 'image', jpeg: 'd' }, sending],
  ['shows why not', sending, { type: 'failed', failure }, error],
  ['is ready again after that', error, { type: 'retry' }, ready],
  ['sends the same three for a look-alike', error, { type: 'send-again' }, sending],
  ['begins anew when the page was hidden', two, { type: 'camera-paused' }, CHECKING],
  [
    'waits for the answer whatever the camera does',
    sending,
    { type: 'camera-failed', problem: 'busy' },
    sending,
  ],
];

describe('capturing a face', () => {
  it.each(TABLE)('%s', (_, before, event, after) => {
    expect(captureReducer(before, event)).toEqual(after);
  });

  it('counts from 0 to 3', () => {
    expect([ready, two, sending].map(progressOf)).toEqual([0, 2, 3]);
  });
});
