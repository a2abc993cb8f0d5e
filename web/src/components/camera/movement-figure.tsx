import type { ChallengeStep } from '@rollcall/core/faces/face.types';
import classes from './movement-figure.module.css';

const ARROWS: Partial<Record<ChallengeStep, string>> = {
  turn_left: 'M14 56 H4 m5 -5 l-5 5 l5 5',
  turn_right: 'M50 56 H60 m-5 -5 l5 5 l-5 5',
  nod: 'M58 22 V40 m-5 -5 l5 5 l5 -5',
};

/** A face that makes the movement; not animated with reduced motion. */
export function MovementFigure({ movement }: { movement: ChallengeStep }) {
  return (
    <svg className={classes.figure} viewBox="0 0 64 64" aria-hidden="true">
      <g className={classes.whole} data-movement={movement}>
        <ellipse className={classes.head} cx="32" cy="31" rx="20" ry="26" />
        <g className={classes.features} data-movement={movement}>
          <g className={classes.eyes}>
            <ellipse cx="25" cy="28" rx="2.5" ry="3" />
            <ellipse cx="39" cy="28" rx="2.5" ry="3" />
          </g>
          <path d="M32 31 v6 M26 44 q6 4 12 0" />
        </g>
      </g>
      {ARROWS[movement] ? <path className={classes.arrow} d={ARROWS[movement]} /> : null}
    </svg>
  );
}
