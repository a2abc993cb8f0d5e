import type { Maintenance } from '@rollcall/core/backup/backup.ports';
import { AppError } from '@rollcall/core/kernel/errors';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { type Db, oneOf } from '../connection.ts';

/** Advisory locks; the numbers must never change. One restore at a time, and no change while one runs. */
const RESTORE_LOCK = ADVISORY_LOCKS.restore;
const CHANGES_LOCK = ADVISORY_LOCKS.changes;
const WAIT_FOR_CHANGES_MS = 30_000;
const RETRY_AFTER_SECONDS = 15;
/** How old the answer about other servers may be. Changes ask anew inside their transaction. */
const FRESH_MS = 1000;

export interface DatabaseMaintenance extends Maintenance {
  /** Called first in every transaction that changes something; fails with `maintenance`. */
  guard(tx: Db): Promise<void>;
}

const refusal = () => new AppError('maintenance', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** For a database that one process has: embedded or in the browser. Its only connection keeps transactions apart. */
export function createLocalMaintenance(): DatabaseMaintenance {
  let on = false;
  return {
    async hold(work) {
      if (on) throw new AppError('restore_running');
      on = true;
      try {
        return await work();
      } finally {
        on = false;
      }
    },
    isOn: async () => on,
    async guard() {
      if (on) throw refusal();
    },
  };
}

/**
 * For PostgreSQL with any number of servers. A change holds a shared lock until its transaction ends; a restore takes
 * the exclusive one on a connection of its own, so it waits for changes under way, refuses new ones at every server,
 * and lets go when its process ends, however it ends.
 */
export function createPostgresMaintenance(pool: pg.Pool): DatabaseMaintenance {
  const local = createLocalMaintenance();
  let asked = { at: Number.NEGATIVE_INFINITY, isOn: false };

  const holdLocks = async <T>(work: () => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        RESTORE_LOCK,
      ]);
      if (!rows[0]?.taken) throw new AppError('restore_running');
      await client.query(`set lock_timeout = ${WAIT_FOR_CHANGES_MS}`);
      await client.query('set statement_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [CHANGES_LOCK]).catch((cause: unknown) => {
        throw new AppError('busy', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS });
      });
      return await work();
    } finally {
      // Asked for, because a connection that is ended keeps its locks for a moment more.
      await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
      client.release(true); // its settings were changed; with a broken connection this lets go of the locks
      asked = { at: Number.NEGATIVE_INFINITY, isOn: false };
    }
  };

  return {
    hold: (work) => local.hold(() => holdLocks(work)),

    async isOn() {
      if (await local.isOn()) return true;
      if (performance.now() - asked.at < FRESH_MS) return asked.isOn;
      asked = { at: performance.now(), isOn: asked.isOn }; // one question at a time
      const { rows } = await pool.query<{ free: boolean }>(
        'select pg_try_advisory_xact_lock_shared($1) as free',
        [CHANGES_LOCK],
      );
      asked = { at: performance.now(), isOn: rows[0]?.free === false };
      return asked.isOn;
    },

    async guard(tx) {
      await local.guard(tx);
      const { free } = await oneOf<{ free: boolean }>(
        tx,
        sql`select pg_try_advisory_xact_lock_shared(${CHANGES_LOCK}) as free`,
      );
      if (!free) throw refusal();
    },
  };
}
