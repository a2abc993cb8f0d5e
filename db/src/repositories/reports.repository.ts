import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import type { DayStatus } from '@rollcall/core/attendance/attendance.types';
import type { ReportRepository } from '@rollcall/core/reports/report.ports';
import { noCounts } from '@rollcall/core/reports/report.rules';
import type { Scope } from '@rollcall/core/reports/report.types';
import { and, between, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../connection.ts';
import { attendanceDays } from '../schema/attendance.schema.ts';
import { classMembers, people } from '../schema/institution.schema.ts';

const daysIn = (personIds: readonly number[], { from, to }: DateRange) =>
  and(inArray(attendanceDays.personId, [...personIds]), between(attendanceDays.day, from, to));

export function createReportRepository(db: Db): ReportRepository {
  const inScope = (scope: Scope) => {
    if (scope.of === 'section') return eq(people.classSection, scope.section);
    if (scope.of === 'everyone') return undefined;
    const members = db
      .select({ id: classMembers.personId })
      .from(classMembers)
      .where(eq(classMembers.classId, scope.classId));
    return inArray(people.id, members);
  };
  const peopleIn = (scope: Scope) => and(ne(people.kind, 'admin'), isNull(people.deletedAt), inScope(scope));

  return {
    people(scope, page) {
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
        .where(peopleIn(scope))
        .orderBy(sql`${people.classSection} nulls last`, sql`lower(${people.name})`, people.id);
      return page ? query.limit(page.limit).offset(page.offset) : query;
    },

    headcount: (scope) => db.$count(people, peopleIn(scope)),

    async days(personIds, range) {
      if (personIds.length === 0) return [];
      return db
        .select({
          personId: attendanceDays.personId,
          date: attendanceDays.day,
          status: attendanceDays.status,
        })
        .from(attendanceDays)
        .where(daysIn(personIds, range));
    },

    async counts(personIds, range) {
      const counts = new Map<number, Record<DayStatus, number>>();
      if (personIds.length === 0) return counts;
      const rows = await db
        .select({
          personId: attendanceDays.personId,
          status: attendanceDays.status,
          count: sql<number>`count(*)::int`,
        })
        .from(attendanceDays)
        .where(daysIn(personIds, range))
        .groupBy(attendanceDays.personId, attendanceDays.status);
      for (const { personId, status, count } of rows) {
        const own = counts.get(personId) ?? noCounts();
        own[status] += count;
        counts.set(personId, own);
      }
      return counts;
    },
  };
}
