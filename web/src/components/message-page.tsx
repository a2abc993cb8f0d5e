import type { ReactNode } from 'react';
import { EmptyDrawing } from './empty-drawing.tsx';
import classes from './message-page.module.css';
import { Page } from './page.tsx';

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
  readonly drawing: 'page' | 'server' | 'person';
  readonly children?: ReactNode;
}

/** A whole page that says one thing and offers one way on. */
export function MessagePage({ title, text, drawing, children }: MessagePageProps) {
  return (
    <Page title={title} narrow>
      <div className={classes.box}>
        <EmptyDrawing kind={drawing} size={120} />
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        <div className={classes.actions}>{children}</div>
      </div>
    </Page>
  );
}
