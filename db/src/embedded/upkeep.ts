import { messageOf } from './embedded-errors.ts';
import type { Embedded } from './open-embedded.ts';

export interface Upkeep {
  /** Runs what is due now. Never rejects: failures are logged and retried in the next round. */
  round(): Promise<void>;
  checkpointIfWritten(): Promise<boolean>;
  vacuum(): Promise<void>;
  /** Looks again at the tables of which much was written since, as autovacuum does. Answers which. */
  analyzeGrown(): Promise<readonly string[]>;
  stop(): void;
}

const checkpointEveryMs = 5 * 60_000;
const analyzeEveryMs = 60_000;
const hourMs = 60 * 60_000;
/** The longest time without a night: a holiday, with a week to spare. */
const LONGEST_PAUSE_MS = 7 * 7 * 24 * hourMs;
/** The largest tables, which hold days and numbers of people and no words. */
const WITHOUT_NAMES: ReadonlySet<string> = new Set(['attendance_days', 'check_ins']);
/** From 2:00 the day's work is done and nobody has come yet. */
const isNight = (hour: number) => hour >= 2 && hour < 5;
/** When everybody arrives: the only connection belongs to them. */
const isRush = (hour: number) => hour >= 5 && hour < 12;

/**
 * Runs checkpoints and vacuum, which PostgreSQL does in background processes that PGlite lacks. Without
 * checkpoints the log grows without end and a restart replays all of it; without vacuum dead rows and stale
 * statistics slow queries. A prepared statement keeps the plan of a table that was nearly empty in the morning until somebody
 * looks at the table again.
 */
export function startUpkeep(needs: {
  embedded: Pick<Embedded, 'pool' | 'withoutLimit'>;
  now: () => Date;
  /** Calls `work` every `ms`; returns a function that stops it. */
  every: (ms: number, work: () => void) => () => void;
  log?: (message: string) => void;
}): Upkeep {
  const { pool, withoutLimit } = needs.embedded;
  const started = needs.now().getTime();
  let checkpointedAt: string | undefined;
  let vacuumedAt: Date | undefined;
  let running: Promise<void> | undefined;

  async function walPosition(): Promise<string | undefined> {
    const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
    return rows[0]?.lsn;
  }

  async function checkpointIfWritten(): Promise<boolean> {
    if ((await walPosition()) === checkpointedAt) return false;
    await withoutLimit(() => pool.query('CHECKPOINT'));
    checkpointedAt = await walPosition();
    return true;
  }

  /**
   * Removes dead rows. A removed row's bytes stay in its page until the page is written anew, so after somebody was
   * deleted or erased the tables are rewritten.
   */
  async function vacuum(): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
       order by 1`,
    );
    const scrubs = rows.some(({ name }) => name === 'tombstones') && (await wasSomebodyRemoved());
    // Statistics hold frequent values, and those of a table that has become empty would stay.
    if (scrubs)
      await pool.query(
        `delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`,
      );
    // One statement per table, with its months, so that waiting calls run in between: all share one connection.
    for (const { name } of rows) {
      const full = scrubs && !WITHOUT_NAMES.has(name);
      await withoutLimit(() => pool.query(`VACUUM (${full ? 'FULL, ' : ''}ANALYZE) ${name}`));
    }
    if (scrubs) await withoutLimit(() => dropOldBytes());
  }

  /** Whether a person was deleted or erased since the last night, or lately, where this process has seen no night yet. */
  async function wasSomebodyRemoved(): Promise<boolean> {
    const since = vacuumedAt ?? new Date(needs.now().getTime() - LONGEST_PAUSE_MS);
    const { rows } = await pool.query(
      `select 1 from tombstones where what in ('deleted', 'erased') and at >= $1 limit 1`,
      [since],
    );
    return rows.length > 0;
  }

  /** Of statistics, and of the log: its old files are deleted instead of being kept for reuse. */
  async function dropOldBytes(): Promise<void> {
    await pool.query('VACUUM (FULL) pg_statistic');
    await pool.query('set wal_recycle = off');
    try {
      await pool.query('select pg_switch_wal()');
      await pool.query('CHECKPOINT');
    } finally {
      await pool.query('reset wal_recycle');
    }
  }

  async function analyzeGrown(): Promise<readonly string[]> {
    // PostgreSQL's own rule: fifty rows and a tenth of the table.
    const { rows } = await pool.query<{ name: string }>(
      `select s.relid::regclass::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
       where s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) order by 1`,
    );
    for (const { name } of rows) await withoutLimit(() => pool.query(`ANALYZE ${name}`));
    return rows.map(({ name }) => name);
  }

  /**
   * True once a night. On a machine that is switched off at night: when nothing was written since the last round, or
   * after two days without such a pause, and never in the morning.
   */
  async function vacuumIsDue(): Promise<boolean> {
    const now = needs.now();
    const hour = now.getHours();
    if (isNight(hour)) return vacuumedAt?.toDateString() !== now.toDateString();
    if (isRush(hour)) return false;
    const hours = (now.getTime() - (vacuumedAt?.getTime() ?? started)) / hourMs;
    if (hours >= 48) return true;
    return hours >= (vacuumedAt === undefined ? 1 : 24) && (await walPosition()) === checkpointedAt;
  }

  async function runRound(): Promise<void> {
    try {
      if (await vacuumIsDue()) {
        await vacuum();
        vacuumedAt = needs.now();
      }
      await checkpointIfWritten();
    } catch (error) {
      needs.log?.(`Database upkeep failed: ${messageOf(error)}`);
    }
  }

  function round(): Promise<void> {
    running ??= runRound().finally(() => {
      running = undefined;
    });
    return running;
  }

  let analyzing: Promise<unknown> | undefined;
  /** Not beside another one: where a restore holds the connection, they would queue up. */
  const analyzeRound = () => {
    if (running || analyzing) return;
    analyzing = analyzeGrown()
      .catch((error: unknown) => needs.log?.(`Database upkeep failed: ${messageOf(error)}`))
      .finally(() => {
        analyzing = undefined;
      });
  };

  const stops = [
    needs.every(checkpointEveryMs, () => void round()),
    needs.every(analyzeEveryMs, analyzeRound),
  ];
  const stop = () => {
    for (const each of stops) each();
  };
  return { round, checkpointIfWritten, vacuum, analyzeGrown, stop };
}
