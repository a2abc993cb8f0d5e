import pg from 'pg';
import { type Timing, timeRuns } from '../shared/timing.ts';

/** What a call read: rows and pages of tables and indexes, and the months of attendance days among them. */
export interface Reads {
  readonly rows: number;
  readonly pages: number;
  readonly months: number;
}

export interface WatchedCall extends Timing, Reads {
  /** The first call, which finds nothing of what the server keeps for a moment, and the pages of the database where the fill left them. */
  readonly first: Reads & { readonly ms: number };
}

interface TableCounters {
  readonly name: string;
  readonly scans: number;
  readonly rows: number;
  readonly pages: number;
}

const COUNTERS = `
  select t.relname as name, (coalesce(t.seq_scan, 0) + coalesce(t.idx_scan, 0))::float8 as scans,
    (coalesce(t.seq_tup_read, 0) + coalesce(t.idx_tup_fetch, 0))::float8 as rows,
    (coalesce(b.heap_blks_read, 0) + coalesce(b.heap_blks_hit, 0) + coalesce(b.idx_blks_read, 0)
      + coalesce(b.idx_blks_hit, 0))::float8 as pages
  from pg_stat_user_tables t join pg_statio_user_tables b using (relid)`;

/**
 * Counts what calls read, by PostgreSQL's own statistics. The app has one connection, which is told to hand them over;
 * they are read on another.
 */
export async function watchReads(url: string, pool: pg.Pool) {
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const counters = async (): Promise<Map<string, TableCounters>> => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await watcher.query<TableCounters>(COUNTERS);
    return new Map(rows.map((row) => [row.name, row]));
  };

  const readsOf = async (call: () => Promise<unknown>): Promise<Reads> => {
    const before = await counters();
    await call();
    const changed = [...(await counters()).values()].map((after) => {
      const { scans = 0, rows = 0, pages = 0 } = before.get(after.name) ?? {};
      return {
        name: after.name,
        scans: after.scans - scans,
        rows: after.rows - rows,
        pages: after.pages - pages,
      };
    });
    const sum = (of: (each: TableCounters) => number) => changed.reduce((total, each) => total + of(each), 0);
    return {
      rows: sum(({ rows }) => rows),
      pages: sum(({ pages }) => pages),
      months: changed.filter(({ name, scans }) => scans > 0 && name.startsWith('attendance_days_')).length,
    };
  };

  return {
    /** Times a call and counts what the first and the last of them read. */
    async watch(runs: number, call: () => Promise<unknown>): Promise<WatchedCall> {
      let ms = 0;
      const first = await readsOf(async () => {
        const began = performance.now();
        await call();
        ms = Math.round(performance.now() - began);
      });
      const timing = await timeRuns(runs, call);
      return { ...timing, ...(await readsOf(call)), first: { ms, ...first } };
    },
    close: () => watcher.end(),
  };
}
