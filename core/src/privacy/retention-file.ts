import type { EmptiedDays } from '../attendance/attendance.types.ts';
import { encodeUtf8, readLines } from '../kernel/byte-streams.ts';
import { AppError } from '../kernel/errors.ts';
import { addDays, type LocalDate } from '../kernel/local-date.ts';
import { RETAINED_TABLES, type RetainedRows, type RetainedTable } from './retention.types.ts';

/**
 * The content of a retention file: a marker before each page of a table, its rows, and an end marker with their number.
 * Rows begin with `{`, markers with `#`.
 */
async function* lines(pages: AsyncIterable<RetainedRows>, onRows: (rows: number) => void) {
  let total = 0;
  for await (const { table, rows } of pages) {
    if (rows.length === 0) continue;
    total += rows.length;
    yield `#${JSON.stringify({ table })}\n${rows.join('\n')}\n`;
    onRows(total);
  }
  yield `#${JSON.stringify({ end: { rows: total } })}\n`;
}

export const retentionContent = (
  pages: AsyncIterable<RetainedRows>,
  onRows: (rows: number) => void,
): AsyncIterable<Uint8Array> => encodeUtf8(lines(pages, onRows));

/** Longer than any row of these tables. */
const LINE_MAX = 1_000_000;

const isRetained = (table: unknown): table is RetainedTable => RETAINED_TABLES.some((each) => each === table);

const damaged = () =>
  new AppError('archive_refused', { message: 'This file of deleted data is not complete.' });

/** Reads the rows in steps of at most `limit`. Throws when the end is missing or the number of rows differs. */
export async function* retentionRows(
  content: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<RetainedRows> {
  let table: RetainedTable | null = null;
  let rows: string[] = [];
  let total = 0;
  let end: number | null = null;
  for await (const page of readLines(content, LINE_MAX)) {
    for (const line of page) {
      if (end !== null) throw damaged();
      if (!line.startsWith('#')) {
        if (table === null) throw damaged();
        total += 1;
        if (rows.push(line) < limit) continue;
      }
      if (table !== null && rows.length > 0) yield { table, rows };
      rows = [];
      if (!line.startsWith('#')) continue;
      const marker = JSON.parse(line.slice(1)) as { table?: unknown; end?: { rows: number } }; // authenticated by the seal
      if (marker.end) end = marker.end.rows;
      else if (isRetained(marker.table)) table = marker.table;
      else throw damaged();
    }
  }
  if (end !== total) throw damaged();
}

/** The people whose rows these are, each once. */
export function peopleOf(rows: readonly string[]): number[] {
  const ids = rows.map((row) => (JSON.parse(row) as { person_id?: number }).person_id); // a row of a retained table
  return [...new Set(ids.filter((id) => id !== undefined))].sort((a, b) => a - b);
}

/** The days from the first to the last that the rows are about, a leave from its first day on; null for the audit. */
export function daysOf({ table, rows }: RetainedRows): EmptiedDays | null {
  if (table === 'audit') return null;
  let days: EmptiedDays | null = null;
  for (const row of rows) {
    const { day, first_day, last_day } = JSON.parse(row) as Record<string, LocalDate>; // a row of a retained table
    const [since, last] = [first_day ?? day, last_day ?? day];
    if (since && last) days = joined(days, { since, before: addDays(last, 1) });
  }
  return days;
}

export function joined(a: EmptiedDays | null, b: EmptiedDays | null): EmptiedDays | null {
  if (!a || !b) return a ?? b;
  return {
    since: a.since < b.since ? a.since : b.since,
    before: a.before > b.before ? a.before : b.before,
  };
}
