import type pg from 'pg';

/** Creates the monthly tables of these days, as whoever inserts days with plain SQL has to. */
export async function openMonthsBetween(
  pool: Pick<pg.Pool, 'query'>,
  from: string,
  to: string,
): Promise<void> {
  await pool.query(
    `select open_attendance_months(array(
       select day::date from generate_series($1::date, $2::date, interval '1 day') day
     ))`,
    [from, to],
  );
}
