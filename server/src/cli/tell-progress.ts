import type { CliContext } from './cli-context.ts';

/** A command about fewer rows is over before anybody wonders. */
const TOLD_FROM = 100_000;

/** Says at each tenth how far a long command is. */
export function tellProgress({ announce }: Pick<CliContext, 'announce'>, what: string) {
  let told = 0;
  return (done: number, total: number): void => {
    const tenths = total < TOLD_FROM ? 0 : Math.floor((10 * done) / total);
    if (tenths <= told) return;
    told = tenths;
    announce?.(`${what}: ${10 * tenths} % of ${total} rows`);
  };
}

/** As above, for work that tells how many rows it has just done. */
export function tellRows(context: Pick<CliContext, 'announce'>, what: string, total: number) {
  const tell = tellProgress(context, what);
  let done = 0;
  return (rows: number): void => {
    done += rows;
    tell(done, total);
  };
}
