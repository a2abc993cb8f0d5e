import type { Operation } from './operations.types.ts';

export const DAY_MS = 86_400_000;
export const FILE_LIFETIME_MS = 7 * DAY_MS;
export const UPLOAD_LIFETIME_MS = DAY_MS;
export const FILE_NAME_PATTERN = /^[a-z0-9-]{1,80}\.(json|csv|rollcall)$/;

/**
 * Begins the names of backups that are made without asking whether the folder is the shared one: before an upgrade, and
 * before a restore from the command line.
 */
export const BACKUP_BEFORE = 'backup-before-';

/** Whether the operation has a file to download. An import of a table has none; an import of photos leaves a report. */
export const hasFile = ({ kind, state, file }: Pick<Operation, 'kind' | 'state' | 'file'>): boolean =>
  state === 'done' && kind !== 'upload' && (kind !== 'import' || file.endsWith('.json'));

/** ENOSPC of the file system, 53100 of Postgres. */
const DISK_FULL_CODES = new Set(['ENOSPC', '53100']);

/** Postgres: a conflict of transactions, a deadlock, a lock that was not to be had in time. */
const CONTENTION_CODES = new Set(['40001', '40P01', '55P03']);

export const isDiskFull = (error: unknown): boolean => hasCode(error, DISK_FULL_CODES);

/** True when transactions were in each other's way, retries included: the same call may succeed in a moment. */
export const isContention = (error: unknown): boolean => hasCode(error, CONTENTION_CODES);

/** Looks for a code in the error and its causes, because errors get wrapped. */
function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && codes.has(current.code)) return true;
    current = current.cause;
  }
  return false;
}
