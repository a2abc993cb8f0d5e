import type { TableRows } from '@rollcall/core/backup/archive-content';
import { sql } from 'drizzle-orm';
import type { TableShape } from './archive-tables.ts';
import type { Db } from './connection.ts';

const PAGE_ROWS = 2000;
const PAGE_CHARACTERS = 1_000_000;

/**
 * Its triggers keep the roll-ups. Told of all rows at once they count in one pass; told of every page they would write
 * the same sums again and again in one transaction, each time past all the versions before.
 */
const SUMMED = 'attendance_days';
const STAGE_NAME = 'restoring_days';
const STAGE = sql.identifier(STAGE_NAME);

/** Writes rows back as Postgres wrote them out: it reads its own JSON, so no value changes on the way. */
export function createRowLoader(tx: Db, tables: readonly TableShape[]) {
  const shapes = new Map(tables.map((shape) => [shape.name, shape]));
  let table = '';
  let waiting: string[] = [];
  let characters = 0;

  let isStaged = false;

  const insert = async (into: string, page: string): Promise<void> => {
    const columns = columnsOf(table);
    await tx.execute(
      sql`insert into ${sql.identifier(into)} (${columns}) overriding system value
          select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${page}::jsonb)`,
    );
  };

  const columnsOf = (name: string) => {
    const shape = shapes.get(name);
    if (!shape) throw new Error(`The archive has a table ${name} that its schema does not have.`);
    return sql.join(
      shape.columns.map((column) => sql.identifier(column)),
      sql`, `,
    );
  };

  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const page = `[${waiting.join(',')}]`;
    waiting = [];
    characters = 0;
    if (table !== SUMMED) return insert(table, page);
    if (!isStaged)
      await tx.execute(sql`create temp table ${STAGE} (like ${sql.identifier(SUMMED)}) on commit drop`);
    isStaged = true;
    await insert(STAGE_NAME, page);
  };

  /** The page that is waiting, and what was staged: afterwards the table is complete. */
  const finish = async (): Promise<void> => {
    await flush();
    if (!isStaged) return;
    const columns = columnsOf(SUMMED);
    await tx.execute(
      sql`insert into ${sql.identifier(SUMMED)} (${columns}) overriding system value select ${columns} from ${STAGE}`,
    );
    await tx.execute(sql`drop table ${STAGE}`);
    isStaged = false;
  };

  return {
    finish,
    async add(rows: TableRows): Promise<void> {
      if (rows.table !== table) {
        await finish();
        table = rows.table;
      }
      for (const row of rows.rows) {
        waiting.push(row);
        characters += row.length;
        if (waiting.length >= PAGE_ROWS || characters >= PAGE_CHARACTERS) await flush();
      }
    },
  };
}
