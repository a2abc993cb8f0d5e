import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from './camera-problem.ts';
import { CAMERA_START_MS, openStream } from './open-stream.ts';

const REQUEST = { facing: 'user', width: 640, height: 480 } as const;

/** Fakes navigator.mediaDevices, which jsdom lacks. Returns the constraints it was called with. */
function offerCamera(open: (constraints: MediaStreamConstraints) => Promise<MediaStream>) {
  const asked: MediaStreamConstraints[] = [];
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: (constraints: MediaStreamConstraints) => {
        asked.push(constraints);
        return open(constraints);
      },
    },
  });
  return asked;
}

function fakeStream() {
  const stop = vi.fn();
  // openStream uses its tracks only.
  return { stream: { getTracks: () => [{ stop }] } as unknown as MediaStream, stop };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('openStream', () => {
  it('requests 640 x 480 from the front camera, without sound', async () => {
    const { stream } = fakeStream();
    const asked = offerCamera(async () => stream);
    expect(await openStream(REQUEST, null, new AbortController().signal)).toBe(stream);
    expect(asked).toEqual([
      {
        audio: false,
        video: { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: { ideal: 'user' } },
      },
    ]);
  });

  it('opens any camera when the chosen one is missing, and only then', async () => {
    const { stream } = fakeStream();
    const isNamed = ({ video }: MediaStreamConstraints) => typeof video === 'object' && 'deviceId' in video;
    const asked = offerCamera(async (constraints) => {
      if (isNamed(constraints)) throw new DOMException('', 'OverconstrainedError');
      return stream;
    });
    expect(await openStream(REQUEST, 'old', new AbortController().signal)).toBe(stream);
    expect(asked.map(isNamed)).toEqual([true, false]);

    const denied = offerCamera(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    await expect(openStream(REQUEST, 'old', new AbortController().signal)).rejects.toThrow();
    expect(denied).toHaveLength(1);
  });

  it('times out after ten seconds, and stops a stream that arrives later', async () => {
    const { stream, stop } = fakeStream();
    offerCamera(() => new Promise((give) => setTimeout(() => give(stream), CAMERA_START_MS + 1)));
    const outcome = openStream(REQUEST, null, new AbortController().signal).catch(problemOf);
    await vi.advanceTimersByTimeAsync(CAMERA_START_MS);
    expect(await outcome).toBe('timed-out');
    expect(stop).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(stop).toHaveBeenCalledOnce();
  });

  it('stops a stream that arrives after an abort', async () => {
    const { stream, stop } = fakeStream();
    offerCamera(() => new Promise((give) => setTimeout(() => give(stream), 100)));
    const leaving = new AbortController();
    const outcome = openStream(REQUEST, null, leaving.signal).catch(() => 'left');
    leaving.abort();
    expect(await outcome).toBe('left');
    await vi.advanceTimersByTimeAsync(100);
    expect(stop).toHaveBeenCalledOnce();
  });

  it('distinguishes an insecure page from a browser without a camera', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('isSecureContext', false);
    expect(await openStream(REQUEST, null, new AbortController().signal).catch(problemOf)).toBe('insecure');
    vi.stubGlobal('isSecureContext', true);
    expect(await openStream(REQUEST, null, new AbortController().signal).catch(problemOf)).toBe(
      'unavailable',
    );
  });
});
