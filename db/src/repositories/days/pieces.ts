import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  type LocalDate,
} from '@rollcall/core/kernel/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, intArray, rowsOf } from '../../connection.ts';

/**
 * Months that one statement reads at most. PostgreSQL plans the table of each month that a statement may need and locks it
 * with its five indexes: some dozen statements without days, over ten years, fill its table of locks.
 */
const MONTHS_AT_ONCE = 12;
/** Most questions are answered by the latest days; the next month may be there already. */
const MONTHS_AT_FIRST = 3;

/** Either end may be open. */
interface Ends {
  readonly from?: LocalDate | undefined;
  readonly to?: LocalDate | undefined;
}

const lastOfMonth = (month: LocalDate): LocalDate => addDays(addMonths(month, 1), -1);

/** Divides the months, newest first, into ranges of a year at most, from which months between them are left out. */
export function inPieces(months: readonly LocalDate[], { from, to }: Ends): DateRange[] {
  const pieces: DateRange[] = [];
  for (let at = 0; at < months.length; ) {
    const newest = months[at] as LocalDate; // `at` is below the length
    const limit = addMonths(newest, 1 - (at === 0 ? MONTHS_AT_FIRST : MONTHS_AT_ONCE));
    let oldest = newest;
    for (let month = months[at]; month !== undefined && month >= limit; month = months[++at]) oldest = month;
    const last = lastOfMonth(newest);
    pieces.push({ from: from && from > oldest ? from : oldest, to: to && to < last ? to : last });
  }
  return pieces;
}

async function piecesFrom(db: Db, months: SQL, { from, to }: Ends): Promise<DateRange[]> {
  if (from && to && daysBetween(from, to) < 31 * (MONTHS_AT_ONCE - 1))
    return from <= to ? [{ from, to }] : [];
  const found = (await rowsOf<{ month: LocalDate }>(db, months)).map(({ month }) => month);
  const wanted = found.filter((month) => (!from || month >= firstOfMonth(from)) && (!to || month <= to));
  return inPieces(wanted.sort().reverse(), { from, to });
}

/** Ranges, newest first, that hold all days of these people between the ends, and a year at most each. */
export const piecesOf = (db: Db, people: readonly number[], ends: Ends): Promise<DateRange[]> =>
  piecesFrom(
    db,
    sql`select distinct to_char(month, 'YYYY-MM-DD') as month from person_rollups
        where person_id = any(${intArray(people)}::int[])`,
    ends,
  );

/** Those that have a table, by its name. */
const OPENED = sql`select replace(right(c.relname, 7), '_', '-') || '-01' as month
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'attendance_days'::regclass`;

/** Ranges, newest first, that hold all days of everybody between the ends, and a year at most each. */
export const piecesOfAll = (db: Db, ends: Ends): Promise<DateRange[]> => piecesFrom(db, OPENED, ends);

interface Page extends Ends {
  readonly limit?: number;
}
type Read<Row> = (piece: DateRange & { limit: number }) => PromiseLike<Row[]>;

async function readPieces<Row>(pieces: readonly DateRange[], limit: number, read: Read<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const piece of pieces) {
    if (rows.length >= limit) break;
    for (const row of await read({ ...piece, limit: limit - rows.length })) rows.push(row);
  }
  return rows;
}

/** Rows from the days of these people, read newest first in pieces until there are enough. */
export const newestOf = async <Row>(
  db: Db,
  people: readonly number[],
  { limit = Number.MAX_SAFE_INTEGER, ...ends }: Page,
  read: Read<Row>,
): Promise<Row[]> => readPieces(await piecesOf(db, people, ends), limit, read);

/** Rows from the days of everybody, read newest first in pieces until there are enough. */
export const newestOfAll = async <Row>(
  db: Db,
  { limit = Number.MAX_SAFE_INTEGER, ...ends }: Page,
  read: Read<Row>,
): Promise<Row[]> => readPieces(await piecesOfAll(db, ends), limit, read);

/** The last day of anybody; null without any. */
export async function lastDay(db: Db): Promise<LocalDate | null> {
  const [last] = await newestOfAll(db, { limit: 1 }, ({ from, to }) =>
    rowsOf<{ day: LocalDate }>(
      db,
      sql`select to_char(day, 'YYYY-MM-DD') as day from attendance_days where day between ${from} and ${to}
          order by attendance_days.day desc limit 1`,
    ),
  );
  return last?.day ?? null;
}
