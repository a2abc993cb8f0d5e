import { sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { type Db, oneOf } from '../connection.ts';

export class MigrationError extends Error {
  /** Shown as one sentence. */
  readonly code = 'MIGRATION';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

/** Advisory lock that serialises servers starting at the same time. The number must never change. */
const LOCK = ADVISORY_LOCKS.migrations;
const POLL_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** The statements of a migration without lines of comments. */
export const withoutComments = (text: string): string => text.replace(/^\s*--.*$/gm, '');

/** SHA-256 of the statements. Comments and spaces may be changed after a release, statements may not. */
export async function checksumOf(text: string): Promise<string> {
  const statements = withoutComments(text).replace(/\s+/g, ' ').trim();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(statements));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const BUSY = Symbol('another server migrates');

/**
 * Runs `work` in a transaction while no other server migrates, without limit of time. The lock is asked for again
 * and again instead of waited for: a statement that waits holds a snapshot, for which `create index concurrently` of
 * the other server would wait in turn.
 */
export async function runExclusively(
  db: Db,
  log: (message: string) => void,
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await db.transaction(
      async (tx) => {
        const { locked } = await oneOf<{ locked: boolean }>(
          tx,
          sql`select pg_try_advisory_xact_lock(${LOCK}) as locked`,
        );
        return locked ? withoutLimits(tx, work) : BUSY;
      },
      // Holds no snapshot between two statements, for which `create index concurrently` would wait.
      { isolationLevel: 'read committed' },
    );
    if (result !== BUSY) return;
    if (attempt === 0) log('Another server migrates the database; waiting for it.');
    await pause(POLL_MS);
  }
}

/** Lifts the time limits while `work` runs. Puts them back, because the transaction may be part of a longer one. */
async function withoutLimits(tx: Db, work: (tx: Db) => Promise<void>): Promise<void> {
  const before = await oneOf<Record<'statement' | 'idle' | 'lock', string>>(
    tx,
    sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await work(tx);
  await tx.execute(sql`select set_config('statement_timeout', ${before.statement}, true),
    set_config('lock_timeout', ${before.lock}, true),
    set_config('idle_in_transaction_session_timeout', ${before.idle}, true)`);
}

/**
 * Runs `work` with a limit on waiting for locks, again until it gets them. Whoever waits for the lock of a table makes
 * everybody wait who comes after, so a report that reads for minutes would stop the other servers.
 */
export async function withLockLimit(
  needs: {
    db: Db;
    migration: { readonly name: string };
    lockMs: number;
    giveUpMs: number;
    log: (message: string) => void;
  },
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  const start = performance.now();
  for (;;) {
    try {
      return await runExclusively(needs.db, needs.log, async (tx) => {
        await tx.execute(sql`select set_config('lock_timeout', ${`${needs.lockMs}ms`}, true)`);
        await work(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() - start > needs.giveUpMs)
        throw new MigrationError(
          `Migration ${needs.migration.name} needs a table that another program keeps in use. End that program and start again.`,
          { cause: error },
        );
      needs.log(`Migration ${needs.migration.name} waits for a table that is in use.`);
      // Everybody who waited behind the migration passes; the share of chance keeps two servers apart.
      await pause(needs.lockMs * (0.5 + Math.random()));
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if ('code' in each && each.code === LOCK_NOT_AVAILABLE) return true;
  return false;
}
