import { describe, expect, it } from 'vitest';
import {
  type AskedScan,
  type Failure,
  MARK_WAITING,
  type MarkEvent,
  type Marked,
  type MarkState,
  markReducer,
} from './mark.reducer.ts';

const failure: Failure = { text: 'no', retryMs: 5000 };
const marked: Marked = {
  isRepeat: false,
  message: 'ok',
  time: '08:59',
  status: 'present',
  punctuality: 'On Time',
};
const scan: AskedScan = { id: 's', steps: ['turn_left'] };
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
  ['is ready, and armed, with the first picture', starting, { type: 'camera-ready' }, ready],
  ['shows a camera error', starting, { type: 'camera-failed', problem: 'denied' }, noCamera],
  ['shows that the server may not look', starting, { type: 'refused', text: 'no consent' }, refused],
  ['takes the camera away when that answer is late', ready, { type: 'refused', text: 'no consent' }, refused],
  ['scans what was captured', ready, { type: 'captured' }, scanning],
  ['scans once', scanning, { type: 'captured' }, scanning],
  ['asks for a movement', scanning, { type: 'challenged', scan }, challenge],
  ['scans the movement', challenge, { type: 'captured' }, scanning],
  ['shows the success', scanning, { type: 'marked', marked }, success],
  ['shows the failure', scanning, { type: 'failed', failure }, failed],
  ['fails when no picture could be taken', ready, { type: 'failed', failure }, failed],
  ['tries again at once when told to', failed, { type: 'retry' }, ready],
  [
    'is ready after a while, keeps the reason on screen, and waits for a hand',
    failed,
    { type: 'waited' },
    { step: 'ready', isArmed: false, failure },
  ],
  ['starts the camera anew when the page comes back', ready, { type: 'camera-paused' }, starting],
  ['begins a movement anew when the page comes back', challenge, { type: 'camera-paused' }, starting],
  ['waits for an answer whatever the page does', scanning, { type: 'camera-paused' }, scanning],
  ['keeps a success', success, { type: 'camera-failed', problem: 'denied' }, success],
  ['ignores a late success', ready, { type: 'marked', marked }, ready],
  ['ignores a late failure', success, { type: 'failed', failure }, success],
];

describe('marking by face', () => {
  it.each(TABLE)('%s', (_, before, event, after) => {
    expect(markReducer(before, event)).toEqual(after);
  });
});
