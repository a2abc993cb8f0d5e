import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { AppError } from '../errors.ts';
import { TABLE_LIMITS } from './csv.reader.ts';
import { hasShortPieces } from './xml-pieces.ts';
import { zipEntries } from './zip.reader.ts';

/** Limit for the unpacked XML of all parts of a workbook together. */
const UNPACKED_BYTES_MAX = 100 * 1024 * 1024;
/** The library fills the rectangle up to the last cell, wherever a file says that it is. */
const SHEET_MAX = { rows: 2 * TABLE_LIMITS.rows, columns: TABLE_LIMITS.columns, cells: 3_000_000 } as const;

function countOf(text: string, pattern: RegExp): number {
  let count = 0;
  while (pattern.exec(text) !== null) count += 1;
  return count;
}

const notASpreadsheet = (cause?: unknown) =>
  new AppError('invalid_input', { message: 'This is not a spreadsheet.', cause });

const tooLarge = () =>
  new AppError('invalid_input', {
    message: 'The sheet is too large. Remove empty rows and columns, or save it as CSV.',
  });

/**
 * Refuses a worksheet with more rows or cells than the limits, or one beyond them. Reads the references of rows and
 * cells, `12` and `AB12`, and counts the elements, which need no reference.
 */
function checkExtent(xml: string): void {
  if (countOf(xml, /<(?:\w+:)?row[\s/>]/g) > SHEET_MAX.rows) throw tooLarge();
  if (countOf(xml, /<(?:\w+:)?c[\s/>]/g) > SHEET_MAX.cells) throw tooLarge();
  let [rows, columns] = [0, 0];
  for (const [, reference = ''] of xml.matchAll(/\sr\s*=\s*["']([^"']*)["']/g)) {
    const parts = /^([A-Z]{0,3})(\d{1,7})$/.exec(reference);
    if (!parts) throw tooLarge();
    const column = [...(parts[1] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    rows = Math.max(rows, Number(parts[2]));
    columns = Math.max(columns, column);
  }
  if (rows > SHEET_MAX.rows || columns > SHEET_MAX.columns || rows * columns > SHEET_MAX.cells)
    throw tooLarge();
}

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
    const part = await entry.read();
    const xml = new TextDecoder().decode(part);
    if (!hasShortPieces(xml)) throw notASpreadsheet();
    if (/worksheets\//i.test(entry.name)) checkExtent(xml);
    parts[entry.name] = part;
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
      .map((row) => row.slice(0, TABLE_LIMITS.columns).map(cellText))
      .filter((row) => row.some((cell) => cell !== ''));
  } catch (cause) {
    throw notASpreadsheet(cause);
  }
}
