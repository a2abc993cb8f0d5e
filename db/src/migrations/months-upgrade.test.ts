import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import { rollupDifferences } from '../repositories/rollups.ts';
import { openOldSchema } from '../testing/old-schema.ts';

/** The last version with all attendance days in one table. */
const BEFORE = 45;

let test: Awaited<ReturnType<typeof openOldSchema>>;
beforeAll(async () => {
  test = await openOldSchema(BEFORE);
});
afterAll(() => test.close());

/** The days and all figures that were counted from them. */
const everything = async () => {
  const found: Record<string, unknown> = {};
  for (const table of [
    'attendance_days',
    'day_rollups',
    'section_rollups',
    'section_months',
    'hour_rollups',
    'person_rollups',
  ])
    found[table] = await rowsOf(
      test.db,
      sql`select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as sum
          from ${sql.identifier(table)} t`,
    );
  return found;
};

const constraints = async () =>
  (
    await rowsOf<{ text: string }>(
      test.db,
      sql`select conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
          where conrelid = 'attendance_days'::regclass and contype <> 'n' order by 1`,
    )
  ).map(({ text }) => text);

const indexes = async () =>
  (
    await rowsOf<{ text: string }>(
      test.db,
      sql`select replace(indexdef, 'ON ONLY', 'ON') as text from pg_indexes where tablename = 'attendance_days' order by 1`,
    )
  ).map(({ text }) => text);

it('an upgrade keeps the days, the figures, the constraints and the indexes', async () => {
  await test.pool.query(`
    insert into people (code, name, kind, class_section, registered_on)
      select 'O-' || n, 'Old ' || n, case n % 3 when 0 then 'staff' else 'student' end,
        case n % 3 when 0 then null else 'A' end, '2020-01-01' from generate_series(1, 10) n;
    -- A year that was imported long ago, and half a year that ends now, with visits on days off.
    insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes, day_off,
      rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
    select p.id, d, case when is_seen then 'on_time' else 'absent' end, 'check_in', p.kind, p.class_section,
      case when is_seen then d + time '09:05' end, case when is_seen then 545 end, extract(isodow from d) > 5,
      '09:00', 15, '09:30', 60, now()
    from people p, (select d::date as d from generate_series(date '2019-01-15', date '2019-12-20', interval '1 day') d
      union all select d::date from generate_series(current_date - 180, current_date, interval '1 day') d) days
    cross join lateral (select (p.id + extract(doy from d)::int) % 7 > 0 as is_seen) seen;
  `);
  const [before, constraintsBefore, indexesBefore] = [
    await everything(),
    await constraints(),
    await indexes(),
  ];
  await test.upgrade();
  expect(await everything()).toEqual(before);
  expect(await constraints()).toEqual(constraintsBefore);
  expect(await indexes()).toEqual(indexesBefore);
  const { rows } = await test.pool.query(
    `select count(*)::int as parts, bool_and(relkind = 'r') as plain from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'attendance_days'::regclass and c.relname like 'attendance_days_2019%'`,
  );
  expect(rows).toEqual([{ parts: 12, plain: true }]);
  expect((await test.pool.query(`select to_regclass('undivided_days') as found`)).rows).toEqual([
    { found: null },
  ]);
});

it('a server of the version before goes on after it, this month and next', async () => {
  // As that version inserts: without opening a month.
  for (const day of ['current_date', `(date_trunc('month', current_date) + interval '1 month')::date`])
    await test.pool.query(
      `insert into attendance_days (person_id, day, status, source, kind, section,
         rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
       select id, ${day}, 'absent', 'closing', kind, class_section, '09:00', 15, '09:30', 60, now() from people
       on conflict (person_id, day) do update set status = 'absent', first_in = null, arrival_minutes = null`,
    );
  expect(await rollupDifferences(test.db)).toEqual([]);
});
