import { bandOf } from '@rollcall/core/analytics/analytics.rules';
import classes from './rate-bar.module.css';

/** A rate as a bar in its colour band (80, 60, 40). Its colour is not the only sign: show the number beside it. */
export function RateBar({ rate, label }: { rate: number; label: string }) {
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-valuenow={Math.round(rate)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={label}
    >
      <div className={classes.bar} data-band={bandOf(rate)} style={{ width: `${Math.min(100, rate)}%` }} />
    </div>
  );
}
