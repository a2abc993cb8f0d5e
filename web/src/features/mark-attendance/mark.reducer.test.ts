import { describe, expect, it } from 'vitest';
import {
  type Failure,
  MARK_WAITING,
  type MarkEvent,
  type Marked,
  type MarkState,
  markReducer,
  type RequestedScan,
} from './mark.reducer.ts';

const failure: Failure = { text: 'no', retryMs: 5000 };
const marked: Marked = {
  isRepeat: false,
  message: 'ok',
  time: '08:59',
  status: 'present',
  punctuality: 'On Time',
};
const scan: RequestedScan = { id: 's', steps: ['turn_left'] };
const starting: MarkState = { step: 'starting' };
const ready: MarkState = { step: 'ready', isArmed: true, failure: null };
const scanning: MarkState = { step: 'scanning' };
const challenge: MarkState = { step: 'challenge', scan };
const success: MarkState = { step: 'success', marked };
const failed: MarkState = { step: 'failure', failure };
const noCamera: MarkState = { step: 'no-camera', problem: 'denied' };
const refused: MarkState = { step: 'refused', text: 'no consent' };

const TABLE: readonly [string, MarkState, MarkEvent, MarkState][] = [
  ['starts the camera when asked', MARK_WAITING, { type: 'start' }, starting],
  ['starts again after a camera error', noCamera, { type: 'start' }, starting],
  ['starts again after a refusal', refused, { type: 'start' }, starting],
  ['does not start twice', ready, { type: 'start' }, ready],
  ['is ready and armed with the first frame', starting, { type: 'camera-ready' }, ready],
  ['shows a camera error', starting, { type: 'camera-failed', problem: 'denied' }, noCamera],
  ['shows a refusal of the server', starting, { type: 'refused', text: 'no consent' }, refused],
  ['shows a refusal that arrives late', ready, { type: 'refused', text: 'no consent' }, refused],
  ['scans the captured frame', ready, { type: 'captured' }, scanning],
  ['scans once', scanning, { type: 'captured' }, scanning],
  ['shows a challenge', scanning, { type: 'challenged', scan }, challenge],
  ['scans the frames of a challenge', challenge, { type: 'captured' }, scanning],
  ['shows the success', scanning, { type: 'marked', marked }, success],
  ['shows the failure', scanning, { type: 'failed', failure }, failed],
  ['fails without a camera frame', ready, { type: 'failed', failure }, failed],
  ['is ready at once on Try Again', failed, { type: 'retry' }, ready],
  [
    'is ready after a delay, keeps the reason, and captures on click only',
    failed,
    { type: 'waited' },
    { step: 'ready', isArmed: false, failure },
  ],
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
});
