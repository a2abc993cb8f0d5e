import type { ArchiveReader, CsvRow } from '@rollcall/core/backup/backup.ports';
import type { LocalDate } from '@rollcall/core/time/local-date';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from './connection.ts';
import { schemaVersion } from './migrate.ts';

/**
 * Every table with the columns that order it, parents before children. Left out on purpose: `face_keys`
 * (see the migration), and what is worth nothing tomorrow: sessions, attempts, scans, seen images.
 */
const TABLES: Record<string, readonly string[]> = {
  institution: ['only_row'],
  people: ['id'],
  credentials: ['person_id'],
  notices: ['id'],
  notice_readers: ['notice_id', 'person_id'],
  classes: ['id'],
  class_members: ['class_id', 'person_id'],
  class_sessions: ['id'],
  time_rules: ['effective_from'],
  check_ins: ['id'],
  attendance_days: ['person_id', 'day'],
  face_templates: ['id'],
  look_alikes: ['person_a', 'person_b'],
  audit: ['id'],
};

const PAGE = 2000;

export function createArchiveReader(db: Db): ArchiveReader {
  return {
    schemaVersion: () => schemaVersion(db),
    tables: () => Object.keys(TABLES),

    async *rows(table) {
      const key = TABLES[table];
      if (!key) throw new Error(`There is no table ${table} to archive.`);
      const keyList = sql.join(
        key.map((column) => sql.identifier(column)),
        sql`, `,
      );
      let after: Record<string, unknown> | null = null;
      for (;;) {
        // Each page begins after the last row of the one before: no offset, so cost follows the page.
        const last: Record<string, unknown> | null = after;
        const where = last
          ? sql`where (${keyList}) > (${sql.join(
              key.map((column) => sql`${last[column]}`),
              sql`, `,
            )})`
          : sql``;
        const page: { row: Record<string, unknown> }[] = await rowsOf(
          db,
          sql`select to_jsonb(t) as row from ${sql.identifier(table)} t ${where} order by ${keyList} limit ${PAGE}`,
        );
        if (page.length > 0) yield page.map(({ row }) => row);
        if (page.length < PAGE) return;
        after = page.at(-1)?.row ?? null;
      }
    },

    async *attendance(date: LocalDate | null) {
      let after: { day: string; id: number } | null = null;
      for (;;) {
        const last: { day: string; id: number } | null = after;
        const page: (CsvRow & { id: number })[] = await rowsOf(
          db,
          sql`select to_char(d.day, 'YYYY-MM-DD') as date, p.id, p.code, p.name, p.kind,
                p.class_section as "classSection", d.status, d.first_in as "firstIn", d.last_seen as "lastSeen"
              from attendance_days d join people p on p.id = d.person_id
              where (${date}::date is null or d.day = ${date})
                and (${last?.day ?? null}::date is null or (d.day, p.id) > (${last?.day ?? null}::date, ${last?.id ?? 0}))
              order by d.day, p.id limit ${PAGE}`,
        );
        if (page.length > 0) yield page.map(({ id: _, ...row }) => withDates(row));
        if (page.length < PAGE) return;
        const tail: (CsvRow & { id: number }) | undefined = page.at(-1);
        after = tail ? { day: tail.date, id: tail.id } : null;
      }
    },
  };
}

/** Hand-written queries get moments as the driver's text; Drizzle turns off its own parsing for them. */
const withDates = (row: CsvRow): CsvRow => ({
  ...row,
  firstIn: row.firstIn && new Date(row.firstIn),
  lastSeen: row.lastSeen && new Date(row.lastSeen),
});
