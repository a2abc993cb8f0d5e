import { describe, expect, it } from 'vitest';
import { CAMERA_OFF, type CameraEvent, type CameraState, cameraReducer } from './camera.reducer.ts';

// The reducer only carries it along; jsdom has no streams.
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
  ['waits for a picture', opening, { type: 'opened', attempt: 1, stream }, warming],
  ['is ready with the first picture', warming, { type: 'pictured', attempt: 1 }, ready],
  ['fails while opening', opening, { type: 'failed', attempt: 1, problem: 'denied' }, denied],
  ['fails without a picture', warming, { type: 'failed', attempt: 1, problem: 'denied' }, denied],
  ['fails when it is unplugged', ready, { type: 'failed', attempt: 1, problem: 'denied' }, denied],
  ['lets go of the camera with the page', ready, { type: 'hidden' }, paused],
  ['lets go even while opening', opening, { type: 'hidden' }, paused],
  ['stays off in a hidden page', CAMERA_OFF, { type: 'hidden' }, CAMERA_OFF],
  ['keeps a failure on screen', denied, { type: 'hidden' }, denied],
  ['comes back with the page', paused, { type: 'shown' }, { status: 'opening', attempt: 2 }],
  ['does not start by itself', CAMERA_OFF, { type: 'shown' }, CAMERA_OFF],
  ['stops', ready, { type: 'stop' }, CAMERA_OFF],
  ['stops while paused', paused, { type: 'stop' }, CAMERA_OFF],
  ['ignores a stream it no longer waits for', CAMERA_OFF, { type: 'opened', attempt: 1, stream }, CAMERA_OFF],
  ['ignores a late stream', opening, { type: 'opened', attempt: 0, stream }, opening],
  ['ignores a late failure', opening, { type: 'failed', attempt: 0, problem: 'busy' }, opening],
  ['ignores a late picture', opening, { type: 'pictured', attempt: 1 }, opening],
];

describe('the camera', () => {
  it.each(TABLE)('%s', (_, before, event, after) => {
    expect(cameraReducer(before, event)).toEqual(after);
  });
});
