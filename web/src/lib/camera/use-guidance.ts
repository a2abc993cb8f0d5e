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
  /** Size of the analysed frame. */
  readonly width: number;
  readonly height: number;
}

/** Called for every analysed frame; the canvas holds that frame until the call returns. */
export type OnSight = (sight: Sight, canvas: HTMLCanvasElement) => void;

interface GuidanceOptions {
  readonly purpose: Purpose;
  /** Analyse only while guidance is needed: it costs battery and computing time. */
  readonly isOn: boolean;
  readonly onSight?: OnSight;
  /** Whether the files are kept on the device, for a page that starts without a network. */
  readonly isKept?: boolean;
}

/** Pause between two frames: people do not read hints faster than this. */
const PAUSE_MS = 90;

/** Live guidance for a camera, loaded with its first frame. Where it is unavailable the flows work without hints. */
export function useGuidance(
  camera: Camera,
  { purpose, isOn, onSight, isKept = false }: GuidanceOptions,
): Guidance {
  const { isReady, videoRef } = camera;
  const [hasStarted, setHasStarted] = useState(false);
  const [guide, setGuide] = useState<Guide | 'loading' | 'unavailable'>('loading');
  const [seen, setSeen] = useState<{ sight: Sight; width: number; height: number } | null>(null);
  const reportSight = useEffectEvent((sight: Sight, canvas: HTMLCanvasElement) => onSight?.(sight, canvas));

  useEffect(() => {
    if (isReady) setHasStarted(true);
  }, [isReady]);

  useEffect(() => {
    if (!hasStarted) return;
    const leaving = new AbortController();
    openGuide(leaving.signal, isKept).then(
      (opened) => (leaving.signal.aborted ? opened.close() : setGuide(opened)),
      () => setGuide('unavailable'),
    );
    return () => leaving.abort();
  }, [hasStarted, isKept]);

  const isRunning = isOn && isReady && typeof guide === 'object';
  useEffect(() => {
    if (!isRunning || typeof guide !== 'object') return;
    const leaving = new AbortController();
    const watching = analyseFrames(
      guide,
      () => videoRef.current,
      leaving.signal,
      (analysis, canvas, before) => {
        const sight = followSight(before, analysis, performance.now(), purpose);
        setSeen({ sight, width: canvas.width, height: canvas.height });
        reportSight(sight, canvas);
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

  const status = !hasStarted ? 'off' : typeof guide === 'object' ? 'running' : guide;
  return { status, sight: seen?.sight ?? null, width: seen?.width ?? 0, height: seen?.height ?? 0 };
}

type OnAnalysis = (analysis: ImageAnalysis, canvas: HTMLCanvasElement, before: Sight | null) => Sight;

/** Analyses one frame after another until `signal` is aborted. */
async function analyseFrames(
  guide: Guide,
  video: () => HTMLVideoElement | null,
  signal: AbortSignal,
  onAnalysis: OnAnalysis,
): Promise<void> {
  const canvas = document.createElement('canvas');
  // `willReadFrequently` keeps the canvas in main memory: every frame is read back.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser offers no canvas.');
  let before: Sight | null = null;
  while (!signal.aborted) {
    if (drawFrame(video(), canvas)) {
      const analysis = await guide.look(context.getImageData(0, 0, canvas.width, canvas.height));
      if (signal.aborted) return;
      before = onAnalysis(analysis, canvas, before);
    }
    await new Promise((wake) => setTimeout(wake, PAUSE_MS));
  }
}
