import { eachDay, localDate } from '@rollcall/core/kernel/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, rowsOf } from '../connection.ts';
import { rollupDifferences } from '../repositories/rollups.ts';
import { createRepositories } from '../repositories.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { MIGRATIONS_FOLDER } from '../testing/test-seed.ts';
import { type Migration, migrate } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

const BEFORE = 7;
let test: TestDb;
let migrations: Migration[];
beforeAll(async () => {
  test = await openTestDb();
  migrations = await readMigrations(MIGRATIONS_FOLDER);
});
afterAll(() => test.close());

class RollBack extends Error {}

/** Runs work on a database of version 0007, in a schema that is gone afterwards. */
async function onOldDatabase(work: (old: Db) => Promise<void>): Promise<void> {
  const run = test.db.transaction(async (tx) => {
    await tx.execute(sql`create schema before_upgrade`);
    await tx.execute(sql`set local search_path to before_upgrade`);
    await migrate(
      tx,
      migrations.filter(({ version }) => version <= BEFORE),
    );
    await work(tx);
    throw new RollBack();
  });
  await expect(run).rejects.toThrow(RollBack);
}

const person = (id: number, registered: string, kind = 'student'): SQL =>
  sql`insert into people (id, code, name, kind, class_section, registered_on)
      values (${id}, ${`P-${id}`}, 'Person', ${kind}, ${kind === 'student' ? 'A' : null}, ${registered}::date)`;

const day = (id: number, date: string, status: string, source: string, decidedAt: string): SQL => {
  const seen = status === 'late' ? `${date}T09:20:00Z` : null;
  return sql`insert into attendance_days (person_id, day, status, source, first_in, arrival_minutes, decided_at, kind,
        section, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
      select id, ${date}::date, ${status}, ${source}, ${seen}::timestamptz, ${seen === null ? null : 560}::smallint,
        ${decidedAt}::timestamptz, kind, class_section, '09:00', 15, '09:30', 30 from people where id = ${id}`;
};

const figures = async (db: Db) => [
  await rowsOf(db, sql`select * from day_rollups order by 1, 2`),
  await rowsOf(db, sql`select * from section_rollups order by 1, 2`),
  await rowsOf(db, sql`select * from section_months order by 1, 2`),
  await rowsOf(db, sql`select * from hour_rollups order by 1, 2`),
  await rowsOf(db, sql`select * from person_rollups order by 1, 2`),
];

describe('a database of 0007', () => {
  it('keeps its figures, its closed days and its absences', async () => {
    await onOldDatabase(async (db) => {
      await db.execute(
        sql`insert into institution (name, time_zone, working_days) values ('School', 'UTC', '{1,2,3,4,5}')`,
      );
      for (const each of [person(1, '2026-02-01'), person(2, '2026-03-03'), person(3, '2026-02-01', 'staff')])
        await db.execute(each);
      const closedAt = '2026-03-03T09:30:00Z';
      // Monday was closed, Tuesday too; on Saturday the school was open then and is not now; Sunday was off.
      // On another such Saturday everybody came.
      for (const closed of ['2026-02-14', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'])
        await db.execute(sql`insert into closed_days values (${closed}::date, ${closedAt}::timestamptz)`);
      await db.execute(sql`insert into holidays values ('2026-03-02', 'Late holiday')`);
      await db.execute(sql`insert into check_ins (person_id, seen_at, day, means, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
        values (1, '2026-03-03T09:20:00Z', '2026-03-03', 'face', '09:00', 15, '09:30', 30)`);
      for (const each of [
        day(1, '2026-03-03', 'late', 'check_in', closedAt),
        day(3, '2026-03-03', 'absent', 'closing', closedAt),
        day(2, '2026-03-03', 'absent', 'closing', closedAt), // on the day of registration, as 0007 did
        day(1, '2026-03-02', 'absent', 'closing', closedAt), // before the holiday was entered
        day(1, '2026-02-28', 'absent', 'closing', closedAt), // Saturday
        day(1, '2026-02-14', 'late', 'check_in', closedAt), // the Saturday on which everybody came
        day(3, '2026-02-14', 'late', 'check_in', closedAt),
        day(2, '2026-01-15', 'absent', 'closing', '2026-03-03T12:00:00Z'), // imported
      ])
        await db.execute(each);
      await db.execute(sql`insert into audit (at, actor_name, action, address, detail) values
        ('2026-03-04', 'Administrator', 'working_days_saved', 'server', '{"days": "1 2 3 4 5"}')`);
      const before = await figures(db);

      await migrate(db, migrations);
      expect(await figures(db)).toEqual(before);
      expect(await rollupDifferences(db)).toEqual([]);
      expect(
        await rowsOf(
          db,
          sql`select day::text, calendar, rule_auto_absent as rule from closed_days order by 1`,
        ),
      ).toEqual([
        { day: '2026-02-14', calendar: 'open', rule: 60 },
        { day: '2026-02-28', calendar: 'open', rule: 30 },
        { day: '2026-03-01', calendar: 'off', rule: 60 },
        { day: '2026-03-02', calendar: 'open', rule: 30 },
        { day: '2026-03-03', calendar: 'open', rule: 30 },
      ]);
      expect(
        await rowsOf(db, sql`select person_id, day::text, source from fixed_absences order by 2`),
      ).toEqual([
        { person_id: 2, day: '2026-01-15', source: 'import' },
        { person_id: 2, day: '2026-03-03', source: 'closing' },
      ]);

      const { attendance, facts } = createRepositories(db);
      await attendance.foldRollups();
      expect(await figures(db)).toEqual(before);
      const calendar = await facts.calendarDays(eachDay(localDate('2026-02-28'), localDate('2026-03-04')));
      expect(calendar.map((each) => each.calendar)).toEqual(['open', 'off', 'open', 'open', 'open']);
    });
  });

  it('keeps a day off on which somebody was not seen, or that the audit has other working days for', async () => {
    await onOldDatabase(async (db) => {
      await db.execute(
        sql`insert into institution (name, time_zone, working_days) values ('School', 'UTC', '{1,2,3,4}')`,
      );
      await db.execute(sql`insert into audit (at, actor_name, action, address, detail) values
        ('2026-02-01', 'Administrator', 'working_days_saved', 'server', '{"days": "1 2 3 4 5 6"}'),
        ('2026-02-20', 'Administrator', 'working_days_saved', 'server', '{"days": "1 2 3 4"}')`);
      for (const each of [person(1, '2026-01-01'), person(2, '2026-01-01')]) await db.execute(each);
      for (const [closed, ...seen] of [
        ['2026-02-13', 1, 2], // Friday: everybody came
        ['2026-02-14', 1], // Saturday: a club met
        ['2026-02-15', 1, 2], // Sunday: everybody came to the fair
        ['2026-02-27', 1, 2], // Friday: off since the 20th
      ] as const) {
        await db.execute(
          sql`insert into closed_days values (${closed}::date, ${`${closed}T10:00:00Z`}::timestamptz)`,
        );
        for (const id of seen) await db.execute(day(id, closed, 'late', 'check_in', `${closed}T09:20:00Z`));
      }
      await migrate(db, migrations);
      expect(await rowsOf(db, sql`select day::text, calendar from closed_days order by 1`)).toEqual([
        { day: '2026-02-13', calendar: 'open' },
        { day: '2026-02-14', calendar: 'off' },
        { day: '2026-02-15', calendar: 'off' },
        { day: '2026-02-27', calendar: 'off' },
      ]);
      expect(await rowsOf(db, sql`select distinct day::text from attendance_days where not day_off`)).toEqual(
        [{ day: '2026-02-13' }],
      );
      expect(await rollupDifferences(db)).toEqual([]);
    });
  });

  it('keeps a day off on which everybody came, as long as the working days never changed', async () => {
    await onOldDatabase(async (db) => {
      await db.execute(
        sql`insert into institution (name, time_zone, working_days) values ('School', 'UTC', '{1,2,3,4,5}')`,
      );
      await db.execute(person(1, '2026-01-01'));
      await db.execute(sql`insert into closed_days values ('2026-02-14', '2026-02-14T10:00:00Z')`);
      await db.execute(day(1, '2026-02-14', 'late', 'check_in', '2026-02-14T09:20:00Z'));
      await migrate(db, migrations);
      expect(await rowsOf(db, sql`select calendar from closed_days`)).toEqual([{ calendar: 'off' }]);
      expect(await rowsOf(db, sql`select day_off from attendance_days`)).toEqual([{ day_off: true }]);
    });
  });
});
