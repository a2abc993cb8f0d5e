import type { Operation } from './operations.types.ts';

export const DAY_MS = 86_400_000;
export const FILE_LIFETIME_MS = 7 * DAY_MS;
export const UPLOAD_LIFETIME_MS = DAY_MS;
export const FILE_NAME_PATTERN = /^[a-z0-9-]{1,80}\.(json|csv|rollcall)$/;

/** Whether the operation has a file to download. An import of a table has none; an import of photos leaves a report. */
export const hasFile = ({ kind, state, file }: Pick<Operation, 'kind' | 'state' | 'file'>): boolean =>
  state === 'done' && kind !== 'upload' && (kind !== 'import' || file.endsWith('.json'));

/** ENOSPC of the file system, 53100 of Postgres. */
const DISK_FULL_CODES = new Set(['ENOSPC', '53100']);

/** Looks for a disk-full code in the error and its causes, because errors get wrapped. */
export function isDiskFull(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && DISK_FULL_CODES.has(current.code))
      return true;
    current = current.cause;
  }
  return false;
}
