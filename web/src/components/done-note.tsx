import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './done-note.module.css';

interface DoneNoteProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** Where to go from here. */
  readonly children?: ReactNode;
}

/** The end of long work: what happened, and the next step. */
export function DoneNote({ title, text, children }: DoneNoteProps) {
  return (
    <div className={classes.done} role="status">
      <IconCircleCheck size={32} aria-hidden className={classes.tick ?? ''} />
      <div>
        <h2>{title}</h2>
        {text ? <p>{text}</p> : null}
      </div>
      {children}
    </div>
  );
}
