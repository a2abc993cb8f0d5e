import { describe, expect, it } from 'vitest';
import {
  AUTOMATIC_TRIES,
  type Failure,
  isArmed,
  MARK_WAITING,
  type MarkEvent,
  type Marked,
  type MarkState,
  markReducer,
  type RequestedStep,
} from './mark.reducer.ts';

const failure: Failure = { text: 'no', retryMs: 5000 };
const marked: Marked = {
  isRepeat: false,
  time: '08:59',
  status: 'present',
  punctuality: 'On Time',
};
const asked: RequestedStep = { scanId: 's', movement: 'turn_left', number: 1, of: 3 };
const starting: MarkState = { step: 'starting' };
const ready: MarkState = { step: 'ready', failures: 0, failure: null };
const scanning: MarkState = { step: 'scanning', failures: 0, lost: null };
const lost: MarkState = { ...scanning, lost: 'missing' };
const challenge: MarkState = { step: 'challenge', failures: 0, asked };
const success: MarkState = { step: 'success', marked };
const failed: MarkState = { step: 'failure', failures: 1, failure };
const noCamera: MarkState = { step: 'no-camera', problem: 'denied' };
const refusal = { text: 'no consent', canRetry: false };
const refused: MarkState = { step: 'refused', refusal };
const unplugged: MarkState = { step: 'no-camera', problem: 'missing' };

const TABLE: readonly [string, MarkState, MarkEvent, MarkState][] = [
  ['starts the camera when asked', MARK_WAITING, { type: 'start' }, starting],
  ['starts again after a camera error', noCamera, { type: 'start' }, starting],
  ['starts again after a refusal', refused, { type: 'start' }, starting],
  ['does not start twice', ready, { type: 'start' }, ready],
  ['is ready and armed with the first frame', starting, { type: 'camera-ready' }, ready],
  ['shows a camera error', starting, { type: 'camera-failed', problem: 'denied' }, noCamera],
  ['shows a refusal of the server', starting, { type: 'refused', refusal }, refused],
  ['shows a refusal that arrives late', ready, { type: 'refused', refusal }, refused],
  ['ends a scan that no retry can cure', scanning, { type: 'refused', refusal }, refused],
  ['scans the captured frame', ready, { type: 'captured' }, scanning],
  ['scans once', scanning, { type: 'captured' }, scanning],
  ['shows a challenge', scanning, { type: 'challenged', asked }, challenge],
  ['scans the frames of a challenge', challenge, { type: 'captured' }, scanning],
  ['shows the success', scanning, { type: 'marked', marked }, success],
  ['shows the failure', scanning, { type: 'failed', failure }, failed],
  ['fails without a camera frame', ready, { type: 'failed', failure }, failed],
  ['is ready at once on Try Again', failed, { type: 'retry' }, ready],
  [
    'is ready after a delay and keeps the reason',
    failed,
    { type: 'waited' },
    { step: 'ready', failures: 1, failure },
  ],
  [
    'remembers a camera unplugged during a scan',
    scanning,
    { type: 'camera-failed', problem: 'missing' },
    lost,
  ],
  ['says so after a failed scan', lost, { type: 'failed', failure }, unplugged],
  ['says so when a challenge would follow', lost, { type: 'challenged', asked }, unplugged],
  ['shows the success of a scan whose camera is gone', lost, { type: 'marked', marked }, success],
  ['starts the camera again when the page was hidden', ready, { type: 'camera-paused' }, starting],
  ['starts a challenge again when the page was hidden', challenge, { type: 'camera-paused' }, starting],
  ['waits for the answer while the page is hidden', scanning, { type: 'camera-paused' }, scanning],
  ['keeps a success', success, { type: 'camera-failed', problem: 'denied' }, success],
  ['ignores a late success', ready, { type: 'marked', marked }, ready],
  ['ignores a late failure', success, { type: 'failed', failure }, success],
];

describe('marking by face', () => {
  it.each(TABLE)('%s', (_, before, event, after) => {
    expect(markReducer(before, event)).toEqual(after);
  });

  it('captures a steady face again after a failed scan, and stops after a few', () => {
    let state: MarkState = ready;
    for (let tries = 0; tries < AUTOMATIC_TRIES; tries += 1) {
      expect(isArmed(state)).toBe(true);
      for (const event of [{ type: 'captured' }, { type: 'failed', failure }, { type: 'waited' }] as const)
        state = markReducer(state, event);
    }
    expect(isArmed(state)).toBe(false);
    const again = [{ type: 'captured' }, { type: 'failed', failure }, { type: 'retry' }] as const;
    expect(isArmed(again.reduce<MarkState>(markReducer, state))).toBe(true);
  });
});
