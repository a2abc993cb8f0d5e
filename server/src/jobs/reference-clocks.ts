import { readFile } from 'node:fs/promises';
import { uptime } from 'node:os';
import type { ReferenceClocks } from '@rollcall/core/clock-guard/clock-guard.ports';
import { describeDoubt, isLoopback } from '@rollcall/core/clock-guard/clock-guard.rules';
import type { ClockStatus, FutureDays } from '@rollcall/core/clock-guard/clock-guard.types';
import { type Db, rowsOf } from '@rollcall/db/connection';
import { readDatabaseClock } from '@rollcall/db/repositories/clock-guard.repositories';
import { sql } from 'drizzle-orm';
import { isOwnAddress } from './own-addresses.ts';

interface Needs {
  readonly db: Db;
  /** Undefined: the embedded database, which runs in this process. */
  readonly databaseUrl: string | undefined;
  /** Whether the database runs on another machine, where the operator says so; undefined: found out. */
  readonly databaseElsewhere: boolean | undefined;
  readonly isGuarded: boolean;
}

/** The number of the running kernel, the same in every container of one machine. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

/**
 * Whether PostgreSQL is known to run on another machine. A container beside ours has an address of its own but the same
 * clock, so that only another boot id proves it. Where one of the two cannot be read (PostgreSQL shows it to superusers
 * on Linux), the database is no witness unless the operator says so.
 */
export async function isDatabaseElsewhere(db: Db, databaseUrl: string): Promise<boolean> {
  if (!URL.canParse(databaseUrl)) return false; // without a host: a socket
  const url = new URL(databaseUrl);
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname).replace(/^\[|\]$/g, '');
  if (host === '' || host.startsWith('/') || isLoopback(host)) return false;
  const own = await readFile(BOOT_ID, 'utf8').catch(() => null);
  const theirs = await rowsOf<{ id: string | null }>(
    db,
    sql`select pg_read_file(${BOOT_ID}, 0, 100, true) as id`,
  ).catch(() => []); // only a superuser may read it
  const their = theirs[0]?.id?.trim();
  return own !== null && their !== undefined && their !== own.trim();
}

/**
 * The steady clock is the machine's uptime: unlike `performance.now()` it goes on while a laptop sleeps, so that
 * waking up is not taken for a clock that was set.
 */
export async function createReferenceClocks(needs: Needs): Promise<ReferenceClocks> {
  const { db, databaseUrl, databaseElsewhere, isGuarded } = needs;
  const isElsewhere =
    databaseUrl !== undefined && (databaseElsewhere ?? (await isDatabaseElsewhere(db, databaseUrl)));
  return {
    isGuarded,
    steadyMs: createSteadyClock(),
    readDatabase: async () => (databaseUrl === undefined ? null : readDatabaseClock(db, isElsewhere)),
    isOwnAddress: (address) => isOwnAddress(address),
  };
}

export function createSteadyClock(readUptime: () => number = uptime): () => number {
  try {
    readUptime();
  } catch {
    return () => performance.now(); // some sandboxes hide the uptime
  }
  return () => readUptime() * 1000;
}

/** The line in the log when the clock becomes doubted or trusted. */
export const clockMessage = (status: ClockStatus): string =>
  status.state === 'doubted'
    ? `The server's clock may be wrong: ${describeDoubt(status.doubt)}. No day is closed and nothing is deleted until it is right or an administrator confirms it.`
    : `The server's clock is trusted: ${status.serverTime.toISOString()}.`;

export const futureDaysMessage = ({ from, to, ...found }: FutureDays): string =>
  `A wrong clock recorded future days (${from} to ${to}): ${found.days} closed days with ${found.verdicts} absences and leaves, ${found.checkIns} check-ins, ${found.classMarks} class marks. No day is closed before the last closed one has passed: remove them on the page, or with rollcall attendance unclose.`;
