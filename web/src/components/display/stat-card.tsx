import type { ReactNode } from 'react';
import { Hint } from '../feedback/hint.tsx';
import classes from './stat-card.module.css';

interface StatCardProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly hint?: string;
}

/** Longer values, e.g. a month, get a smaller font. */
const LONG = 6;

/** A labelled figure with an optional note and hint. */
export function StatCard({ label, value, note, hint }: StatCardProps) {
  return (
    <div className={classes.card}>
      <span className={classes.label}>
        {label}
        {hint ? <Hint text={hint} /> : null}
      </span>
      <span
        className={classes.value}
        data-long={typeof value === 'string' && value.length > LONG ? '' : undefined}
      >
        {value}
      </span>
      {note ? <span className={classes.note}>{note}</span> : null}
    </div>
  );
}

export function StatGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}
