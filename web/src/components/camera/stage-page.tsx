import type { ReactNode } from 'react';
import classes from './stage-page.module.css';

interface StagePageProps {
  readonly children: ReactNode;
  readonly buttons: ReactNode;
}

/** A page of a camera's dialog without a camera: something to read or to look at, and the buttons at the bottom. */
export function StagePage({ children, buttons }: StagePageProps) {
  return (
    <div className={classes.page} data-stage-page>
      <div className={classes.content}>{children}</div>
      <div className={classes.buttons}>{buttons}</div>
    </div>
  );
}
