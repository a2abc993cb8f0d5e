import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from './camera-problem.ts';
import { CAMERA_START_MS, openStream } from './open-stream.ts';

const WISH = { facing: 'user', width: 640, height: 480 } as const;

/** The browser's half of the conversation, which jsdom has not. */
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
  // Only its tracks are touched.
  return { stream: { getTracks: () => [{ stop }] } as unknown as MediaStream, stop };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('opening a camera', () => {
  it('asks for 640 x 480 and the front, without sound', async () => {
    const { stream } = fakeStream();
    const asked = offerCamera(async () => stream);
    expect(await openStream(WISH, null, new AbortController().signal)).toBe(stream);
    expect(asked).toEqual([
      {
        audio: false,
        video: { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: { ideal: 'user' } },
      },
    ]);
  });

  it('takes any camera when the remembered one is gone, and only then', async () => {
    const { stream } = fakeStream();
    const isNamed = ({ video }: MediaStreamConstraints) => typeof video === 'object' && 'deviceId' in video;
    const asked = offerCamera(async (constraints) => {
      if (isNamed(constraints)) throw new DOMException('', 'OverconstrainedError');
      return stream;
    });
    expect(await openStream(WISH, 'old', new AbortController().signal)).toBe(stream);
    expect(asked.map(isNamed)).toEqual([true, false]);

    const denied = offerCamera(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    await expect(openStream(WISH, 'old', new AbortController().signal)).rejects.toThrow();
    expect(denied).toHaveLength(1);
  });

  it('gives up after ten seconds, and switches off what comes later', async () => {
    const { stream, stop } = fakeStream();
    offerCamera(() => new Promise((give) => setTimeout(() => give(stream), CAMERA_START_MS + 1)));
    const outcome = openStream(WISH, null, new AbortController().signal).catch(problemOf);
    await vi.advanceTimersByTimeAsync(CAMERA_START_MS);
    expect(await outcome).toBe('timed-out');
    expect(stop).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(stop).toHaveBeenCalledOnce();
  });

  it('switches off a camera nobody waits for any more', async () => {
    const { stream, stop } = fakeStream();
    offerCamera(() => new Promise((give) => setTimeout(() => give(stream), 100)));
    const leaving = new AbortController();
    const outcome = openStream(WISH, null, leaving.signal).catch(() => 'left');
    leaving.abort();
    expect(await outcome).toBe('left');
    await vi.advanceTimersByTimeAsync(100);
    expect(stop).toHaveBeenCalledOnce();
  });

  it('tells an insecure page from a browser without a camera', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('isSecureContext', false);
    expect(await openStream(WISH, null, new AbortController().signal).catch(problemOf)).toBe('insecure');
    vi.stubGlobal('isSecureContext', true);
    expect(await openStream(WISH, null, new AbortController().signal).catch(problemOf)).toBe('unavailable');
  });
});
