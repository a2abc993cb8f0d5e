import type { StoredName } from '../operations/operations.ports.ts';
import { DAY_MS, hasFile } from '../operations/operations.rules.ts';
import type { Operation } from '../operations/operations.types.ts';
import type { BackupSchedule } from './backup.ports.ts';

interface Found {
  readonly operations: readonly Operation[];
  readonly files: readonly StoredName[];
  /** When the folder took the place of another one, where earlier files may still be. */
  readonly filesSince: Date;
  readonly schedule: BackupSchedule;
  readonly now: Date;
}

export interface ExpiryPlan {
  readonly remove: readonly Operation[];
  /** Files that no operation names. */
  readonly orphans: readonly string[];
  /** Expired by age, but nothing newer replaces them. */
  readonly keep: readonly Operation[];
  readonly keepUntil: Date;
}

const BACKUP_FILE = /^backup-/;
/** What a retention run removed can be put back for 30 days. */
const RETENTION_FILE = /^retention-/;
const RETENTION_MS = 30 * DAY_MS;

const isBackup = ({ kind, state }: Operation): boolean => kind === 'backup' && state === 'done';
const newestFirst = (a: Operation, b: Operation): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id;

/**
 * Decides what is removed. The newest good backup always stays, and of the nightly ones as many as the schedule keeps
 * days: when backups fail, or the machine is off for a month, the last good ones do not expire by age.
 */
export function planExpiry({ operations, files, filesSince, schedule, now }: Found): ExpiryPlan {
  const present = new Set(files.map(({ name }) => name));
  const isOld = (time: Date) => time.getTime() < now.getTime() - DAY_MS;
  const good = operations.filter((each) => isBackup(each) && present.has(each.file)).sort(newestFirst);
  const nightly = good.filter(({ scheduled, verifiedAt }) => scheduled && verifiedAt !== null);
  const needed = new Set([...good.slice(0, 1), ...nightly.slice(0, schedule.keepDaily)]);

  const isGone = (each: Operation) =>
    hasFile(each) && !present.has(each.file) && isOld(each.createdAt) && each.createdAt > filesSince;
  const isExpired = (each: Operation) => each.expiresAt <= now;
  const remove = operations.filter((each) => !needed.has(each) && (isExpired(each) || isGone(each)));

  // Extended before they expire, so that they can be downloaded at any time.
  const keepUntil = new Date(now.getTime() + 2 * DAY_MS);
  const keep = [...needed].filter(({ expiresAt }) => expiresAt.getTime() < now.getTime() + DAY_MS);

  const known = new Set(operations.map(({ file }) => file));
  const keptMs = Math.max(schedule.keepDaily, schedule.keepWeekly * 7) * DAY_MS;
  const newest = good[0]?.createdAt.getTime() ?? 0;
  const orphans = files.filter(({ name, modifiedAt }) => {
    if (known.has(name) || !isOld(modifiedAt)) return false;
    const at = modifiedAt.getTime();
    if (RETENTION_FILE.test(name)) return at < now.getTime() - RETENTION_MS;
    if (!BACKUP_FILE.test(name)) return true;
    // A backup that nobody lists may be the last one: it goes when it is older than any that would be kept.
    return at < now.getTime() - keptMs && at < newest;
  });
  return { remove, keep, keepUntil, orphans: orphans.map(({ name }) => name) };
}
