import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './connection.ts';

/** Each roll-up, and the same figures counted from the days themselves. */
const CHECKS: Record<string, { kept: SQL; counted: SQL }> = {
  day_rollups: {
    kept: sql`select day::text || ' ' || is_student as key,
        concat_ws(' ', on_time, late, very_late, absent, unmarked, excused, arrival_sum) as value
      from day_rollups where on_time + late + very_late + absent + unmarked + excused > 0`,
    counted: sql`select day::text || ' ' || (kind = 'student') as key,
        concat_ws(' ', count(*) filter (where status = 'on_time'), count(*) filter (where status = 'late'),
          count(*) filter (where status = 'very_late'), count(*) filter (where status = 'absent'),
          count(*) filter (where status = 'unmarked'), count(*) filter (where status = 'excused'),
          coalesce(sum(arrival_minutes), 0)) as value
      from attendance_days group by day, kind = 'student'`,
  },
  section_rollups: {
    kept: sql`select day::text || ' ' || section as key, concat_ws(' ', present, due, excused) as value
      from section_rollups where present + due + excused > 0`,
    counted: sql`select day::text || ' ' || section as key,
        concat_ws(' ', count(first_in),
          count(*) filter (where first_in is not null or status in ('absent', 'unmarked')),
          count(*) filter (where status = 'excused')) as value
      from attendance_days where section is not null group by day, section`,
  },
  section_months: {
    kept: sql`select month::text || ' ' || section as key, concat_ws(' ', present, due) as value
      from section_months where present + due > 0`,
    counted: sql`select date_trunc('month', day)::date::text || ' ' || section as key,
        concat_ws(' ', count(first_in), count(*) filter (where first_in is not null or status in ('absent', 'unmarked'))) as value
      from attendance_days where section is not null and status not in ('excused', 'holiday', 'not_due')
      group by date_trunc('month', day), section`,
  },
  hour_rollups: {
    kept: sql`select day::text || ' ' || hour as key, arrivals::text as value from hour_rollups where arrivals > 0`,
    counted: sql`select day::text || ' ' || (arrival_minutes / 60) as key, count(*)::text as value
      from attendance_days where arrival_minutes is not null group by day, arrival_minutes / 60`,
  },
  person_rollups: {
    kept: sql`select person_id || ' ' || month as key, concat_ws(' ', present, due, on_time) as value
      from person_rollups where present + due > 0`,
    counted: sql`select person_id || ' ' || date_trunc('month', day)::date as key,
        concat_ws(' ', count(first_in),
          count(*) filter (where first_in is not null or status in ('absent', 'unmarked')),
          count(*) filter (where status = 'on_time')) as value
      from attendance_days where status not in ('excused', 'holiday', 'not_due')
      group by person_id, date_trunc('month', day)`,
  },
};

const SHOWN = 20;

/** Each roll-up is compared in one statement, so that a server may go on marking meanwhile. */
export function rollupDifferences(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    // Counting ten million days takes longer than any request may.
    await tx.execute(sql`set local statement_timeout = 0`);
    const found: string[] = [];
    for (const [name, { kept, counted }] of Object.entries(CHECKS)) {
      const rows = await rowsOf<{ key: string; kept: string | null; counted: string | null }>(
        tx,
        sql`select coalesce(k.key, c.key) as key, k.value as kept, c.value as counted
            from (${kept}) k full join (${counted}) c on c.key = k.key
            where k.value is distinct from c.value limit ${SHOWN}`,
      );
      found.push(
        ...rows.map(
          (row) => `${name} ${row.key}: kept ${row.kept ?? 'nothing'}, counted ${row.counted ?? 'nothing'}`,
        ),
      );
    }
    return found;
  });
}
