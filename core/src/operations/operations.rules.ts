import { fileName } from '../kernel/file-name.ts';
import type { Zone } from '../kernel/zones/zone.ts';
import type { Operation, OperationKind } from './operations.types.ts';

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

/** The stored name of an export of one day holds that day; the rest of a name is random. */
const DAY_IN_NAME = /^export-csv-(\d{4}-\d{2}-\d{2})-/;

const CONTENTS: Readonly<Record<OperationKind, string>> = {
  backup: 'backup',
  export_json: 'export',
  export_csv: 'attendance',
  upload: 'upload',
  import: 'import report',
  retention: 'deleted records',
};

/** The name under which a file is listed and downloaded: `Hill School backup 2026-11-16 0931.rollcall`. */
export function downloadName(
  { kind, file, createdAt }: Pick<Operation, 'kind' | 'file' | 'createdAt'>,
  institution: string,
  zone: Zone,
): string {
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const [, day] = DAY_IN_NAME.exec(file) ?? [];
  if (day) return fileName([institution, CONTENTS[kind], day], extension);
  const reason = file.startsWith(BACKUP_BEFORE) ? file.slice(BACKUP_BEFORE.length).split('-')[0] : undefined;
  const made = `${zone.dateOf(createdAt)} ${zone.timeOf(createdAt).replace(':', '')}`;
  const content = kind === 'export_csv' ? `${CONTENTS[kind]} all days` : CONTENTS[kind];
  return fileName([institution, content, reason ? `before ${reason}` : null, made], extension);
}

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
