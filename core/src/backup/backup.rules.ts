import type { Operation } from './backup.types.ts';

export const DAY_MS = 86_400_000;
export const FILE_LIFETIME_MS = 7 * DAY_MS;
export const UPLOAD_LIFETIME_MS = DAY_MS;
export const FILE_NAME = /^[a-z0-9-]{1,80}\.(json|csv|rollcall)$/;
export const CSV_CHOICE_DAYS = 30;
export const PASSPHRASE_MIN = 10;

/** An import of a sheet is listed for its progress; only that of photos leaves a report behind. */
export const hasFile = ({ kind, state, file }: Pick<Operation, 'kind' | 'state' | 'file'>): boolean =>
  state === 'done' && kind !== 'upload' && (kind !== 'import' || file.endsWith('.json'));

/** A cell that a spreadsheet would run as a formula gets a quote in front; then ordinary CSV quoting. */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;
