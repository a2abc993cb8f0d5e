import { localDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import { createRepositories } from '../repositories.ts';
import { openMonthsBetween } from '../testing/open-months.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { watchStatements } from '../testing/watch-statements.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
  await openMonthsBetween(test.pool, '2026-01-01', '2026-07-31');
  await fill(test);
});
afterAll(() => test.close());

const ROWS = 20_000;
const DAY = `date '2026-01-01' + n / 100`;
const MINUTE = `timestamptz '2026-01-01' + n * interval '1 minute'`;

/** What matters of each table: the columns of its indexes, with as many values as a large school has. */
const TABLES: Record<string, Record<string, string>> = {
  class_marks: {
    class_id: 'n % 200',
    person_id: 'n % 5000',
    day: DAY,
    marked_by: 'n % 100',
    status: `'absent'`,
    means: `'manual'`,
    replaced_at: 'now()',
  },
  check_ins: { person_id: 'n % 5000', seen_at: MINUTE, day: DAY, means: `'face'` },
  corrections: {
    person_id: 'n % 5000',
    day: DAY,
    wanted: `'absent'`,
    asked_by: 'n % 500',
    decided_by: 'n % 500',
    state: `'accepted'`,
    decided_at: 'now()',
  },
  face_scans: { person_id: 'n % 5000', session_id: 'n % 5000', challenge: `'{}'` },
  leaves: { person_id: 'n % 5000', first_day: DAY, last_day: DAY, noted_by: 'n % 500' },
  look_alikes: { person_a: 'n', person_b: `${ROWS} + n`, noted_by: 'n % 500' },
  notices: { priority: `'low'`, tags: `'{}'`, author_id: 'n % 500' },
  class_sessions: { class_id: 'n', day: DAY, opened_by: 'n % 500' },
  time_rules: { effective_from: `date '1900-01-01' + n`, saved_by: 'n % 500', auto_absent_minutes: '60' },
  audit: { at: MINUTE, action: `'A' || n % 100` },
  attendance_days: {
    person_id: 'n',
    day: DAY,
    status: `'absent'`,
    source: `'closing'`,
    kind: `'student'`,
    section: `'S' || n % 600`,
  },
  people: { code: 'n', username: 'n', name: `'Person ' || n`, kind: `'student'`, role: `'member'` },
  fixed_absences: { person_id: 'n', day: DAY, status: `'absent'`, source: `'import'` },
};
/** For every other column that must not be null. */
const ANY: Record<string, string> = {
  text: `'x'`,
  timestamptz: 'now()',
  date: DAY,
  time: `'9:00'`,
  jsonb: `'{}'`,
  bool: 'false',
};

/** Rows enough that reading a whole table is dearer than an index, without the people they would belong to. */
async function fill({ pool }: TestDb): Promise<void> {
  const client = await pool.connect();
  // No foreign keys and no roll-ups.
  await client.query('set session_replication_role = replica');
  for (const [table, given] of Object.entries(TABLES)) {
    const { rows } = await client.query<{ name: string; type: string }>(
      `select attname as name, typname as type from pg_attribute join pg_type t on t.oid = atttypid
       where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attidentity = ''`,
      [table],
    );
    const values = {
      ...Object.fromEntries(rows.map(({ name, type }) => [name, ANY[type] ?? '1'])),
      ...given,
    };
    await client.query(
      `insert into ${table} (${Object.keys(values)}) select ${Object.values(values)} from generate_series(1, ${ROWS}) n`,
    );
  }
  await client.query('set session_replication_role = origin');
  await client.query('analyze');
  client.release();
}

/** Every foreign key without an index that begins with its columns, in any order, and holds every row with a key. */
const UNINDEXED = sql`
  select conrelid::regclass || ' (' || (
    select string_agg(attname, ', ') from pg_attribute where attrelid = conrelid and attnum = any (conkey)
  ) || ')' as key
  from pg_constraint c
  where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
    select 1 from pg_index i
    where i.indrelid = c.conrelid and i.indisvalid
      -- A partial index serves the key when it leaves out empty ones only.
      and coalesce(pg_get_expr(i.indpred, i.indrelid), '') ~ '^(\\(\\w+ IS NOT NULL\\))?$'
      and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
  )`;

describe('indexes', () => {
  it('exist for every foreign key', async () => {
    expect((await rowsOf<{ key: string }>(test.db, UNINDEXED)).map(({ key }) => key)).toEqual([]);
  });

  const byPerson = (table: string, column: string) =>
    `update ${table} set ${column} = null where ${column} = 7`;
  it.each([
    ['class_marks_class_day', `select max(id) from class_marks where class_id = 7 and day = '2026-02-01'`],
    ['class_marks_marked_by', byPerson('class_marks', 'marked_by')],
    ['class_marks_day', `delete from class_marks where day < '2026-01-03'`],
    ['check_ins_day', `delete from check_ins where day < '2026-01-03'`],
    ['corrections_day', `delete from corrections where day < '2026-01-03'`],
    ['corrections_asked_by', byPerson('corrections', 'asked_by')],
    ['corrections_decided_by', byPerson('corrections', 'decided_by')],
    ['face_scans_session', 'delete from face_scans where session_id = 7'],
    ['face_scans_person', 'delete from face_scans where person_id = 7'],
    ['leaves_noted_by', byPerson('leaves', 'noted_by')],
    ['look_alikes_other', 'delete from look_alikes where person_b = 20007'],
    ['look_alikes_noted_by', byPerson('look_alikes', 'noted_by')],
    ['notices_author', byPerson('notices', 'author_id')],
    ['class_sessions_opened_by', byPerson('class_sessions', 'opened_by')],
    ['time_rules_saved_by', byPerson('time_rules', 'saved_by')],
    [
      'people_name_order',
      'select id from people where deleted_at is null order by name_key(name), id limit 20',
    ],
    ['audit_at', `select * from audit where at >= '2026-01-14' order by at`],
    [
      'audit_action_at',
      `select * from audit where action = 'A7' and at < '2026-01-10' order by at desc, id desc limit 50`,
    ],
  ])('%s is what the planner takes', async (index, statement) => {
    const plan = await rowsOf<{ 'QUERY PLAN': string }>(test.db, sql.raw(`explain ${statement}`));
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(index);
  });

  it.each(['days', 'hours'] as const)('of sections are taken for the %s of an office', async (figures) => {
    const sent = watchStatements(test.pool);
    const months = { from: localDate('2026-01-01'), to: localDate('2026-07-31') };
    await createRepositories(test.db).analytics[figures](months, { of: 'sections', sections: ['S1', 'S2'] });
    const [statement] = sent.take();
    const plan = await sent.plainQuery<{ 'QUERY PLAN': string }>(
      `explain ${statement?.text}`,
      statement?.values,
    );
    const text = plan.rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(text.match(/attendance_days_2026_\d\d_section_day_idx/g)).toHaveLength(7);
    expect(text).not.toContain('Seq Scan');
  });

  it.each([
    ['check_ins', 'id', 'check_ins_day_id'],
    ['class_marks', 'id', 'class_marks_day_id'],
    // Its index in the month of the page.
    ['attendance_days', 'person_id', 'attendance_days_2026_01_day_person_id_idx'],
    ['fixed_absences', 'person_id', 'fixed_absences_day_person'],
  ])('a page of %s in retention is read in order, without sorting its day', async (table, key, index) => {
    const page = `select to_jsonb(t)::text from ${table} t where t.day < date '2026-06-01' and t.day >= '2026-01-20'::date
      and (t.day, t.${key}) > ('2026-01-20'::date, '1950'::bigint) order by t.day, t.${key} limit 100`;
    const plan = await rowsOf<{ 'QUERY PLAN': string }>(test.db, sql.raw(`explain ${page}`));
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain(index);
    expect(text).not.toContain('Sort');
  });
});
