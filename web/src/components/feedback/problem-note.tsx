import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './problem-note.module.css';

/** Why something failed, in a region that screen readers announce. The region stays, so that they watch it. */
export function ProblemNote({ text }: { text: string | null }) {
  return (
    <div aria-live="assertive" className={classes.region}>
      {text ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {text}
        </Alert>
      ) : null}
    </div>
  );
}
