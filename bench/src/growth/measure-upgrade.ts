import { type Migration, migrate } from '@rollcall/db/migrations/migrate';
import { drizzleOn } from '@rollcall/db/postgres/open-postgres';
import type pg from 'pg';

/** The migration that divides the days into months. */
const DIVIDING = 46;

/** Times the migration on days of the version before, which lie in one table. */
export async function measureUpgrade(
  pool: pg.Pool,
  migrations: readonly Migration[],
  { people, schoolDays }: { people: number; schoolDays: number },
) {
  const upTo = (version: number) => migrations.filter((each) => each.version <= version);
  await migrate(drizzleOn(pool), upTo(DIVIDING - 1));
  await pool.query(
    `insert into institution (name, time_zone, working_days) values ('Large School', 'UTC', '{1,2,3,4,5}')`,
  );
  await pool.query(
    `insert into people (code, name, kind, class_section, registered_on)
     select 'P' || i, 'Person ' || i, 'student', 'S' || (i / 30), current_date - 9000 from generate_series(1, $1) i`,
    [people],
  );
  const client = await pool.connect();
  // Without roll-ups, which the migration does not touch.
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select p.id, d::date, 'on_time', 'check_in', p.kind, p.class_section, d + time '08:55', 535, '09:00', 15, '09:30', 60, d
     from generate_series(current_date - $1::int * 7 / 5, current_date - 1, interval '1 day') d cross join people p
     where extract(isodow from d) <= 5`,
    [schoolDays],
  );
  await client.query('vacuum analyze attendance_days');
  client.release(true);
  const { rows } = await pool.query<{ days: number; bytes: string }>(
    `select count(*)::int as days, pg_total_relation_size('attendance_days') as bytes from attendance_days`,
  );
  const began = performance.now();
  await migrate(drizzleOn(pool), upTo(DIVIDING));
  return {
    days: rows[0]?.days ?? 0,
    megabytes_before: Math.round(Number(rows[0]?.bytes ?? 0) / 1e6),
    seconds: Number(((performance.now() - began) / 1000).toFixed(1)),
  };
}
