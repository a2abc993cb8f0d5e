import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import type { Reach } from '@rollcall/core/kernel/access';
import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  type LocalDate,
} from '@rollcall/core/kernel/local-date';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from '../connection.ts';
import { nameOrder } from '../name-order.ts';
import { reached } from './accounts/reach.ts';

export const within = (column: SQL, { from, to }: DateRange): SQL => sql`${column} between ${from} and ${to}`;

/** People who can be missing on a day: registered by then and not deleted. */
const isCounted = (date: LocalDate): SQL =>
  sql`p.kind <> 'admin' and p.deleted_at is null and p.registered_on <= ${date}`;
const isAbsent = sql`d.status in ('absent', 'unmarked')`;
/** Everybody due has a verdict on the day. Until then whoever was registered before it and has none is missing. */
export const isFinished = (date: LocalDate): SQL =>
  sql`exists (select 1 from closed_days where day = ${date} and finished_at is not null and reopened_at is null)`;
const hasDay = (date: LocalDate): SQL =>
  sql`exists (select 1 from attendance_days own where own.person_id = p.id and own.day = ${date})`;
const hasLeave = (date: LocalDate): SQL =>
  sql`exists (select 1 from leaves l where l.person_id = p.id and ${date} between l.first_day and l.last_day)`;

const LISTED = sql`p.id, p.code, p.name, p.kind, p.class_section as "classSection"`;
const BY_NAME = nameOrder(sql`p.name`);
const BY_SECTION_AND_NAME = sql`order by p.class_section, ${BY_NAME}, p.id`;

/** A page this small a part of all missing people is found by going through people in the order of the list. */
const SMALL_PART = 1 / 20;

/**
 * Query of the people who were due on the day and not seen, by section and name: with an absence, or with neither a
 * verdict nor leave. While most people are missing, both parts are limited, so that the second follows the index of its
 * order and stops; when few are, everybody's day is compared as one set.
 */
export function missingPeople(
  date: LocalDate,
  reach: Reach,
  { limit, offset, total }: { limit: number; offset: number; total: number },
): SQL {
  const first =
    limit + offset < total * SMALL_PART ? sql`${BY_SECTION_AND_NAME} limit ${limit + offset}` : sql``;
  const isReached = reached(reach, sql`p`);
  return sql`select p.code, p.name, p.kind, p."classSection" from (
      (select ${LISTED} from attendance_days d join people p on p.id = d.person_id
        where d.day = ${date} and d.first_in is null and ${isAbsent} and ${isCounted(date)} and ${isReached} ${first})
      union all
      (select ${LISTED} from people p
        where ${isCounted(date)} and ${isReached} and p.registered_on < ${date} and not ${isFinished(date)}
          and not ${hasDay(date)} and not ${hasLeave(date)} ${first})
    ) p order by p."classSection", ${BY_NAME}, p.id limit ${limit} offset ${offset}`;
}

/** Query of `"isStudent", people, present, absent, missing` of the people within reach. */
export const reachedToday = (date: LocalDate, reach: Reach): SQL => sql`
  select p.kind = 'student' as "isStudent", count(*)::int as people, count(d.first_in)::int as present,
    (count(*) filter (where ${isAbsent}))::int as absent,
    (count(*) filter (where ${isAbsent} or (d.person_id is null and p.registered_on < ${date}
      and not ${isFinished(date)} and not ${hasLeave(date)})))::int as missing
  from people p left join attendance_days d on d.person_id = p.id and d.day = ${date}
  where ${isCounted(date)} and ${reached(reach, sql`p`)} group by 1`;

/**
 * Query of `"isStudent", people, present, absent, missing` of everybody, without reading a row for each person: the headcount, the
 * roll-ups of the day, the visits that these leave out, the people of whom the two differ, and who is on leave.
 * `settled` counts those due who cannot be missing, or have an absence already.
 */
export const everybodyToday = (date: LocalDate): SQL => sql`
  select is_student as "isStudent", sum(people)::int as people, sum(present)::int as present, sum(absent)::int as absent,
    (sum(absent) + case when ${isFinished(date)} then 0 else sum(due) - sum(settled) end)::int as missing
  from (
    select p.kind = 'student' as is_student, count(*) as people, count(*) filter (where p.registered_on < ${date}) as due,
      0 as present, 0 as absent, 0 as settled
    from people p where ${isCounted(date)} group by 1
    union all
    select is_student, 0, 0, on_time + late + very_late, absent + unmarked,
      on_time + late + very_late + absent + unmarked + excused
    from day_rollups where day = ${date}
    union all
    select d.kind = 'student', 0, 0, count(d.first_in), count(*) filter (where ${isAbsent}), count(*)
    from attendance_days d where d.day = ${date} and d.day_off group by 1
    union all
    select d.kind = 'student', 0, 0, - count(d.first_in) filter (where p.is_out),
      - count(*) filter (where p.is_out and ${isAbsent}), - count(*)
    from (
      select id, true as is_out from people where deleted_at >= ${date}::date - 1
      union all
      select id, registered_on > ${date} from people where registered_on >= ${date} and deleted_at is null
    ) p join attendance_days d on d.person_id = p.id and d.day = ${date} group by 1
    union all
    select p.kind = 'student', 0, 0, 0, 0, count(distinct p.id)
    from leaves l join people p on p.id = l.person_id
    where l.last_day >= ${date} and l.first_day <= ${date} and ${isCounted(date)} and p.registered_on < ${date}
      and not ${hasDay(date)} group by 1
  ) parts group by 1 having sum(people) > 0`;

/** Counts the days on which a person was due, among days that were not off. */
const DUE = sql`count(*) filter (where first_in is not null or status in ('absent', 'unmarked'))`;

interface Parts {
  readonly months: DateRange;
  readonly edges: readonly DateRange[];
}

/** Splits a range into the whole months inside it and the remaining days at its ends. */
function wholeMonths({ from, to }: DateRange, lastDay: LocalDate): Parts {
  const first = from === firstOfMonth(from) ? from : addMonths(firstOfMonth(from), 1);
  // There are no days after the last one, so a month that ends later counts as whole.
  const end = to >= lastDay ? addMonths(firstOfMonth(to), 1) : firstOfMonth(addDays(to, 1));
  if (first >= end) return { months: { from: first, to: addDays(first, -1) }, edges: [{ from, to }] };
  const edges = [
    { from, to: addDays(first, -1) },
    { from: end, to },
  ].filter((edge) => edge.from <= edge.to);
  return { months: { from: first, to: addDays(end, -1) }, edges };
}

export async function monthsAndEdges(db: Db, range: DateRange): Promise<Parts> {
  const { day } = await oneOf<{ day: LocalDate }>(
    db,
    sql`select coalesce(to_char(greatest(
          (select max(day) from day_sums), (select max(day) from rollup_deltas)
        ), 'YYYY-MM-DD'), '2000-01-01') as day`,
  );
  return wholeMonths(range, day);
}

/** Splits a range at the ends of months. */
function byMonth({ from, to }: DateRange): DateRange[] {
  const parts: DateRange[] = [];
  for (let start = from; start <= to; ) {
    const last = addDays(addMonths(firstOfMonth(start), 1), -1);
    parts.push({ from: start, to: last < to ? last : to });
    start = addDays(last, 1);
  }
  return parts;
}

/** How a part of a month is counted: its days, or the whole month less the other days where those are fewer. */
export function partOfMonth(part: DateRange): {
  month: LocalDate | null;
  add: DateRange[];
  less: DateRange[];
} {
  const month = firstOfMonth(part.from);
  const last = addDays(addMonths(month, 1), -1);
  const others = [
    { from: month, to: addDays(part.from, -1) },
    { from: addDays(part.to, 1), to: last },
  ].filter(({ from, to }) => from <= to);
  const length = daysBetween(part.from, part.to) + 1;
  const isMost = length * 2 > daysBetween(month, last) + 1;
  return isMost ? { month, add: [], less: others } : { month: null, add: [part], less: [] };
}

/**
 * Query of `person_id, present, due` of everybody within reach whose sums cover the range: months from person_rollups, the rest of the range from
 * the days, of which at most half a month is read at each end.
 */
export async function personParts(db: Db, range: DateRange, reach: Reach): Promise<SQL> {
  const { months, edges } = await monthsAndEdges(db, range);
  const isReached =
    reach.of === 'institution'
      ? sql`true`
      : sql`person_id = any(array(select p.id from people p where ${reached(reach, sql`p`)}))`;
  const countDays = (sign: SQL) => (days: DateRange) =>
    sql`union all
    select person_id, ${sign} count(first_in), ${sign} ${DUE}
    from attendance_days where ${within(sql`day`, days)} and not day_off and ${isReached} group by person_id`;
  const rest = edges.flatMap(byMonth).flatMap((part) => {
    const { month, add, less } = partOfMonth(part);
    return [
      ...(month
        ? [
            sql`union all select person_id, present, due from person_rollups where month = ${month} and ${isReached}`,
          ]
        : []),
      ...add.map(countDays(sql``)),
      ...less.map(countDays(sql`-`)),
    ];
  });
  return sql`select person_id, present, due from person_rollups where ${within(sql`month`, months)} and ${isReached}
    ${sql.join(rest, sql` `)}`;
}

/** Each roll-up with its figures, and the same figures counted from attendance_days. */
const CHECKS: Record<string, { zeros: number; kept: SQL; counted: SQL }> = {
  day_rollups: {
    zeros: 7,
    kept: sql`select day::text || ' ' || is_student as key,
        concat_ws(' ', on_time, late, very_late, absent, unmarked, excused, arrival_sum) as value
      from day_rollups`,
    counted: sql`select day::text || ' ' || (kind = 'student') as key,
        concat_ws(' ', count(*) filter (where status = 'on_time'), count(*) filter (where status = 'late'),
          count(*) filter (where status = 'very_late'), count(*) filter (where status = 'absent'),
          count(*) filter (where status = 'unmarked'), count(*) filter (where status = 'excused'),
          coalesce(sum(arrival_minutes), 0)) as value
      from attendance_days where not day_off group by day, kind = 'student'`,
  },
  section_rollups: {
    zeros: 3,
    kept: sql`select day::text || ' ' || section as key, concat_ws(' ', present, due, excused) as value
      from section_rollups`,
    counted: sql`select day::text || ' ' || section as key,
        concat_ws(' ', count(first_in),
          ${DUE},
          count(*) filter (where status = 'excused')) as value
      from attendance_days where section is not null and not day_off group by day, section`,
  },
  section_months: {
    zeros: 2,
    kept: sql`select month::text || ' ' || section as key, concat_ws(' ', present, due) as value
      from section_months`,
    counted: sql`select date_trunc('month', day)::date::text || ' ' || section as key,
        concat_ws(' ', count(first_in), ${DUE}) as value
      from attendance_days where section is not null and not day_off
      group by date_trunc('month', day), section`,
  },
  hour_rollups: {
    zeros: 1,
    kept: sql`select day::text || ' ' || hour as key, arrivals::text as value from hour_rollups`,
    counted: sql`select day::text || ' ' || (arrival_minutes / 60) as key, count(*)::text as value
      from attendance_days where arrival_minutes is not null and not day_off group by day, arrival_minutes / 60`,
  },
  person_rollups: {
    zeros: 3,
    kept: sql`select person_id || ' ' || month as key, concat_ws(' ', present, due, on_time) as value
      from person_rollups`,
    counted: sql`select person_id || ' ' || date_trunc('month', day)::date as key,
        concat_ws(' ', count(first_in),
          ${DUE},
          count(*) filter (where status = 'on_time')) as value
      from attendance_days where not day_off
      group by person_id, date_trunc('month', day)`,
  },
  // The months in which a person has days, those with visits on days off only too: by them a person's days are found.
  person_months: {
    zeros: 1,
    kept: sql`select null::text as key, null::text as value where false`,
    counted: sql`select d.person_id || ' ' || d.month as key, '1' as value
      from (select distinct person_id, date_trunc('month', day)::date as month from attendance_days) d
      where not exists (select 1 from person_rollups r where r.person_id = d.person_id and r.month = d.month)`,
  },
};

const SHOWN = 20;

/**
 * Lists differences between the roll-ups and the days. One statement per roll-up, so that marking can
 * continue.
 */
export function rollupDifferences(db: Db): Promise<string[]> {
  return db.transaction(async (tx) => {
    // Counting ten million days takes longer than the statement timeout.
    await tx.execute(sql`set local statement_timeout = 0`);
    const found: string[] = [];
    for (const [name, { zeros, kept, counted }] of Object.entries(CHECKS)) {
      // A roll-up without days may be missing or hold zeros; anything else, negative sums too, is a difference.
      const none = Array(zeros).fill('0').join(' ');
      const rows = await rowsOf<{ key: string; kept: string | null; counted: string | null }>(
        tx,
        sql`select coalesce(k.key, c.key) as key, k.value as kept, c.value as counted
            from (${kept}) k full join (${counted}) c on c.key = k.key
            where coalesce(k.value, ${none}) <> coalesce(c.value, ${none}) limit ${SHOWN}`,
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
