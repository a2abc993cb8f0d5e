import type pg from 'pg';

const LONGEST_TEXT = 500;

export interface SlowQuery {
  /** The statement with `$1`, `$2` … in place of values: no parameter is ever reported. */
  readonly statement: string;
  readonly ms: number;
}

/** Reports statements of a pool that take `limitMs` or longer, failed ones too. */
export function reportSlowQueries(
  pool: pg.Pool,
  { limitMs, report }: { readonly limitMs: number; readonly report: (query: SlowQuery) => void },
): void {
  pool.on('connect', (client) => {
    // The overloads of `query` cannot be written down twice; its arguments pass through.
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const start = performance.now();
      const finish = () => {
        const ms = Math.round(performance.now() - start);
        if (ms >= limitMs) report({ statement: textOf(args[0]), ms });
      };
      const last = args.at(-1);
      if (isCallback(last))
        return query(...args.slice(0, -1), (...results: unknown[]) => {
          finish();
          last(...results);
        });
      const answer = query(...args);
      if (answer instanceof Promise) answer.then(finish, finish);
      return answer;
    }) as typeof client.query;
  });
}

const isCallback = (value: unknown): value is (...results: unknown[]) => void => typeof value === 'function';

function textOf(query: unknown): string {
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return String(text).replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
}
