import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  readonly title?: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A bordered section with an optional title, hint and actions. */
export function Card({ title, hint, actions, className, children }: CardProps) {
  return (
    <section className={className ? `${classes.card} ${className}` : classes.card}>
      {title ? (
        <div className={classes.head}>
          <div>
            <h2 className={classes.title}>{title}</h2>
            {hint ? <p className={classes.hint}>{hint}</p> : null}
          </div>
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  );
}
