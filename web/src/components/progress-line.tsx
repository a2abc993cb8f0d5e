import { Progress } from '@mantine/core';
import classes from './progress-line.module.css';

/** Long work: one sentence and how far it is; without a figure, only that it goes on. */
export function ProgressLine({ text, percent }: { text: string; percent: number | null }) {
  return (
    <div className={classes.line} aria-live="polite">
      <span>{text}</span>
      <Progress value={percent ?? 100} animated={percent === null} size="sm" aria-label={text} />
    </div>
  );
}
