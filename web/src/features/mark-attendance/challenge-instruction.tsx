import type { FaceObservation } from '@rollcall/core/faces/face.types';
import { showsStep } from '@rollcall/core/liveness/shown-step.rules';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MovementFigure } from '../../components/camera/movement-figure.tsx';
import { toJpeg } from '../../lib/camera/capture-frame.ts';
import type { Camera } from '../../lib/camera/use-camera.ts';
import type { OnSight } from '../../lib/camera/use-guidance.ts';
import classes from './challenge-instruction.module.css';
import type { RequestedStep } from './mark.reducer.ts';

/** How long a step waits for the movement; then what there is goes to the server, which decides. */
const STEP_MS = 8_000;
/** When the pictures of a step are taken without guidance. */
const TIMED_FRAMES_MS = [1_300, 2_200] as const;

interface ChallengeInstructionProps {
  readonly step: RequestedStep;
  readonly camera: Camera;
  /** The face of the first picture, from which the movement is measured; null where nothing measured it. */
  readonly front: FaceObservation | null;
  /** Live guidance is running: pictures are chosen by their content instead of by time. */
  readonly isGuided: boolean;
  /** Subscribes to the pictures that guidance analysed; null unsubscribes. */
  readonly listen: (listener: OnSight | null) => void;
  readonly onDone: (frames: readonly string[]) => void;
  readonly onNoFrame: () => void;
}

/** The movement that is asked for now, as an animated face and a sentence; not animated with reduced motion. */
export function ChallengeInstruction(props: ChallengeInstructionProps) {
  const { t } = useTranslation('camera');
  const { movement, number, of } = props.step;
  useStep(props);
  return (
    <div className={classes.panel}>
      <MovementFigure movement={movement} />
      <div className={classes.text} role="status">
        <strong>{t(`challenge.${movement}`)}</strong>
        <span>{t('challenge.progress', { step: number, of })}</span>
      </div>
    </div>
  );
}

/** Takes the pictures of one step: when the movement is seen, else by time. */
function useStep({ step, camera, front, isGuided, listen, onDone, onNoFrame }: ChallengeInstructionProps) {
  const frames = useRef<string[]>([]);
  const isOver = useRef(false);
  const end = useEffectEvent(() => {
    if (isOver.current) return;
    isOver.current = true;
    onDone(frames.current);
  });
  const take = useEffectEvent((isLast: boolean) => {
    const jpeg = camera.capture();
    if (jpeg === null) return onNoFrame();
    frames.current.push(jpeg);
    if (isLast) end();
  });
  const canSee = isGuided && front !== null;

  useEffect(() => {
    const last = TIMED_FRAMES_MS.length - 1;
    const timers = canSee
      ? [setTimeout(() => take(true), STEP_MS)]
      : TIMED_FRAMES_MS.map((ms, at) => setTimeout(() => take(at === last), ms));
    return () => timers.forEach(clearTimeout);
  }, [canSee]);

  const see = useEffectEvent<OnSight>(({ face }, canvas) => {
    if (!front || !face || isOver.current || !showsStep(step.movement, face, front)) return;
    frames.current.push(toJpeg(canvas));
    end();
  });
  useEffect(() => {
    listen((sight, canvas) => see(sight, canvas));
    return () => listen(null);
  }, [listen]);
}
