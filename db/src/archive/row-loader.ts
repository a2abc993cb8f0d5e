import { ArchiveError } from '@rollcall/core/backup/archive/archive-error';
import type { TableRows } from '@rollcall/core/backup/backup.ports';
import { sql } from 'drizzle-orm';
import { type Db, oneOf } from '../connection.ts';
import { identifiers, type TableShape } from './archive-tables.ts';

const PAGE_ROWS = 2000;
const PAGE_CHARACTERS = 1_000_000;
/** A column of an archived table is a value, a list, or an object of these. */
const MAX_DEPTH = 5;

/**
 * Table whose triggers maintain the roll-ups. It is staged and inserted at once, so that they count in one
 * pass; page by page they would update the same sums repeatedly in one transaction, each time past all the
 * dead versions.
 */
const STAGED_TABLE = 'attendance_days';
/** Name under which a server of a version that knew no months archived one, while another had upgraded the database. */
const MONTH_TABLE = /^attendance_days_\d{4}_\d{2}$/;
const STAGE_NAME = 'restoring_days';
const STAGE = sql.identifier(STAGE_NAME);

/** Inserts archived rows in pages. Postgres parses the JSON that it wrote itself, so no value changes. */
export function createRowLoader(tx: Db, tables: readonly TableShape[]) {
  const shapes = new Map(tables.map((shape) => [shape.name, shape]));
  let table = '';
  let pending: string[] = [];
  let characters = 0;
  let isStaged = false;

  const columnsOf = (name: string) => {
    const shape = shapes.get(name);
    if (!shape) throw new ArchiveError('invalid', { detail: `There is no table ${name} in its schema.` });
    return identifiers(shape.columns);
  };

  const insert = async (into: string, page: string): Promise<void> => {
    const columns = columnsOf(table);
    await refusingBadData(table, () =>
      tx.execute(
        sql`insert into ${sql.identifier(into)} (${columns}) overriding system value
            select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${page}::jsonb)`,
      ),
    );
  };

  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const page = `[${pending.join(',')}]`;
    pending = [];
    characters = 0;
    if (table !== STAGED_TABLE) return insert(table, page);
    if (!isStaged)
      await tx.execute(sql`create temp table ${STAGE} (like ${sql.identifier(STAGED_TABLE)}) on commit drop`);
    isStaged = true;
    await insert(STAGE_NAME, page);
  };

  /** Inserts the pending page and the staged rows: afterwards the current table is complete. */
  const finish = async (): Promise<void> => {
    await flush();
    if (!isStaged) return;
    const columns = columnsOf(STAGED_TABLE);
    await openMonthsOfStage(tx);
    await refusingBadData(STAGED_TABLE, () =>
      tx.execute(
        sql`insert into ${sql.identifier(STAGED_TABLE)} (${columns}) overriding system value select ${columns} from ${STAGE}`,
      ),
    );
    await tx.execute(sql`drop table ${STAGE}`);
    isStaged = false;
  };

  return {
    finish,
    async add(rows: TableRows): Promise<void> {
      const name = rows.table.replace(MONTH_TABLE, STAGED_TABLE);
      if (name !== table) {
        await finish();
        table = name;
        columnsOf(table);
      }
      for (const row of rows.rows) {
        assertRow(table, row);
        pending.push(row);
        characters += row.length;
        if (pending.length >= PAGE_ROWS || characters >= PAGE_CHARACTERS) await flush();
      }
    },
  };
}

/** A month of attendance days takes about ten locks until the restore ends, of which PostgreSQL has some thousands. */
const MAX_MONTHS = 600;

/** Creates the monthly tables of the staged days, in schemas that have such. */
async function openMonthsOfStage(tx: Db): Promise<void> {
  const { divided } = await oneOf<{ divided: boolean }>(
    tx,
    sql`select relkind = 'p' as divided from pg_class where oid = ${STAGED_TABLE}::regclass`,
  );
  if (!divided) return;
  const { months } = await oneOf<{ months: number }>(
    tx,
    sql`select count(distinct date_trunc('month', day::timestamp))::int as months from ${STAGE}`,
  );
  if (months > MAX_MONTHS)
    throw new ArchiveError('invalid', { detail: `Its attendance lies in more than ${MAX_MONTHS} months.` });
  await tx.execute(sql`select open_attendance_months(array(select distinct day from ${STAGE}))`);
}

/** One row is one JSON object. Checked here, because a page is one statement and deep nesting can stop a database. */
function assertRow(table: string, text: string): void {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (cause) {
    throw new ArchiveError('invalid', { detail: `A row of ${table} is not JSON.`, cause });
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row) || !isShallow(row, MAX_DEPTH))
    throw new ArchiveError('invalid', { detail: `A row of ${table} is not a plain record.` });
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isShallow(each, depth - 1));
}

/** SQLSTATE classes that blame the data: data exception, constraint, program limit, raised by a trigger. */
const BLAMES_DATA = /^(22|23|54|P0)/;

function postgresError(error: unknown): { code: string; message: string } | null {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if ('code' in each && typeof each.code === 'string' && /^[0-9A-Z]{5}$/.test(each.code))
      return { code: each.code, message: each.message };
  return null;
}

/** Turns an error of the database about the rows into an `ArchiveError` that names the table. */
export async function refusingBadData<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const found = postgresError(error);
    if (!found || !BLAMES_DATA.test(found.code)) throw error;
    throw new ArchiveError('invalid', { detail: `${what}: ${found.message.slice(0, 200)}.`, cause: error });
  }
}
