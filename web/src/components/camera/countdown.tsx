import classes from './countdown.module.css';

/** Large enough to read from two steps away; said aloud as it changes. */
export function Countdown({ seconds }: { seconds: number }) {
  return (
    <div className={classes.count} role="timer" aria-live="assertive">
      <span key={seconds}>{seconds}</span>
    </div>
  );
}
