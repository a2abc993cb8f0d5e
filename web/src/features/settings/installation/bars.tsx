import type { ReactNode } from 'react';
import classes from './installation.module.css';

interface BarsProps {
  readonly title: ReactNode;
  readonly counts: readonly number[];
  /** What the bars say, in words. */
  readonly spoken: string;
  readonly kind: 'others' | 'own';
  /** Under the first, the middle and the last bar. */
  readonly axis: readonly [string, string, string];
}

/** Small bars side by side, as high as their counts. */
export function Bars({ title, counts, spoken, kind, axis }: BarsProps) {
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, at) => ({ key: String(at), height: `${(100 * count) / most}%` }));
  return (
    <figure className={classes.scores}>
      <figcaption>{title}</figcaption>
      <div className={classes.bars} data-kind={kind} role="img" aria-label={spoken}>
        {bars.map(({ key, height }) => (
          <span key={key} style={{ blockSize: height }} />
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        {axis.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </figure>
  );
}
