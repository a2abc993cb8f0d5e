import { describe, expect, it } from 'vitest';
import { CAMERA_OFF, type CameraEvent, type CameraState, cameraReducer } from './camera.reducer.ts';

// A stand-in: jsdom has no streams, and the reducer does not use it.
const stream = {} as MediaStream;
const opening: CameraState = { status: 'opening', attempt: 1 };
const warming: CameraState = { status: 'warming', attempt: 1, stream };
const ready: CameraState = { status: 'ready', attempt: 1, stream };
const paused: CameraState = { status: 'paused', attempt: 1 };
const denied: CameraState = { status: 'failed', attempt: 1, problem: 'denied' };

const TABLE: readonly [string, CameraState, CameraEvent, CameraState][] = [
  ['starts', CAMERA_OFF, { type: 'start' }, opening],
  ['starts again after a failure', denied, { type: 'start' }, { status: 'opening', attempt: 2 }],
  ['starts again with another camera', ready, { type: 'start' }, { status: 'opening', attempt: 2 }],
  ['waits for the first frame', opening, { type: 'opened', attempt: 1, stream }, warming],
  ['is ready with the first frame', warming, { type: 'first-frame', attempt: 1 }, ready],
  ['fails while opening', opening, { type: 'failed', attempt: 1, problem: 'denied' }, denied],
  [
    'fails while waiting for the first frame',
    warming,
    { type: 'failed', attempt: 1, problem: 'denied' },
    denied,
  ],
  ['fails when it is unplugged', ready, { type: 'failed', attempt: 1, problem: 'denied' }, denied],
  ['releases the camera when the page is hidden', ready, { type: 'hidden' }, paused],
  ['releases it while opening too', opening, { type: 'hidden' }, paused],
  ['stays off in a hidden page', CAMERA_OFF, { type: 'hidden' }, CAMERA_OFF],
  ['keeps a failure on screen', denied, { type: 'hidden' }, denied],
  ['opens again when the page is shown', paused, { type: 'shown' }, { status: 'opening', attempt: 2 }],
  ['does not start when the page is shown', CAMERA_OFF, { type: 'shown' }, CAMERA_OFF],
  ['stops', ready, { type: 'stop' }, CAMERA_OFF],
  ['stops while paused', paused, { type: 'stop' }, CAMERA_OFF],
  ['ignores a stream after stop', CAMERA_OFF, { type: 'opened', attempt: 1, stream }, CAMERA_OFF],
  ['ignores the stream of an earlier attempt', opening, { type: 'opened', attempt: 0, stream }, opening],
  [
    'ignores the failure of an earlier attempt',
    opening,
    { type: 'failed', attempt: 0, problem: 'busy' },
    opening,
  ],
  ['ignores a first frame before the stream', opening, { type: 'first-frame', attempt: 1 }, opening],
];

describe('camera reducer', () => {
  it.each(TABLE)('%s', (_, before, event, after) => {
    expect(cameraReducer(before, event)).toEqual(after);
  });
});
