import type { FaceObservation } from '@rollcall/core/faces/face.types';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { toJpeg } from '../../lib/camera/capture-frame.ts';
import type { Camera } from '../../lib/camera/use-camera.ts';
import type { OnSight } from '../../lib/camera/use-guidance.ts';
import {
  challengeReducer,
  isDone,
  STAGE_MS,
  stageOf,
  startChallenge,
  TIMED_FRAMES_MS,
} from './challenge.reducer.ts';
import { stageSeen } from './challenge-watch.rules.ts';
import type { AskedScan } from './mark.reducer.ts';

interface ChallengeOptions {
  readonly scan: AskedScan;
  readonly camera: Camera;
  /** Somebody is watching: frames are chosen by what is in them, not by the clock. */
  readonly isGuided: boolean;
  /** Tells every picture the guide looked at, until null is given. */
  readonly listen: (listener: OnSight | null) => void;
  readonly onDone: (frames: readonly string[]) => void;
  readonly onNoPicture: () => void;
}

/** Leads through the stages of one challenge; mounted for as long as it lasts. */
export function useChallenge({ scan, camera, isGuided, listen, onDone, onNoPicture }: ChallengeOptions) {
  const [run, dispatch] = useReducer(challengeReducer, scan.steps, startChallenge);
  const front = useRef<FaceObservation | null>(null);
  const stage = stageOf(run);
  const isOver = isDone(run);

  const take = useEffectEvent((type: 'timed' | 'given-up') => {
    const jpeg = camera.capture();
    if (jpeg === null) onNoPicture();
    else dispatch({ type, jpeg });
  });
  const finish = useEffectEvent(() => onDone(run.frames));

  useEffect(() => {
    if (isOver) finish();
  }, [isOver]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every stage has its own time
  useEffect(() => {
    if (isOver) return;
    const timers = isGuided
      ? [setTimeout(() => take('given-up'), STAGE_MS)]
      : TIMED_FRAMES_MS.map((ms) => setTimeout(() => take('timed'), ms));
    return () => timers.forEach(clearTimeout);
  }, [run.stage, isGuided, isOver]);

  const see = useEffectEvent<OnSight>(({ face }, canvas) => {
    if (!face || !stage || !stageSeen(stage, face, front.current)) return;
    if (stage === 'front') front.current = face;
    dispatch({ type: 'seen', jpeg: toJpeg(canvas) });
  });
  useEffect(() => {
    listen((sight, canvas) => see(sight, canvas));
    return () => listen(null);
  }, [listen]);

  return { stage, step: run.stage + 1, of: run.stages.length };
}
