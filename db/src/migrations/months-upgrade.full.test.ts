import { addDays, type LocalDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import { rollupDifferences } from '../repositories/rollups.ts';
import { createRepositories } from '../repositories.ts';
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
          from ${sql.identifier(table)} t
          where ${table === 'person_rollups' ? sql`(present, due, on_time) <> (0, 0, 0)` : sql`true`}`,
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
      union all select d::date from generate_series(current_date - 180, current_date, interval '1 day') d
      -- A date that somebody mistyped.
      union all select date '0202-03-01') days
    cross join lateral (select (p.id + extract(doy from d)::int) % 7 > 0 as is_seen) seen;
    -- Somebody came once, on a Saturday.
    insert into people (id, code, name, kind, registered_on) values (99, 'O-99', 'Visitor', 'staff', '2019-06-01');
    insert into attendance_days (person_id, day, status, source, kind, first_in, arrival_minutes, day_off,
      rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
    values (99, '2019-06-08', 'on_time', 'check_in', 'staff', '2019-06-08 09:05Z', 545, true, '09:00', 15, '09:30', 60, now());
  `);
  const [before, constraintsBefore, indexesBefore] = [
    await everything(),
    await constraints(),
    await indexes(),
  ];
  await test.upgrade();
  expect(await everything()).toEqual(before);
  // The months of visits on days off are added, with which a person's days are found.
  expect(await rollupDifferences(test.db)).toEqual([]);
  expect(
    (await test.pool.query('select month::text, present, due from person_rollups where person_id = 99')).rows,
  ).toEqual([{ month: '2019-06-01', present: 0, due: 0 }]);
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

/** As the version before inserts days: without opening a month. */
const insertAsBefore = (day: string) =>
  test.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select id, ${day}, 'absent', 'closing', kind, class_section, '09:00', 15, '09:30', 60, now() from people
     on conflict (person_id, day) do update set status = 'absent', first_in = null, arrival_minutes = null`,
  );
const NEXT_MONTH = `(date_trunc('month', current_date) + interval '1 month')::date`;
const IN_TWO_MONTHS = `(date_trunc('month', current_date) + interval '2 months')::date`;

it('a server of the version before goes on after it, this month and next', async () => {
  for (const day of ['current_date', NEXT_MONTH]) await insertAsBefore(day);
  expect(await rollupDifferences(test.db)).toEqual([]);
});

it('its transactions fail as a whole in a month that nobody opened, and succeed when a server of this version has', async () => {
  const close = () =>
    test.db.transaction(async (tx) => {
      await tx.execute(
        sql.raw(`insert into closed_days (day, closed_at, calendar, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
          values (${IN_TWO_MONTHS}, now(), 'open', '09:00', 15, '09:30', 60)`),
      );
      await tx.execute(
        sql.raw(`insert into attendance_days (person_id, day, status, source, kind, section,
            rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
          select id, ${IN_TWO_MONTHS}, 'absent', 'closing', kind, class_section, '09:00', 15, '09:30', 60, now() from people`),
      );
    });
  const before = await everything();
  await expect(close()).rejects.toThrow();
  expect(await everything()).toEqual(before);
  expect((await test.pool.query('select count(*)::int as days from closed_days')).rows).toEqual([
    { days: 0 },
  ]);

  const [day] = await rowsOf<{ text: LocalDate }>(test.db, sql.raw(`select ${IN_TWO_MONTHS}::text as text`));
  if (!day) throw new Error('There is no such day.');
  await createRepositories(test.db).attendance.prepareMonths(addDays(day.text, -7));
  await close();
  expect(await rollupDifferences(test.db)).toEqual([]);
});
