import type pg from 'pg';

/**
 * Inserts a large institution into the tables, one school day per statement, so that the roll-up triggers run as
 * they do for an import. Days end yesterday and leave out weekends.
 */
export async function fillInstitution(pool: pg.Pool, people: number, schoolDays: number): Promise<void> {
  await pool.query(
    `insert into institution (name, time_zone, working_days) values ('Large School', 'UTC', '{1,2,3,4,5}')
     on conflict (only_row) do nothing`,
  );
  await pool.query(
    `insert into people (code, name, username, kind, class_section, registered_on)
     select 'P' || lpad(i::text, 6, '0'), 'Person ' || i, 'person' || i,
       case when i % 10 = 0 then 'teacher' else 'student' end,
       case when i % 10 = 0 then null else 'S' || (i % 120) end, current_date - 4000
     from generate_series(1, $1) i`,
    [people],
  );
  const { rows } = await pool.query<{ day: string }>(
    `select day::date::text as day from generate_series(current_date - 4000, current_date - 1, '1 day') day
     where extract(isodow from day) <= 5 order by day desc limit $1`,
    [schoolDays],
  );
  await pool.query('select open_attendance_months($1::date[])', [rows.map(({ day }) => day)]);
  for (const [index, { day }] of rows.reverse().entries()) {
    // Statuses and times are scattered by a hash, so they are the same on every run.
    await pool.query(
      `insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
         rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
       select p.id, $1::date,
         case when h < 12 then 'absent' when h < 58 then 'on_time' when h < 73 then 'late' else 'very_late' end,
         case when h < 12 then 'closing' else 'check_in' end, p.kind, p.class_section,
         case when h >= 12 then $1::date + make_interval(mins => 510 + h - 12) end,
         case when h >= 12 then 510 + h - 12 end, '09:00', 15, '09:30', 60, $1::date + time '10:00'
       from (select id, kind, class_section, abs(hashint4(id * 7919 + $2)) % 100 as h from people where kind <> 'admin') p`,
      [day, index],
    );
    if (index % 50 === 49) process.stdout.write(`  ${index + 1} of ${schoolDays} school days\n`);
  }
  await pool.query('analyze');
}
