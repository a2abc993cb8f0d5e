import type { Embedded } from './open-embedded.ts';

export interface Upkeep {
  /** One round: what is due now. Never rejects; failures are logged and tried again at the next round. */
  round(): Promise<void>;
  checkpointIfWritten(): Promise<boolean>;
  vacuum(): Promise<void>;
  stop(): void;
}

const checkpointEveryMs = 5 * 60_000;
const vacuumHour = 3;
const hourMs = 60 * 60_000;

/**
 * What PostgreSQL does in background processes and PGlite therefore never does: without checkpoints the log
 * grows for ever and a restart replays all of it; without vacuum dead rows and stale statistics slow everything.
 */
export function startUpkeep(needs: {
  embedded: Pick<Embedded, 'pool' | 'withoutLimit'>;
  now: () => Date;
  /** Calls `work` again and again; the result stops it. */
  every: (ms: number, work: () => void) => () => void;
  log?: (message: string) => void;
}): Upkeep {
  const { pool, withoutLimit } = needs.embedded;
  const started = needs.now().getTime();
  let checkpointedAt: string | undefined;
  let vacuumedOn: string | undefined;
  let running: Promise<void> | undefined;

  async function position(): Promise<string | undefined> {
    const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
    return rows[0]?.lsn;
  }

  async function checkpointIfWritten(): Promise<boolean> {
    if ((await position()) === checkpointedAt) return false;
    await withoutLimit(() => pool.query('CHECKPOINT'));
    checkpointedAt = await position();
    return true;
  }

  async function vacuum(): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    // Table by table, so that waiting calls get their turn in between: there is one session for all.
    for (const { name } of rows) await withoutLimit(() => pool.query(`VACUUM (ANALYZE) ${name}`));
  }

  /** At night; or, on a machine that is switched off at night, an hour after its first start. */
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
      needs.log?.(`Database upkeep failed: ${error instanceof Error ? error.message : String(error)}`);
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
