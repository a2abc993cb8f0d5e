import { Box, Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { EmptyDrawing } from '../feedback/empty-drawing.tsx';
import classes from './page.module.css';

/** Width and padding of every page, and its title in the browser tab. */
export function Page({ title, narrow, children }: { title: string; narrow?: boolean; children: ReactNode }) {
  useDocumentTitle(`${title} · Rollcall`);
  return <div className={narrow ? `${classes.page} ${classes.narrow}` : classes.page}>{children}</div>;
}

interface PageHeadProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Buttons beside the title. */
  readonly children?: ReactNode;
}

/** Heading of a page, with one line about it and its main buttons. */
export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <header className={`${classes.head} rc-no-print`}>
      <div>
        <h1>{title}</h1>
        {text ? <p>{text}</p> : null}
      </div>
      {children ? <div className={classes.buttons}>{children}</div> : null}
    </header>
  );
}

interface MessagePageProps {
  readonly title: string;
  readonly text: string;
  readonly drawing: 'page' | 'server' | 'person';
  readonly children?: ReactNode;
}

/** A page with a single message and its buttons, e.g. "not found". */
export function MessagePage({ title, text, drawing, children }: MessagePageProps) {
  return (
    <Page title={title} narrow>
      <Stack gap={12} align="center" py={48} ta="center">
        <EmptyDrawing kind={drawing} size={120} />
        <Box component="h1" m="8px 0 0" fz={30} lh={1.2}>
          {title}
        </Box>
        <Box component="p" m={0} maw="46ch" c="var(--rc-muted)" fz={17} lh={1.55}>
          {text}
        </Box>
        <Box display="flex" mt={12} style={{ gap: 12, flexWrap: 'wrap', justifyContent: 'center' }}>
          {children}
        </Box>
      </Stack>
    </Page>
  );
}
