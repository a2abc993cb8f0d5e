import type { FaceObservation, Point } from '@rollcall/core/faces/face.types';
import { useTranslation } from 'react-i18next';
import type { Guidance } from '../../lib/camera/use-guidance.ts';
import classes from './guidance-overlay.module.css';

const DEFAULT_SIZE = { width: 640, height: 480 };

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Ellipse around a face, placed and rotated by the line from the eyes to the mouth. */
function ovalOf({ points }: FaceObservation) {
  const [rightEye, leftEye, , rightMouth, leftMouth] = points;
  const [eyes, mouth] = [middle(rightEye, leftEye), middle(rightMouth, leftMouth)];
  const length = Math.hypot(mouth.x - eyes.x, mouth.y - eyes.y);
  const angle = (Math.atan2(mouth.x - eyes.x, mouth.y - eyes.y) * -180) / Math.PI;
  const { x, y } = middle(eyes, mouth);
  return {
    cx: x,
    cy: y,
    rx: length * 1.15,
    ry: length * 1.5,
    transform: `rotate(${angle} ${x} ${y}) translate(0 ${length * -0.2})`,
  };
}

/** Draws the target oval, a line around the detected face, and a ring that fills while the face is held still. */
export function FaceOverlay({ guidance }: { guidance: Guidance }) {
  const { sight } = guidance;
  const width = guidance.width || DEFAULT_SIZE.width;
  const height = guidance.height || DEFAULT_SIZE.height;
  // Above the centre, so that GuidanceLine fits below it.
  const [cx, cy, rx, ry] = [width / 2, height * 0.45, height * 0.29, height * 0.38];
  // Starts at 12 o'clock.
  const ring = `M${cx} ${cy - ry} a${rx} ${ry} 0 0 1 0 ${2 * ry} a${rx} ${ry} 0 0 1 0 ${-2 * ry}`;
  return (
    <svg
      className={classes.overlay}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path className={classes.guide} d={ring} />
      {sight?.face ? (
        <ellipse
          className={classes.face}
          data-good={sight.hint === 'steady' || sight.hint === 'moving'}
          {...ovalOf(sight.face)}
        />
      ) : null}
      {sight && sight.held > 0 ? (
        <path
          className={classes.ring}
          d={ring}
          pathLength={1}
          strokeDasharray={1}
          strokeDashoffset={1 - sight.held}
        />
      ) : null}
    </svg>
  );
}

/** The current instruction as one sentence over the video; empty while there is no guidance. */
export function GuidanceLine({ guidance }: { guidance: Guidance }) {
  const { t } = useTranslation('camera');
  const { status, sight } = guidance;
  const isStarting = status === 'loading' || status === 'running';
  const text = sight ? t(`guidance.${sight.hint}`) : isStarting ? t('guidance.loading') : null;
  return (
    <div className={classes.line} role="status">
      {text ? <span>{text}</span> : null}
    </div>
  );
}
