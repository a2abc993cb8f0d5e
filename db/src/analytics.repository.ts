import type { AnalyticsRepository } from '@rollcall/core/analytics/analytics.ports';
import type {
  DateRange,
  DayCount,
  HourTally,
  MonthTally,
  PersonTally,
  PersonTotals,
  Scope,
  SectionTally,
  TodayTally,
  WeekdayTally,
  WeekTally,
} from '@rollcall/core/analytics/analytics.types';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, oneOf, rowsOf } from './connection.ts';

/** A verdict that says "came" has a first arrival, by constraint. */
const PRESENT = sql`count(d.first_in)::int`;
const DUE = sql`count(*) filter (where d.first_in is not null or d.status = 'absent')::int`;
const STUDENTS_PRESENT = sql`(count(d.first_in) filter (where p.kind = 'student'))::int`;

/** Minutes since midnight on the institution's wall clock. */
const LOCAL_ARRIVAL = sql`(d.first_in at time zone (select time_zone from institution))::time`;
const ARRIVAL_MINUTES = sql`round(avg(extract(epoch from ${LOCAL_ARRIVAL}) / 60))::int`;

const rangeCondition = ({ from, to }: DateRange): SQL => sql`d.day between ${from} and ${to}`;
const scopeCondition = ({ personId, ...range }: Scope): SQL =>
  personId === undefined
    ? rangeCondition(range)
    : sql`${rangeCondition(range)} and d.person_id = ${personId}`;

export function createAnalyticsRepository(db: Db): AnalyticsRepository {
  return {
    today: (date, section) =>
      oneOf<TodayTally>(
        db,
        sql`select ${PRESENT} as present, ${STUDENTS_PRESENT} as "studentsPresent",
              (count(*) filter (where d.status in ('excused', 'holiday', 'not_due')))::int as excused
            from attendance_days d join people p on p.id = d.person_id
            where d.day = ${date} and p.deleted_at is null and (${section ?? null}::text is null or p.class_section = ${section ?? null})`,
      ),

    months: (scope) =>
      rowsOf<MonthTally>(
        db,
        sql`select to_char(d.day, 'YYYY-MM') as month, ${PRESENT} as present, ${DUE} as due,
              count(distinct d.day)::int as days, ${STUDENTS_PRESENT} as "studentsPresent"
            from attendance_days d join people p on p.id = d.person_id
            where ${scopeCondition(scope)} group by 1 order by 1`,
      ),

    weeks: (scope) =>
      rowsOf<WeekTally>(
        db,
        sql`select to_char(date_trunc('week', d.day), 'YYYY-MM-DD') as week, ${PRESENT} as present, ${DUE} as due
            from attendance_days d where ${scopeCondition(scope)} group by 1 order by 1`,
      ),

    weekdays: (scope) =>
      rowsOf<WeekdayTally>(
        db,
        sql`select extract(isodow from d.day)::int as weekday, ${PRESENT} as present, ${DUE} as due,
              count(distinct d.day)::int as days, ${STUDENTS_PRESENT} as "studentsPresent",
              ${ARRIVAL_MINUTES} as "averageArrival"
            from attendance_days d join people p on p.id = d.person_id
            where ${scopeCondition(scope)} group by 1 order by 1`,
      ),

    sections: (range) =>
      rowsOf<SectionTally>(
        db,
        sql`select p.class_section as section, ${PRESENT} as present, ${DUE} as due,
              count(distinct p.id)::int as people
            from attendance_days d join people p on p.id = d.person_id
            where ${rangeCondition(range)} and p.class_section is not null group by 1 order by 1`,
      ),

    hours: (scope) =>
      rowsOf<HourTally>(
        db,
        sql`select extract(hour from ${LOCAL_ARRIVAL})::int as hour, count(*)::int as count
            from attendance_days d where ${scopeCondition(scope)} and d.first_in is not null
            group by 1 order by 1`,
      ),

    topPeople: (range, limit) =>
      rowsOf<PersonTally>(
        db,
        sql`select p.code, p.name, p.kind, ${PRESENT} as present, ${DUE} as due
            from attendance_days d join people p on p.id = d.person_id
            where ${rangeCondition(range)} and p.deleted_at is null
            group by p.id order by present desc, lower(p.name) limit ${limit}`,
      ),

    dailyPresence: (range) =>
      rowsOf<DayCount>(
        db,
        sql`select to_char(d.day, 'YYYY-MM-DD') as date, ${PRESENT} as present
            from attendance_days d where ${rangeCondition(range)} group by d.day order by d.day`,
      ),

    totalsOf: (personId, range) =>
      oneOf<PersonTotals>(
        db,
        sql`select ${PRESENT} as present, ${DUE} as due, ${ARRIVAL_MINUTES} as "averageArrival"
            from attendance_days d where ${scopeCondition({ ...range, personId })}`,
      ),

    async sectionSize(section) {
      const { size } = await oneOf<{ size: number }>(
        db,
        sql`select count(*)::int as size from people where class_section = ${section} and deleted_at is null`,
      );
      return size;
    },

    async totalCheckIns(range) {
      const { total } = await oneOf<{ total: number }>(
        db,
        sql`select ${PRESENT} as total from attendance_days d where ${rangeCondition(range)}`,
      );
      return total;
    },
  };
}
