import type { ClockDoubt, ClockReading, DatabaseReading, DeviceReport } from './clock-guard.types.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A clock that is further off is doubted. */
export const JUMP_MS = 60 * MINUTE;
/** A device or a database that is this close to the server's clock agrees with it. */
export const AGREEMENT_MS = 5 * MINUTE;
/**
 * Witnesses end a doubt by themselves up to this difference: a machine that was off over a weekend or a short holiday.
 * Whoever believes a wrong clock for longer may lose data, so that an administrator must say so.
 */
export const WITNESS_MS = 14 * DAY;
/** Different people whose devices must agree; one administrator's is enough. */
export const DEVICES_NEEDED = 3;

export const offsetOf = ({ wall, steady }: ClockReading): number => wall - steady;

interface Comparison {
  readonly now: ClockReading;
  /** The last reading that was believed in this process; null right after the start. */
  readonly anchor: ClockReading | null;
  /** The first such reading: small steps that add up to a drift are not told from the last one. */
  readonly first: ClockReading | null;
  /** The last time that a server with a believed clock saved; null in a new database. */
  readonly lastKnown: number | null;
  readonly database: DatabaseReading | null;
  /** How far the database's clock was off when somebody confirmed the server's: known, and no reason for doubt. */
  readonly acceptedDifference: number;
}

const isNear = (a: number, b: number, limit = JUMP_MS): boolean => Math.abs(a - b) <= limit;

/** The time that the steady clock says now, counted from a reading. */
const timeSince = (from: ClockReading, now: ClockReading): number => from.wall + (now.steady - from.steady);

/** Whether the clock went on evenly since a reading, within the limit of a jump. */
export const wentOnEvenly = (from: ClockReading, now: ClockReading): boolean =>
  isNear(now.wall, timeSince(from, now));

/**
 * Compares the clock with what was believed before. It is believed when it went on evenly since the first and the last
 * believed reading, or when it is near the last known time although it jumped: other servers keep that up to date. The
 * database's clock is compared in any case.
 */
export function findDoubt(comparison: Comparison): ClockDoubt | null {
  const { now, anchor, first, lastKnown, database, acceptedDifference } = comparison;
  const hasDrifted = anchor && first && wentOnEvenly(anchor, now) && !wentOnEvenly(first, now);
  const from = hasDrifted ? first : anchor;
  const expected = from ? timeSince(from, now) : lastKnown;
  const references = (hasDrifted ? [expected] : [expected, lastKnown]).filter((time) => time !== null);
  const to = new Date(now.wall);
  if (expected !== null && !references.some((time) => isNear(now.wall, time))) {
    return now.wall > expected
      ? { reason: 'jumped_forward', from: new Date(expected), to }
      : { reason: 'behind_last_known', lastKnown: new Date(expected), to };
  }
  if (database && !databaseIsNear(now, database) && !isNear(now.wall - database.time, acceptedDifference))
    return { reason: 'differs_from_database', database: new Date(database.time), to };
  return null;
}

export const databaseIsNear = ({ wall }: ClockReading, { time }: DatabaseReading): boolean =>
  isNear(wall, time);

/** The time that was expected instead of the clock's: the last known one, or the database's. */
export function expectedTime(doubt: ClockDoubt): Date {
  if (doubt.reason === 'jumped_forward') return doubt.from;
  return doubt.reason === 'behind_last_known' ? doubt.lastKnown : doubt.database;
}

/** Whether the doubt is small enough to end without an administrator's word. */
export const isForWitnesses = (doubt: ClockDoubt): boolean =>
  isNear(doubt.to.getTime(), expectedTime(doubt).getTime(), WITNESS_MS);

/** A database on another machine is a witness of its own; on the same machine it reads the same clock. */
export const databaseAgrees = (now: ClockReading, database: DatabaseReading | null): boolean =>
  database?.isElsewhere === true && isNear(now.wall, database.time, AGREEMENT_MS);

/** Reports made before the clock was set again do not count. */
export function devicesAgree(now: ClockReading, reports: Iterable<DeviceReport>): boolean {
  let people = 0;
  for (const { isAdmin, offset } of reports) {
    if (!isNear(offset, offsetOf(now), AGREEMENT_MS)) continue;
    if (isAdmin) return true;
    people += 1;
  }
  return people >= DEVICES_NEEDED;
}

export const deviceAgrees = (now: ClockReading, deviceTime: number): boolean =>
  isNear(now.wall, deviceTime, AGREEMENT_MS);

/** Addresses that always mean the machine itself, whose browser shows the server's own clock. */
export function isLoopback(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, '');
  return plain === '::1' || plain === 'localhost' || /^127\./.test(plain);
}

export function describeDoubt(doubt: ClockDoubt): string {
  const says = `it says ${doubt.to.toISOString()}`;
  switch (doubt.reason) {
    case 'jumped_forward':
      return `${says}, ${doubt.from.toISOString()} was expected`;
    case 'behind_last_known':
      return `${says}, and it was ${doubt.lastKnown.toISOString()} before`;
    case 'differs_from_database':
      return `${says}, the database's clock says ${doubt.database.toISOString()}`;
  }
}
