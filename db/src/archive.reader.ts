import type { ArchiveReader, CsvRow, Snapshots } from '@rollcall/core/backup/backup.ports';
import type { LocalDate } from '@rollcall/core/time/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { exportQuery } from './archive-export.ts';
import { archivedTables, numberedColumns } from './archive-tables.ts';
import { type Db, oneOf, rowsOf } from './connection.ts';
import { schemaVersion } from './migrate.ts';

/**
 * One transaction that sees one moment. PostgreSQL keeps old row versions for it, so nobody waits. On the embedded
 * database in memory (tests, the browser) it is the only session and others do wait; a folder has a better way.
 */
export function createSnapshots(db: Db): Snapshots {
  return {
    read: (work) =>
      db.transaction(
        async (tx) => {
          // Between two pages the file is written, on a slow disk for longer than an ordinary query may idle.
          await tx.execute(sql`set local statement_timeout = 0`);
          await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
          return work(createArchiveReader(tx));
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
  };
}

/** Inside a transaction: a cursor lives no longer. */
function createArchiveReader(tx: Db): ArchiveReader {
  return {
    schemaVersion: () => schemaVersion(tx),

    async tables() {
      const counts = new Map<string, number>();
      for (const { name } of await archivedTables(tx)) {
        const { count } = await oneOf<{ count: number }>(
          tx,
          sql`select count(*)::float8 as count from ${sql.identifier(name)}`,
        );
        counts.set(name, count);
      }
      return counts;
    },

    async *rows(table) {
      const shape = (await archivedTables(tx)).find(({ name }) => name === table);
      if (!shape) throw new Error(`There is no table ${table} to archive.`);
      const order = sql.join(
        shape.key.map((column) => sql.identifier(column)),
        sql`, `,
      );
      // The database writes the JSON itself, all digits of every number and moment included.
      yield* texts(
        tx,
        sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t order by ${order}`,
      );
    },

    async sequences() {
      const rows = await numberedColumns(tx);
      return Object.fromEntries(
        rows.flatMap(({ name, last }) => (last === null ? [] : [[name, Number(last)]])),
      );
    },

    exported: (section) => texts(tx, exportQuery(section)),

    async *attendance(date: LocalDate | null) {
      const query = sql`select to_char(d.day, 'YYYY-MM-DD') as date, p.code, p.name, p.kind,
          p.class_section as "classSection", d.status, d.first_in as "firstIn", d.last_seen as "lastSeen"
        from attendance_days d join people p on p.id = d.person_id
        where (${date}::date is null or d.day = ${date}) order by d.day, p.id`;
      for await (const page of pages<CsvRow>(tx, query)) yield page.map(withDates);
    },
  };
}

async function* texts(tx: Db, query: SQL): AsyncIterable<readonly string[]> {
  for await (const page of pages<{ row: string }>(tx, query)) yield page.map(({ row }) => row);
}

async function* pages<Row>(tx: Db, query: SQL): AsyncIterable<Row[]> {
  await tx.execute(sql`declare archive_page no scroll cursor for ${query}`);
  for (;;) {
    const page = await rowsOf<Row>(tx, sql`fetch forward 2000 from archive_page`);
    if (page.length === 0) break;
    yield page;
  }
  await tx.execute(sql`close archive_page`);
}

/** Hand-written queries get moments as the driver's text; Drizzle turns off its own parsing for them. */
const withDates = (row: CsvRow): CsvRow => ({
  ...row,
  firstIn: row.firstIn && new Date(row.firstIn),
  lastSeen: row.lastSeen && new Date(row.lastSeen),
});
