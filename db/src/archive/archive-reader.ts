import type { ArchiveReader, CsvRow, ExportSection, Snapshots } from '@rollcall/core/backup/backup.ports';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, liftTimeouts, oneOf, rowsOf } from '../connection.ts';
import { schemaVersion } from '../migrations/migrate.ts';
import { archivedTables, identifiers, sequenceColumns, type TableShape } from './archive-tables.ts';

/**
 * Queries of the JSON export, field by field (version 1, documented in docs/OPERATIONS.md). People are
 * identified by their code. Passwords, faces and keys are not exported: only listed fields are.
 */
const EXPORT_QUERIES: Record<ExportSection, SQL> = {
  institution: sql`select jsonb_build_object('name', name, 'time_zone', time_zone, 'working_days', working_days)::text
    as row from institution`,
  people: sql`select jsonb_build_object('id', p.code, 'name', p.name, 'username', p.username, 'type', p.kind,
      'class_section', p.class_section, 'registered_date', p.registered_on, 'deleted', p.deleted_at is not null,
      'role', p.role, 'email', p.email, 'contact_phone', p.contact_phone, 'sections', case when p.role = 'office' and p.office_of = 'sections'
        then array(select s.section from office_sections s where s.person_id = p.id order by 1) end,
      'has_face_data', exists (select 1 from face_templates f where f.person_id = p.id),
      'has_password', exists (select 1 from credentials c where c.person_id = p.id))::text as row
    from people p order by p.id`,
  classes: sql`select jsonb_build_object('name', c.name, 'program', c.program, 'semester', c.semester,
      'section', c.section, 'subject', c.subject, 'start_time', c.start_time, 'end_time', c.end_time,
      'weekdays', c.weekdays,
      'roster', array(select p.code from class_members m join people p on p.id = m.person_id
                      where m.class_id = c.id order by p.code),
      'teachers', (select coalesce(jsonb_agg(jsonb_build_object('id', p.code, 'first_day', t.first_day,
                      'last_day', t.last_day) order by t.first_day nulls first, p.code), '[]'::jsonb)
                   from class_teachers t join people p on p.id = t.person_id where t.class_id = c.id))::text as row
    from classes c order by c.id`,
  time_rules: sql`select jsonb_build_object('effective_from', effective_from, 'start_time', start_time,
      'grace_minutes', grace_minutes, 'cutoff_time', cutoff_time,
      'auto_absent_minutes', auto_absent_minutes)::text as row
    from time_rules order by effective_from`,
  attendance_days: sql`select jsonb_build_object('user_id', p.code, 'date', d.day, 'status', d.status,
      'first_in', d.first_in, 'last_seen', d.last_seen)::text as row
    from attendance_days d join people p on p.id = d.person_id order by d.person_id, d.day`,
  check_ins: sql`select jsonb_build_object('user_id', p.code, 'at', c.seen_at, 'date', c.day, 'means', c.means,
      'score', c.score)::text as row
    from check_ins c join people p on p.id = c.person_id order by c.id`,
  class_marks: sql`select jsonb_build_object('user_id', p.code, 'class', k.class_name, 'date', k.day, 'status', k.status,
      'means', k.means, 'score', k.score, 'at', k.seen_at, 'marked_at', k.marked_at,
      'replaced_at', k.replaced_at)::text as row
    from class_marks k join people p on p.id = k.person_id order by k.id`,
  notices: sql`select jsonb_build_object('title', title, 'content', content, 'priority', priority, 'tags', tags,
      'created_at', created_at, 'author', author_name)::text as row
    from notices order by id`,
  audit: sql`select jsonb_build_object('at', at, 'actor', actor_name, 'action', action, 'subject', subject,
      'address', address, 'detail', detail)::text as row
    from audit order by id`,
};

/**
 * Reads an archive in one repeatable-read transaction. PostgreSQL keeps old row versions for it, so nobody
 * waits. In an embedded database in memory (tests, browser) it holds the only connection;
 * `createFolderSnapshots` avoids that.
 */
export function createSnapshots(db: Db): Snapshots {
  return {
    read: (work) =>
      db.transaction(
        async (tx) => {
          // Writing the file between two pages can take longer than an ordinary transaction may be idle.
          await liftTimeouts(tx);
          // Before the first query, which is what the snapshot is taken for: a month that retention empties is empty in
          // every snapshot, and so it is emptied either before this one or after the end.
          await tx.execute(sql`lock table attendance_days in access share mode`);
          return work(createArchiveReader(tx));
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
  };
}

/** Must run inside a transaction, because its cursors end with one. */
function createArchiveReader(tx: Db): ArchiveReader {
  // Read once: a backup asks for every table, and the catalogue takes longer than most of them.
  let shapes: Promise<TableShape[]> | undefined;
  const tables = () => {
    shapes ??= archivedTables(tx);
    return shapes;
  };

  return {
    schemaVersion: () => schemaVersion(tx),

    async tableRowCounts() {
      const counts = new Map<string, number>();
      for (const { name } of await tables()) {
        const { count } = await oneOf<{ count: number }>(
          tx,
          sql`select count(*)::float8 as count from ${sql.identifier(name)}`,
        );
        counts.set(name, count);
      }
      return counts;
    },

    async *rows(table) {
      const shape = (await tables()).find(({ name }) => name === table);
      if (!shape) throw new Error(`There is no table ${table} to archive.`);
      // The database writes the JSON, with all digits of every number and timestamp.
      yield* rowTexts(
        tx,
        sql`select to_jsonb(t)::text as row from ${sql.identifier(table)} t order by ${identifiers(shape.key)}`,
      );
    },

    async sequences() {
      const rows = await sequenceColumns(tx);
      return Object.fromEntries(
        rows.flatMap(({ name, last }) => (last === null ? [] : [[name, Number(last)]])),
      );
    },

    exportRows: (section) => rowTexts(tx, EXPORT_QUERIES[section]),

    async *attendance(date: LocalDate | null) {
      const query = sql`select to_char(d.day, 'YYYY-MM-DD') as date, p.code, p.name, p.kind,
          p.class_section as "classSection", d.status, d.day_off as "isDayOff", d.first_in as "firstIn", d.last_seen as "lastSeen"
        from attendance_days d join people p on p.id = d.person_id
        where (${date}::date is null or d.day = ${date}) order by d.day, p.id`;
      for await (const page of pages<CsvRow>(tx, query)) yield page.map(withDates);
    },
  };
}

async function* rowTexts(tx: Db, query: SQL): AsyncIterable<readonly string[]> {
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

/** Parses timestamps, which Drizzle leaves as text in hand-written queries. */
const withDates = (row: CsvRow): CsvRow => ({
  ...row,
  firstIn: row.firstIn && new Date(row.firstIn),
  lastSeen: row.lastSeen && new Date(row.lastSeen),
});
