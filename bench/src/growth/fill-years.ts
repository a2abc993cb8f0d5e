import { addDays, type LocalDate, monthOf, utcDayOf, weekdayOf } from '@rollcall/core/kernel/local-date';
import { inLanes } from '@rollcall/core/kernel/serial';
import type pg from 'pg';

const PEOPLE_PER_SECTION = 30;
const CLASSES = 60;
const READERS_PER_NOTICE = 20;

/** The last school days before today, oldest first. */
export function schoolDaysBefore(today: LocalDate, count: number): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = addDays(today, -1); days.length < count; day = addDays(day, -1))
    if (weekdayOf(day) <= 5) days.push(day);
  return days.reverse();
}

const RULE = `'09:00', 15, '09:30', 60`;
const RULE_COLUMNS = 'rule_start, rule_grace, rule_cutoff, rule_auto_absent';

/** People in sections of thirty, a tenth of them teachers; statuses are scattered by a hash, the same on every run. */
async function insertPeople(pool: pg.Pool, people: number): Promise<void> {
  await pool.query(
    `insert into institution (name, time_zone, working_days) values ('Large School', 'UTC', '{1,2,3,4,5}')`,
  );
  await pool.query(
    `insert into people (code, name, username, kind, class_section, registered_on)
     select 'P' || lpad(i::text, 6, '0'), 'Person ' || i, 'person' || i,
       case when i % 10 = 0 then 'teacher' else 'student' end,
       case when i % 10 = 0 then null else 'S' || (i / ${PEOPLE_PER_SECTION}) end, current_date - 9000
     from generate_series(1, $1) i`,
    [people],
  );
  await pool.query(
    `insert into classes (name, program, semester, section, subject, start_time, end_time, weekdays)
     select 'Class ' || n, 'masters', '1st', 'K' || n, 'Subject ' || n, '09:00', '10:00', '{1,2,3,4,5}'
     from generate_series(1, ${CLASSES}) n`,
  );
  await pool.query(
    `insert into class_members (class_id, person_id)
     select 1 + i % ${CLASSES}, i from generate_series(1, least($1::int, ${CLASSES * PEOPLE_PER_SECTION})) i`,
    [people],
  );
}

const DAYS_OF_A_MONTH = `
  insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes, ${RULE_COLUMNS}, decided_at)
  select p.id, d.day, case when h < 12 then 'absent' when h < 58 then 'on_time' when h < 73 then 'late' else 'very_late' end,
    case when h < 12 then 'closing' else 'check_in' end, p.kind, p.class_section,
    case when h >= 12 then d.day + make_interval(mins => 510 + h - 12) end, case when h >= 12 then 510 + h - 12 end,
    ${RULE}, d.day + time '10:00'
  from unnest($1::date[]) d(day) cross join people p
    cross join lateral (select (abs(hashint4(p.id * 7919 + (d.day - date '2000-01-01'))::bigint) % 100)::int as h) hash
  where p.kind <> 'admin' order by d.day, p.id`;

const CLOSED_DAYS = `
  insert into closed_days (day, closed_at, calendar, ${RULE_COLUMNS}, finished_at)
  select d, d + time '10:30', 'open', ${RULE}, d + time '10:31' from unnest($1::date[]) d`;

const CHECK_INS_OF_A_MONTH = `
  insert into check_ins (person_id, seen_at, day, means, score, ${RULE_COLUMNS})
   select person_id, first_in, day, 'face', 0.7, ${RULE} from attendance_days
   where day = any ($1::date[]) and first_in is not null order by day, first_in`;

/** Everything else that a school day leaves behind. Without foreign keys being checked: what they refer to is there. */
const REST_OF_A_MONTH = [
  `insert into audit (at, actor_id, actor_name, action, subject, address, detail)
   select day + time '08:00', person_id, 'Person ' || person_id, 'sign_in', 'P' || lpad(person_id::text, 6, '0'),
     '192.0.2.1', '{}' from attendance_days where day = any ($1::date[]) and person_id % 10 = 3 order by day, person_id`,
  `insert into class_marks (class_id, class_name, subject, person_id, day, status, means, ${RULE_COLUMNS}, marked_at)
   select m.class_id, 'Class ' || m.class_id, 'Subject', m.person_id, d, 'absent', 'manual', ${RULE}, d + time '09:10'
   from unnest($1::date[]) d cross join class_members m order by d, m.class_id`,
  `insert into notices (title, content, priority, tags, created_at, author_name)
   select 'Notice of ' || d, 'Text', 'normal', '{}', d + time '07:00', 'Office' from unnest($1::date[]) d`,
  `insert into notice_readers (notice_id, person_id, viewed_at)
   select n.id, p, n.created_at from notices n cross join generate_series(1, ${READERS_PER_NOTICE}) p
   where n.created_at >= ($1::date[])[1] and n.created_at < ($1::date[])[cardinality($1::date[])] + 1`,
];

const KEY = 'attendance_days_person_id_fkey';
/** Months that are filled at the same time. */
const LANES = 2;
/** Check-ins are filled for so many months: those of decades would need as much disk again. */
const CHECK_IN_MONTHS = 24;

/**
 * Fills an institution with years of school days that end yesterday, month by month. The roll-ups follow by the triggers of
 * the product, and are added up by its own function.
 */
export async function fillYears(pool: pg.Pool, people: number, schoolDays: number): Promise<void> {
  await insertPeople(pool, people);
  const all = schoolDaysBefore(utcDayOf(new Date()), schoolDays);
  const months = [...new Set(all.map(monthOf))];
  // Checked for all rows at the end, which is faster.
  await pool.query(`alter table attendance_days drop constraint ${KEY}`);

  const fillMonth = async (month: string): Promise<void> => {
    const days = all.filter((day) => monthOf(day) === month);
    await pool.query('select open_attendance_months($1::date[])', [days]);
    await pool.query(DAYS_OF_A_MONTH, [days]);
    await pool.query(CLOSED_DAYS, [days]);
    await pool.query('select fold_rollups()');
    const hasCheckIns = months.indexOf(month) >= months.length - CHECK_IN_MONTHS;
    await fillRest(pool, days, [...(hasCheckIns ? [CHECK_INS_OF_A_MONTH] : []), ...REST_OF_A_MONTH]);
    process.stdout.write(`  ${month}: ${days.length * people} days\n`);
  };
  await inLanes(eachOf(months), LANES, fillMonth);

  await pool.query(
    `alter table attendance_days add constraint ${KEY} foreign key (person_id) references people on delete cascade`,
  );
  await pool.query('select fold_rollups()');
  await pool.query('vacuum analyze');
}

async function* eachOf<T>(values: readonly T[]): AsyncGenerator<T, void> {
  yield* values;
}

async function fillRest(
  pool: pg.Pool,
  days: readonly LocalDate[],
  statements: readonly string[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const statement of statements) await client.query(statement, [days]);
    await client.query('reset session_replication_role');
  } finally {
    client.release();
  }
}
