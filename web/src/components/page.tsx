import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

/** The width and the air of every page, and its name in the tab. */
export function Page({ title, narrow, children }: { title: string; narrow?: boolean; children: ReactNode }) {
  useDocumentTitle(`${title} · Rollcall`);
  return <div className={narrow ? `${classes.page} ${classes.narrow}` : classes.page}>{children}</div>;
}
