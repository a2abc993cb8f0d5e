import type { ImageAnalysis } from '@rollcall/core/faces/face.types';
import type { Purpose } from '@rollcall/core/faces/face-quality.rules';
import { useEffect, useEffectEvent, useState } from 'react';
import { drawFrame } from './capture-frame.ts';
import { followSight, type Sight } from './guidance.rules.ts';
import { type Guide, openGuide } from './guide.ts';
import type { Camera } from './use-camera.ts';

export interface Guidance {
  readonly status: 'off' | 'loading' | 'running' | 'unavailable';
  readonly sight: Sight | null;
  /** Size of the picture that was looked at. */
  readonly width: number;
  readonly height: number;
}

/** Called for every picture; the canvas holds that very picture until the call returns. */
export type OnSight = (sight: Sight, canvas: HTMLCanvasElement) => void;

interface GuidanceOptions {
  readonly purpose: Purpose;
  /** Looking costs battery and leaves the server less of this machine: only while it helps. */
  readonly isOn: boolean;
  readonly onSight?: OnSight;
}

/** A breath between two looks: guidance is for people, who do not read faster than this. */
const PAUSE_MS = 90;

/** Loaded with the first picture of the camera, gone with the screen. Without it everything works, unguided. */
export function useGuidance(camera: Camera, { purpose, isOn, onSight }: GuidanceOptions): Guidance {
  const { isReady, videoRef } = camera;
  const [isWanted, setWanted] = useState(false);
  const [guide, setGuide] = useState<Guide | 'loading' | 'unavailable'>('loading');
  const [seen, setSeen] = useState<{ sight: Sight; width: number; height: number } | null>(null);
  const tell = useEffectEvent((sight: Sight, canvas: HTMLCanvasElement) => onSight?.(sight, canvas));

  useEffect(() => {
    if (isReady) setWanted(true);
  }, [isReady]);

  useEffect(() => {
    if (!isWanted) return;
    const leaving = new AbortController();
    openGuide(leaving.signal).then(
      (opened) => (leaving.signal.aborted ? opened.close() : setGuide(opened)),
      () => setGuide('unavailable'),
    );
    return () => leaving.abort();
  }, [isWanted]);

  const isRunning = isOn && isReady && typeof guide === 'object';
  useEffect(() => {
    if (!isRunning || typeof guide !== 'object') return;
    const leaving = new AbortController();
    const watching = watch(
      guide,
      () => videoRef.current,
      leaving.signal,
      (analysis, canvas, before) => {
        const sight = followSight(before, analysis, performance.now(), purpose);
        setSeen({ sight, width: canvas.width, height: canvas.height });
        tell(sight, canvas);
        return sight;
      },
    );
    watching.catch(() => {
      if (leaving.signal.aborted) return;
      guide.close();
      setGuide('unavailable');
    });
    return () => {
      leaving.abort();
      setSeen(null);
    };
  }, [isRunning, guide, videoRef, purpose]);

  const status = !isWanted ? 'off' : typeof guide === 'object' ? 'running' : guide;
  return { status, sight: seen?.sight ?? null, width: seen?.width ?? 0, height: seen?.height ?? 0 };
}

type Watcher = (analysis: ImageAnalysis, canvas: HTMLCanvasElement, before: Sight | null) => Sight;

async function watch(
  guide: Guide,
  video: () => HTMLVideoElement | null,
  signal: AbortSignal,
  seen: Watcher,
): Promise<void> {
  const canvas = document.createElement('canvas');
  // Read back for every look; kept in main memory it need not be fetched from the graphics card.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser offers no canvas.');
  let before: Sight | null = null;
  while (!signal.aborted) {
    if (drawFrame(video(), canvas)) {
      const analysis = await guide.look(context.getImageData(0, 0, canvas.width, canvas.height));
      if (signal.aborted) return;
      before = seen(analysis, canvas, before);
    }
    await new Promise((wake) => setTimeout(wake, PAUSE_MS));
  }
}
