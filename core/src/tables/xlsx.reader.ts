import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { AppError } from '../kernel/errors.ts';
import { zipEntries } from './zip.reader.ts';

/** Limit for the unpacked XML of all parts of a workbook together. */
const UNPACKED_BYTES_MAX = 100 * 1024 * 1024;
const COLUMNS_MAX = 500;

/**
 * Unpacks the XML parts under our size limits and packs them again without compression: the library itself would
 * unpack without a limit, and in threads of its own that a strict content security policy forbids.
 */
async function repackWithinLimits(file: Uint8Array): Promise<ArrayBuffer> {
  const parts: Record<string, Uint8Array> = {};
  let left = UNPACKED_BYTES_MAX;
  for (const entry of zipEntries(file, UNPACKED_BYTES_MAX)) {
    if (!/\.(xml|rels)$/i.test(entry.name)) continue;
    left -= entry.bytes;
    if (left < 0) throw new AppError('payload_too_large');
    parts[entry.name] = await entry.read();
  }
  return new Uint8Array(zipSync(parts, { level: 0 })).buffer;
}

/** Formats a date cell as `2026-03-05`, `09:05`, or both. The library returns wall times as if they were UTC. */
function dateText(date: Date): string {
  const iso = date.toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  // Excel stores a time without a date as a day before 1900.
  if (date.getUTCFullYear() < 1900) return time;
  return time === '00:00' ? day : `${day} ${time}`;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? dateText(cell) : String(cell).trim();
}

/** Reads the first worksheet of a workbook as text; numbers keep the digits that the file has. */
export async function readXlsx(file: Uint8Array): Promise<string[][]> {
  const content = await repackWithinLimits(file);
  try {
    const rows: readonly (readonly unknown[])[] = await readSheet(content, { parseNumber: (text) => text });
    return rows
      .map((row) => row.slice(0, COLUMNS_MAX).map(cellText))
      .filter((row) => row.some((cell) => cell !== ''));
  } catch (cause) {
    throw new AppError('invalid_input', { message: 'This is not a spreadsheet.', cause });
  }
}
