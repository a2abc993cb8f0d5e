import type { ReactNode } from 'react';
import { useChosenInView } from '../../lib/chosen-in-view.ts';
import classes from './sideways.module.css';

interface SidewaysProps {
  /** The chosen value of the row. */
  readonly value: string;
  readonly children: ReactNode;
}

/**
 * Lets a row of choices scroll sideways where a phone is too narrow for it. The row itself must not scroll: Mantine
 * would draw the mark of the chosen one at another place.
 */
export function Sideways({ value, children }: SidewaysProps) {
  const row = useChosenInView<HTMLDivElement>(value);
  return (
    <div ref={row} className={classes.row}>
      {children}
    </div>
  );
}
