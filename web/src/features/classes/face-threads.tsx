import { type RefObject, useLayoutEffect, useState } from 'react';
import classes from './face-threads.module.css';

interface Thread {
  readonly user: string;
  readonly path: string;
}

/** From the edge of a face to the start of its row, in the coordinates of what holds both. */
function threadsIn(view: HTMLElement): Thread[] {
  const origin = view.getBoundingClientRect();
  const rows = new Map(
    [...view.querySelectorAll<HTMLElement>('[data-row]')].map((row) => [row.dataset.row, row]),
  );
  return [...view.querySelectorAll<HTMLElement>('[data-face-of]')].flatMap((face) => {
    const user = face.dataset.faceOf;
    const row = rows.get(user);
    if (!user || !row) return [];
    const [from, to] = [face.getBoundingClientRect(), row.getBoundingClientRect()];
    // Under one another there is nothing to connect.
    if (to.left < from.right) return [];
    const [x1, y1] = [from.right - origin.left, from.top + from.height / 2 - origin.top];
    const [x2, y2] = [to.left - origin.left, to.top + to.height / 2 - origin.top];
    const middle = (x1 + x2) / 2;
    return [{ user, path: `M ${x1} ${y1} C ${middle} ${y1}, ${middle} ${y2}, ${x2} ${y2}` }];
  });
}

/** Each face that was named draws a thin line to its row, once, to show whose it is. Only where motion is welcome. */
export function FaceThreads({ view, pictures }: { view: RefObject<HTMLElement | null>; pictures: number }) {
  const [threads, setThreads] = useState<readonly Thread[]>([]);
  useLayoutEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (pictures > 0 && view.current && !isCalm) setThreads(threadsIn(view.current));
  }, [pictures, view]);
  if (threads.length === 0) return null;
  return (
    <svg className={classes.threads} aria-hidden="true" onAnimationEnd={() => setThreads([])}>
      {threads.map(({ user, path }) => (
        <path key={user} d={path} pathLength={1} />
      ))}
    </svg>
  );
}
