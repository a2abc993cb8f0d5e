import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import type { DayStatus } from '@rollcall/core/attendance/attendance.types';
import type { Reach } from '@rollcall/core/kernel/access';
import type { ReportRepository } from '@rollcall/core/reports/report.ports';
import { noCounts } from '@rollcall/core/reports/report.rules';
import type { Scope } from '@rollcall/core/reports/report.types';
import { and, between, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../connection.ts';
import { nameOrder } from '../name-order.ts';
import { attendanceDays, classMarks } from '../schema/attendance.schema.ts';
import { classMembers, people } from '../schema/institution.schema.ts';
import { reached } from './accounts/reach.ts';

/** People who were in the section on a day of the range: by their history, and by the sections copied onto their days. */
const inSection = (section: string, { from, to }: DateRange) => sql`${people.id} in (
  select p.id from people p where p.class_section = ${section}
    and not exists (select 1 from section_history h where h.person_id = p.id)
    -- Moved by a version that kept no history: the days know better.
    and not exists (select 1 from attendance_days d where d.person_id = p.id and d.day between ${from} and ${to}
      and d.section is distinct from ${section})
  union
  select h.person_id from section_history h where h.section = ${section} and h.from_day <= ${to}
    and not exists (select 1 from section_history later
      where later.person_id = h.person_id and later.from_day > h.from_day and later.from_day <= ${from})
  union
  select d.person_id from attendance_days d where d.section = ${section} and d.day between ${from} and ${to})`;

const isWholeSection = (scope: Scope, reach: Reach): boolean =>
  scope.of === 'section' && reach.of === 'sections' && reach.sections.includes(scope.section);

export function createReportRepository(db: Db): ReportRepository {
  const inScope = (scope: Scope, range: DateRange) => {
    if (scope.of === 'section') return inSection(scope.section, range);
    if (scope.of === 'everyone') return undefined;
    const members = db
      .select({ id: classMembers.personId })
      .from(classMembers)
      .where(eq(classMembers.classId, scope.classId));
    return inArray(people.id, members);
  };
  const peopleIn = (scope: Scope, range: DateRange, reach: Reach) =>
    and(
      ne(people.kind, 'admin'),
      isNull(people.deletedAt),
      inScope(scope, range),
      // Registered by then, or with days that were imported from before.
      sql`(${people.registeredOn} <= ${range.to} or exists (select 1 from attendance_days d
        where d.person_id = ${people.id} and d.day between ${range.from} and ${range.to}))`,
      isWholeSection(scope, reach) ? undefined : reached(reach, sql`people`),
    );

  const dayStatuses = (
    section: string | undefined,
    personIds: readonly number[],
    { from, to }: DateRange,
    withDaysOff: boolean,
  ) =>
    db
      .select({ personId: attendanceDays.personId, date: attendanceDays.day, status: attendanceDays.status })
      .from(attendanceDays)
      .where(
        and(
          inArray(attendanceDays.personId, [...personIds]),
          between(attendanceDays.day, from, to),
          withDaysOff ? undefined : eq(attendanceDays.isDayOff, false),
          section === undefined ? undefined : eq(attendanceDays.section, section),
        ),
      )
      .as('status_days');

  /** The marks in force of a class, as statuses: present in a class is on time. */
  const markStatuses = (classId: number, personIds: readonly number[], { from, to }: DateRange) =>
    db
      .select({
        personId: classMarks.personId,
        date: classMarks.day,
        status:
          sql<DayStatus>`case ${classMarks.status} when 'present' then 'on_time' else ${classMarks.status} end`.as(
            'status',
          ),
      })
      .from(classMarks)
      .where(
        and(
          eq(classMarks.classId, classId),
          isNull(classMarks.replacedAt),
          inArray(classMarks.personId, [...personIds]),
          between(classMarks.day, from, to),
        ),
      )
      .as('status_days');

  /** Visits on days off are listed, and not counted. */
  const statusDays = (scope: Scope, personIds: readonly number[], range: DateRange, withDaysOff: boolean) =>
    scope.of === 'class'
      ? markStatuses(scope.classId, personIds, range)
      : dayStatuses(scope.of === 'section' ? scope.section : undefined, personIds, range, withDaysOff);

  return {
    people(scope, range, reach, page) {
      const query = db
        .select({
          id: people.id,
          code: people.code,
          name: people.name,
          kind: people.kind,
          classSection: people.classSection,
          registeredOn: people.registeredOn,
        })
        .from(people)
        .where(peopleIn(scope, range, reach))
        .orderBy(sql`${people.classSection} nulls last`, nameOrder(people.name), people.id);
      return page ? query.limit(page.limit).offset(page.offset) : query;
    },

    headcount: (scope, range, reach) => db.$count(people, peopleIn(scope, range, reach)),

    async days(scope, personIds, range) {
      if (personIds.length === 0) return [];
      const days = statusDays(scope, personIds, range, true);
      return db.select().from(days);
    },

    async counts(scope, personIds, range) {
      const counts = new Map<number, Record<DayStatus, number>>();
      if (personIds.length === 0) return counts;
      const days = statusDays(scope, personIds, range, false);
      const rows = await db
        .select({ personId: days.personId, status: days.status, count: sql<number>`count(*)::int` })
        .from(days)
        .groupBy(days.personId, days.status);
      for (const { personId, status, count } of rows) {
        const own = counts.get(personId) ?? noCounts();
        own[status] += count;
        counts.set(personId, own);
      }
      return counts;
    },

    async meetingDays(classId, { from, to }) {
      const rows = await db
        .selectDistinct({ date: classMarks.day })
        .from(classMarks)
        .where(
          and(
            eq(classMarks.classId, classId),
            isNull(classMarks.replacedAt),
            between(classMarks.day, from, to),
          ),
        );
      return rows.map(({ date }) => date);
    },
  };
}
