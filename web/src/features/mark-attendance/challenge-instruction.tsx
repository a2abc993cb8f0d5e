import type { FaceObservation } from '@rollcall/core/faces/face.types';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toJpeg } from '../../lib/camera/capture-frame.ts';
import type { Camera } from '../../lib/camera/use-camera.ts';
import type { OnSight } from '../../lib/camera/use-guidance.ts';
import {
  challengeReducer,
  isDone,
  STAGE_MS,
  type Stage,
  showsStage,
  stageOf,
  startChallenge,
  TIMED_FRAMES_MS,
} from './challenge.reducer.ts';
import classes from './challenge-instruction.module.css';
import type { RequestedScan } from './mark.reducer.ts';

interface ChallengeInstructionProps {
  readonly scan: RequestedScan;
  readonly camera: Camera;
  /** Live guidance is running: frames are chosen by their content instead of by time. */
  readonly isGuided: boolean;
  /** Subscribes to the frames that guidance analysed; null unsubscribes. */
  readonly listen: (listener: OnSight | null) => void;
  readonly onDone: (frames: readonly string[]) => void;
  readonly onNoFrame: () => void;
}

/** The current challenge step as an animated face and a sentence; not animated with reduced motion. */
export function ChallengeInstruction(props: ChallengeInstructionProps) {
  const { t } = useTranslation('camera');
  const { stage, step, of } = useChallenge(props);
  if (!stage) return null;
  return (
    <div className={classes.panel}>
      <Figure stage={stage} />
      <div className={classes.text} role="status">
        <strong>{t(`challenge.${stage}`)}</strong>
        <span>{t('challenge.progress', { step, of })}</span>
      </div>
    </div>
  );
}

const ARROWS: Partial<Record<Stage, string>> = {
  turn_left: 'M14 56 H4 m5 -5 l-5 5 l5 5',
  turn_right: 'M50 56 H60 m-5 -5 l5 5 l-5 5',
};

function Figure({ stage }: { stage: Stage }) {
  return (
    <svg className={classes.figure} viewBox="0 0 64 64" aria-hidden="true">
      <ellipse className={classes.head} cx="32" cy="31" rx="20" ry="26" />
      <g className={classes.features} data-stage={stage}>
        <g className={classes.eyes}>
          <ellipse cx="25" cy="28" rx="2.5" ry="3" />
          <ellipse cx="39" cy="28" rx="2.5" ry="3" />
        </g>
        <path d="M32 31 v6 M26 44 q6 4 12 0" />
      </g>
      {ARROWS[stage] ? <path className={classes.arrow} d={ARROWS[stage]} /> : null}
    </svg>
  );
}

/** Runs the stages of one challenge and collects its frames. */
function useChallenge({ scan, camera, isGuided, listen, onDone, onNoFrame }: ChallengeInstructionProps) {
  const [run, dispatch] = useReducer(challengeReducer, scan.steps, startChallenge);
  const front = useRef<FaceObservation | null>(null);
  const stage = stageOf(run);
  const isOver = isDone(run);

  const take = useEffectEvent((type: 'timed' | 'given-up') => {
    const jpeg = camera.capture();
    if (jpeg === null) onNoFrame();
    else dispatch({ type, jpeg });
  });
  const finish = useEffectEvent(() => onDone(run.frames));

  useEffect(() => {
    if (isOver) finish();
  }, [isOver]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every stage has its own timers
  useEffect(() => {
    if (isOver) return;
    const timers = isGuided
      ? [setTimeout(() => take('given-up'), STAGE_MS)]
      : TIMED_FRAMES_MS.map((ms) => setTimeout(() => take('timed'), ms));
    return () => timers.forEach(clearTimeout);
  }, [run.stage, isGuided, isOver]);

  const see = useEffectEvent<OnSight>(({ face }, canvas) => {
    if (!face || !stage || !showsStage(stage, face, front.current)) return;
    if (stage === 'front') front.current = face;
    dispatch({ type: 'seen', jpeg: toJpeg(canvas) });
  });
  useEffect(() => {
    listen((sight, canvas) => see(sight, canvas));
    return () => listen(null);
  }, [listen]);

  return { stage, step: run.stage + 1, of: run.stages.length };
}
