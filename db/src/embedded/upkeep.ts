import { messageOf } from './embedded-errors.ts';
import type { Embedded } from './open-embedded.ts';

export interface Upkeep {
  /** Runs what is due now. Never rejects: failures are logged and retried in the next round. */
  round(): Promise<void>;
  checkpointIfWritten(): Promise<boolean>;
  vacuum(): Promise<void>;
  stop(): void;
}

const checkpointEveryMs = 5 * 60_000;
const vacuumHour = 3;
const hourMs = 60 * 60_000;

/**
 * Runs checkpoints and vacuum, which PostgreSQL does in background processes that PGlite lacks. Without
 * checkpoints the log grows without end and a restart replays all of it; without vacuum dead rows and stale
 * statistics slow queries.
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
  let vacuumedOn: string | undefined;
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

  async function vacuum(): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    // One statement per table, so that waiting calls run in between: all share one connection.
    for (const { name } of rows) await withoutLimit(() => pool.query(`VACUUM (ANALYZE) ${name}`));
  }

  /** True once a night, or an hour after the start on a machine that is switched off at night. */
  function vacuumIsDue(): boolean {
    const now = needs.now();
    if (vacuumedOn === undefined && now.getTime() - started >= hourMs) return true;
    return now.getHours() === vacuumHour && vacuumedOn !== now.toDateString();
  }

  async function runRound(): Promise<void> {
    try {
      if (vacuumIsDue()) {
        await vacuum();
        vacuumedOn = needs.now().toDateString();
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

  const stop = needs.every(checkpointEveryMs, () => void round());
  return { round, checkpointIfWritten, vacuum, stop };
}
