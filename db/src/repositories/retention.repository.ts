import { addDays, firstOfMonth, type LocalDate, localDate } from '@rollcall/core/kernel/local-date';
import type { RetentionRepository, RowPlace } from '@rollcall/core/privacy/retention.ports';
import type { RetainedMonth, RetainedTable, RetentionRun } from '@rollcall/core/privacy/retention.types';
import { dayOfRow, joinedMonths } from '@rollcall/core/privacy/retention-months.rules';
import { type SQL, sql } from 'drizzle-orm';
import { identifiers } from '../archive/archive-tables.ts';
import { type Db, intArray, oneOf, rowsOf } from '../connection.ts';
import { openMonths, withinSpan } from './days/months.ts';
import { createEmptiedDays } from './emptied-days.ts';

interface TableOfRows {
  /** Column by which rows become old, and its type. */
  readonly date: 'day' | 'last_day' | 'at';
  readonly key: 'id' | 'person_id';
}

const TABLES: Record<RetainedTable, TableOfRows> = {
  corrections: { date: 'day', key: 'id' },
  day_notes: { date: 'day', key: 'id' },
  leaves: { date: 'last_day', key: 'id' },
  class_marks: { date: 'day', key: 'id' },
  fixed_absences: { date: 'day', key: 'person_id' },
  check_ins: { date: 'day', key: 'id' },
  attendance_days: { date: 'day', key: 'person_id' },
  audit: { date: 'at', key: 'id' },
};

const typeOf = ({ date }: TableOfRows): SQL => (date === 'at' ? sql`timestamptz` : sql`date`);

/** The rows as a set of the table's own type; the database parses the JSON that it wrote itself. */
const recordset = (table: RetainedTable, rows: readonly string[]): SQL =>
  sql`jsonb_populate_recordset(null::${sql.identifier(table)}, ${`[${rows.join(',')}]`}::jsonb)`;

/** Whether the person is there and was not deleted since the rows were written, when their texts were complete. */
const isPresent = (id: SQL, writtenAt: Date): SQL =>
  sql`exists (select 1 from people x where x.id = ${id} and (x.deleted_at is null or x.deleted_at < ${writtenAt}))`;

/** Which rows may come back. */
function mayReturn(table: RetainedTable, writtenAt: Date): SQL {
  if (table === 'audit')
    return sql`(r.actor_id is null or ${isPresent(sql`r.actor_id`, writtenAt)})
      and (r.subject_id is null or ${isPresent(sql`r.subject_id`, writtenAt)})`;
  if (table === 'corrections' || table === 'day_notes' || table === 'leaves')
    return isPresent(sql`r.person_id`, writtenAt);
  return sql`exists (select 1 from people x where x.id = r.person_id)`;
}

/** The part of a month that one verdict is. */
const monthOf = (day: LocalDate, fingerprint: string): RetainedMonth => ({
  month: firstOfMonth(day),
  since: day,
  before: addDays(day, 1),
  rows: 1,
  fingerprint,
});

const RUN = sql`select r.operation_id as "operationId", r.state, o.file, r.started_at as "startedAt",
    r.finished_at as "finishedAt", o.expires_at as "expiresAt", r.done::float8 as done, r.total::float8 as total,
    r.bytes::float8 as bytes, r.sha256, r.months, r.removed, r.undone_at as "undoneAt", r.put_back as "putBack"
  from retention_runs r join operations o on o.id = r.operation_id`;

interface RunRow extends Omit<RetentionRun, 'startedAt' | 'finishedAt' | 'expiresAt' | 'undoneAt'> {
  readonly startedAt: string | Date;
  readonly finishedAt: string | Date | null;
  readonly expiresAt: string | Date;
  readonly undoneAt: string | Date | null;
}

/** Hand-written queries answer times as the driver likes. */
const toRun = (row: RunRow): RetentionRun => ({
  ...row,
  startedAt: new Date(row.startedAt),
  finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
  expiresAt: new Date(row.expiresAt),
  undoneAt: row.undoneAt === null ? null : new Date(row.undoneAt),
});

export function createRetentionRepository(db: Db): RetentionRepository {
  const runsWhere = async (rest: SQL): Promise<RetentionRun[]> =>
    (await rowsOf<RunRow>(db, sql`${RUN} ${rest}`)).map(toRun);

  const emptiedDays = createEmptiedDays(db);

  const addTo = (column: 'removed' | 'put_back', table: RetainedTable, rows: number): SQL => {
    const name = sql.identifier(column);
    return sql`${name} = jsonb_set(${name}, array[${table}::text],
      to_jsonb(coalesce((${name} ->> ${table}::text)::bigint, 0) + ${rows}::bigint))`;
  };

  return {
    unusedFaces: (since, among) =>
      rowsOf(
        db,
        sql`select p.id as "personId", p.code from people p
            where exists (select 1 from face_templates t where t.person_id = p.id)
              ${among ? sql`and p.id = any(${intArray(among)}::int[])` : sql``}
              and not exists (select 1 from face_templates t where t.person_id = p.id and t.created_at >= ${since})
              and not exists (select 1 from check_ins c where c.person_id = p.id
                              and c.means in ('face', 'class_photo') and c.seen_at >= ${since})
              and not exists (select 1 from class_marks m where m.person_id = p.id
                              and m.means = 'class_photo' and m.marked_at >= ${since})
            order by p.id`,
      ),

    countAttendanceBefore: (day) =>
      oneOf(
        db,
        sql`select (select count(*)::int from attendance_days where day < ${day}) as days,
              (select count(*)::int from check_ins where day < ${day}) as "checkIns"`,
      ),

    async hasAttendanceBefore(day) {
      const { found } = await oneOf<{ found: boolean }>(
        db,
        sql`select exists (select 1 from attendance_days where day < ${day})
              or exists (select 1 from check_ins where day < ${day})
              or exists (select 1 from corrections where day < ${day})
              or exists (select 1 from day_notes where day < ${day})
              or exists (select 1 from leaves where last_day < ${day})
              or exists (select 1 from class_marks where day < ${day}) as found`,
      );
      return found;
    },

    async countAuditBefore(at) {
      const { count } = await oneOf<{ count: number }>(
        db,
        sql`select count(*)::int as count from audit where at < ${at}`,
      );
      return count;
    },

    async hasAuditBefore(at) {
      const { found } = await oneOf<{ found: boolean }>(
        db,
        sql`select exists (select 1 from audit where at < ${at}) as found`,
      );
      return found;
    },

    async page(table, before, after, limit) {
      const shape = TABLES[table];
      const [date, key, type] = [sql.identifier(shape.date), sql.identifier(shape.key), typeOf(shape)];
      const limitOfAge = typeof before === 'string' ? before : before.toISOString();
      // The first comparison leaves out the months before.
      const beyond = after
        ? sql`and t.${date} >= ${after.date}::${type}
            and (t.${date}, t.${key}) > (${after.date}::${type}, ${after.key}::bigint)`
        : sql``;
      const hash = table === 'attendance_days' ? sql`hash_record_extended(t, 0)::text` : sql`null`;
      const found = await rowsOf<RowPlace & { row: string; hash: string | null }>(
        db,
        sql`select to_jsonb(t)::text as row, t.${date}::text as date, t.${key}::text as key, ${hash} as hash
            from ${sql.identifier(table)} t where t.${date} < ${limitOfAge}::${type} ${beyond}
            order by t.${date}, t.${key} limit ${limit}`,
      );
      const last = found.length < limit ? undefined : found.at(-1);
      return {
        rows: found.map(({ row }) => row),
        last: last ? { date: last.date, key: last.key } : null,
        months: joinedMonths(
          [],
          found.flatMap(({ date: day, hash }) => (hash === null ? [] : [monthOf(localDate(day), hash)])),
        ),
      };
    },

    async remove(table, rows) {
      const { key, date } = TABLES[table];
      const isAmong = table === 'attendance_days' ? withinSpan(sql`t.day`, rows.map(dayOfRow)) : sql`true`;
      const name = sql.identifier(table);
      const isSame = key === 'id' ? sql`t.id = r.id` : sql`t.person_id = r.person_id and t.day = r.day`;
      const { removed } = await oneOf<{ removed: number }>(
        db,
        sql`with gone as (
              delete from ${name} t using ${recordset(table, rows)} r
              where ${isSame} and t.${sql.identifier(date)} = r.${sql.identifier(date)} and ${isAmong}
                and t is not distinct from r returning 1
            ) select count(*)::int as removed from gone`,
      );
      return removed;
    },

    async removeMonth({ month, rows, fingerprint }) {
      // A month of a large institution is read once; the limit of requests is not made for that.
      await db.execute(sql`set local statement_timeout = 0`);
      const { removed } = await oneOf<{ removed: string | null }>(
        db,
        sql`select remove_attendance_month(${month}::date, ${rows}::bigint, ${fingerprint}::numeric)::text as removed`,
      );
      return removed === null ? null : Number(removed);
    },

    async dropEmptyMonths(before) {
      await db.execute(sql`select drop_empty_attendance_months(${before}::date)`);
    },

    async putBack(table, rows, writtenAt) {
      if (table === 'attendance_days') await openMonths(db, rows.map(dayOfRow));
      const columns = await columnsToFill(db, table, rows[0] ?? '{}');
      const values = columns.map(({ name, target, key }) => {
        const value = sql`r.${sql.identifier(name)}`;
        if (target === null || key === null) return value;
        const found = sql`x.${sql.identifier(key)}`;
        return sql`(select ${found} from ${sql.identifier(target)} x where ${found} = ${value})`;
      });
      const { added } = await oneOf<{ added: number }>(
        db,
        sql`with added as (
              insert into ${sql.identifier(table)} (${identifiers(columns.map(({ name }) => name))}) overriding system value
              select ${sql.join(values, sql`, `)} from ${recordset(table, rows)} r
              where ${mayReturn(table, writtenAt)}
              on conflict do nothing returning 1
            ) select count(*)::int as added from added`,
      );
      return added;
    },

    async insertRun(operationId, startedAt) {
      await db.execute(
        sql`insert into retention_runs (operation_id, state, started_at) values (${operationId}, 'writing', ${startedAt})`,
      );
    },

    async lockRun(operationId) {
      const [row] = await rowsOf<{ state: RetentionRun['state'] }>(
        db,
        sql`select state from retention_runs where operation_id = ${operationId} for update`,
      );
      return row?.state ?? null;
    },

    noteEmptied: emptiedDays.note,
    forgetEmptied: emptiedDays.forget,
    unfittingDays: emptiedDays.unfitting,

    async startRemoving(operationId, { total, bytes, sha256, months }) {
      await db.execute(
        sql`update retention_runs set state = 'removing', total = ${total}, bytes = ${bytes}, sha256 = ${sha256},
              months = ${JSON.stringify(months)}::jsonb
            where operation_id = ${operationId}`,
      );
    },

    async noteRemoved(operationId, table, done, removed) {
      await db.execute(
        sql`update retention_runs set done = greatest(done, ${done}), ${addTo('removed', table, removed)}
            where operation_id = ${operationId}`,
      );
    },

    async notePutBack(operationId, table, rows) {
      await db.execute(
        sql`update retention_runs set ${addTo('put_back', table, rows)} where operation_id = ${operationId}`,
      );
    },

    async endRun(operationId, state, at) {
      await db.execute(
        sql`update retention_runs set state = ${state}, finished_at = ${at} where operation_id = ${operationId}`,
      );
    },

    async noteUndone(operationId, at) {
      await db.execute(sql`update retention_runs set undone_at = ${at} where operation_id = ${operationId}`);
    },

    runs: (limit) =>
      runsWhere(
        sql`where r.state in ('removing', 'done') or r.state = 'failed' and r.removed <> '{}' order by r.operation_id desc limit ${limit}`,
      ),

    async run(operationId) {
      const [found] = await runsWhere(sql`where r.operation_id = ${operationId}`);
      return found ?? null;
    },

    async unfinished() {
      // Operations that have expired take their runs with them.
      await db.execute(
        sql`delete from retention_runs r where not exists (select 1 from operations o where o.id = r.operation_id)`,
      );
      await emptiedDays.dropContained();
      return runsWhere(sql`where r.state in ('writing', 'removing') order by r.operation_id`);
    },
  };
}

interface FilledColumn {
  readonly name: string;
  /** The table and column of a foreign key that may be null: it becomes null where its row is gone. */
  readonly target: string | null;
  readonly key: string | null;
}

/** Columns that the row has and the table lets us write; a later version may have more. */
const columnsToFill = (db: Db, table: RetainedTable, row: string): Promise<FilledColumn[]> =>
  rowsOf(
    db,
    sql`select a.attname::text as name, f.target, f.key from pg_attribute a
        left join lateral (
          select t.relname::text as target, k.attname::text as key
          from pg_constraint c join pg_class t on t.oid = c.confrelid
            join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
          where c.contype = 'f' and c.conrelid = a.attrelid and c.conkey = array[a.attnum] and not a.attnotnull
          limit 1) f on true
        where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and ${row}::jsonb ? a.attname::text order by a.attnum`,
  );
