import { Skeleton } from '@mantine/core';
import classes from './analytics.module.css';

/** The shape of what comes: a chart, three cards, two lists. */
export function AnalyticsSkeleton() {
  return (
    <div className={classes.grid} aria-hidden>
      <Skeleton height={384} radius={12} />
      <Skeleton height={296} radius={12} />
      <div className={`${classes.grid} ${classes.two}`}>
        <Skeleton height={260} radius={12} />
        <Skeleton height={260} radius={12} />
      </div>
    </div>
  );
}
