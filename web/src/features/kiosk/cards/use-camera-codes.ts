import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { Camera } from '../../../lib/camera/use-camera.ts';
import { openCodeReader, type ReadCode } from './code-reader.ts';
import { followShowing, ownCode, type Showing } from './showing.rules.ts';

/** Pause between two pictures: nobody holds a card up for less. */
const PAUSE_MS = 200;
/** On a slow device the pause is longer: so many times what reading took. The face has the rest. */
const PAUSE_OF_READING = 6;

interface CodeOptions {
  /** Read only while somebody may be there: it costs computing time. */
  readonly isOn: boolean;
  /** Answers whether it was taken; what was not is offered again with the next picture. */
  readonly onCode: (text: string) => boolean;
}

/** Reads codes that are held up to the camera. `isShown` tells whether one was a moment ago. */
export function useCameraCodes(camera: Camera, { isOn, onCode }: CodeOptions): { isShown: () => boolean } {
  const { isReady, videoRef } = camera;
  const showing = useRef<Showing | null>(null);
  const report = useEffectEvent(onCode);
  const isRunning = isOn && isReady;
  useEffect(() => {
    if (!isRunning) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = async (read: ReadCode) => {
      while (!signal.aborted) {
        const { current: video } = videoRef;
        const began = performance.now();
        const text = video && (await read(video).catch(() => null));
        if (signal.aborted) return;
        const code = text === null ? null : ownCode(text);
        const now = performance.now();
        showing.current = followShowing(showing.current, code?.what ?? null, now);
        if (code && showing.current && !showing.current.isAsked && report(code.text))
          showing.current = { ...showing.current, isAsked: true };
        const pause = Math.max(PAUSE_MS, PAUSE_OF_READING * (now - began));
        await new Promise((wake) => setTimeout(wake, pause));
      }
    };
    // Without a reader the other ways are left.
    openCodeReader().then(look, () => undefined);
    return () => leaving.abort();
  }, [isRunning, videoRef]);
  const isShown = useCallback(() => showing.current !== null, []);
  return { isShown };
}
