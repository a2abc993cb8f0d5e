import type { FaceObservation, Point } from '@rollcall/core/faces/face.types';
import type { Guidance } from '../../lib/camera/use-guidance.ts';
import classes from './face-overlay.module.css';

const SIZE = { width: 640, height: 480 };

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** An oval around the face, from the line between eyes and mouth: it leans with the head. */
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

/** A soft oval to stand in, a thin line around the face that was found, and a ring that fills while it is held. */
export function FaceOverlay({ guidance }: { guidance: Guidance }) {
  const { sight } = guidance;
  const width = guidance.width || SIZE.width;
  const height = guidance.height || SIZE.height;
  // Above the middle: the guide's words stand below it.
  const [cx, cy, rx, ry] = [width / 2, height * 0.45, height * 0.29, height * 0.38];
  // Begins at the top, where a clock does.
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
