import { type ExplainedDay, useWhy } from '../lib/why.ts';
import classes from './why.module.css';

/** The reason under a verdict: "first seen 9:17 AM, start 9:00 AM + 15 min grace, so late". */
export function Why({ day }: { day: ExplainedDay }) {
  const why = useWhy();
  return <span className={classes.why}>{why(day)}</span>;
}
