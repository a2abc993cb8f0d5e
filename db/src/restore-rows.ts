import type { TableRows } from '@rollcall/core/backup/archive-content';
import { sql } from 'drizzle-orm';
import type { TableShape } from './archive-tables.ts';
import type { Db } from './connection.ts';

const PAGE_ROWS = 2000;
const PAGE_CHARACTERS = 1_000_000;

/** Writes rows back as Postgres wrote them out: it reads its own JSON, so no value changes on the way. */
export function createRowLoader(tx: Db, tables: readonly TableShape[]) {
  const shapes = new Map(tables.map((shape) => [shape.name, shape]));
  let table = '';
  let waiting: string[] = [];
  let characters = 0;

  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const shape = shapes.get(table);
    if (!shape) throw new Error(`The archive has a table ${table} that its schema does not have.`);
    const columns = sql.join(
      shape.columns.map((column) => sql.identifier(column)),
      sql`, `,
    );
    const page = `[${waiting.join(',')}]`;
    await tx.execute(
      sql`insert into ${sql.identifier(table)} (${columns}) overriding system value
          select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${page}::jsonb)`,
    );
    waiting = [];
    characters = 0;
  };

  return {
    flush,
    async add(rows: TableRows): Promise<void> {
      if (rows.table !== table) {
        await flush();
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
