import type { ReactNode } from 'react';
import { EmptyDrawing } from './empty-drawing.tsx';
import classes from './empty-state.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  readonly drawing?: 'register' | 'chart' | 'notice' | 'person' | 'page';
  readonly action?: ReactNode;
}

/** A drawing, one sentence, one button. */
export function EmptyState({ title, text, drawing = 'register', action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <EmptyDrawing kind={drawing} />
      <p className={classes.title}>{title}</p>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action}
    </div>
  );
}
