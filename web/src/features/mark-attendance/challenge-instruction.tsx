import { useTranslation } from 'react-i18next';
import type { Camera } from '../../lib/camera/use-camera.ts';
import type { OnSight } from '../../lib/camera/use-guidance.ts';
import type { Stage } from './challenge.reducer.ts';
import classes from './challenge-instruction.module.css';
import type { AskedScan } from './mark.reducer.ts';
import { useChallenge } from './use-challenge.ts';

interface ChallengeInstructionProps {
  readonly scan: AskedScan;
  readonly camera: Camera;
  readonly isGuided: boolean;
  readonly listen: (listener: OnSight | null) => void;
  readonly onDone: (frames: readonly string[]) => void;
  readonly onNoPicture: () => void;
}

/** What to do now, as a small moving face and a sentence; the figure rests where motion is not wanted. */
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
