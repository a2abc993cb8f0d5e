import { rangeOf } from '@rollcall/core/analytics/analytics.rules';
import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import { can } from '@rollcall/core/kernel/access';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { presentPersonRecord } from '../attendance/attendance.presenter.ts';
import { actorOf } from '../http/access.ts';
import { toWireDate } from '../http/contract-parts.ts';
import { toCursor } from '../http/formats/cursor.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './analytics.contract.ts';
import * as present from './analytics.presenter.ts';
import * as followUpContract from './follow-up.contract.ts';

/** The range that a query names by its choice or its two dates. */
export const rangeFrom = (
  { range, from, to }: z.infer<typeof contract.rangeQuery>,
  today: LocalDate,
): DateRange => (from && to ? { from, to } : rangeOf(range, today));

export function analyticsRoutes({ analytics, personal, settings }: Services) {
  return createRouter()
    .openapi(contract.dashboardStats, async (c) => {
      const actor = actorOf(c);
      const stats = can(actor, 'analytics.read')
        ? present.presentAdminStats(await analytics.dashboard(actor))
        : present.presentStudentStats(await analytics.classmates(actor));
      return c.json({ stats }, 200);
    })
    .openapi(contract.adminAnalytics, async (c) => {
      const { zone, date } = await settings.today();
      const all = await analytics.institution(actorOf(c), rangeFrom(c.req.valid('query'), date));
      return c.json(
        { analytics: present.presentInstitution(all, zone), userActivity: present.presentUserActivity(all) },
        200,
      );
    })
    .openapi(contract.userAnalytics, async (c) => {
      const today = await settings.today();
      const own = await personal.analytics(actorOf(c), rangeFrom(c.req.valid('query'), today.date));
      return c.json({ analytics: present.presentOwnAnalytics(own, today.zone) }, 200);
    })
    .openapi(contract.myAttendance, async (c) => {
      const today = await settings.today();
      return c.json(present.presentOwnAttendance(await personal.attendance(actorOf(c)), today), 200);
    })
    .openapi(contract.attendanceStats, async (c) =>
      c.json(present.presentOwnStats(await personal.attendance(actorOf(c))), 200),
    )
    .openapi(contract.myProfile, async (c) =>
      c.json(present.presentOwnProfile(await personal.profile(actorOf(c))), 200),
    )
    .openapi(contract.profileOf, async (c) => {
      const { zone } = await settings.today();
      const profile = await personal.profileOf(actorOf(c), c.req.valid('param').id);
      return c.json(present.presentProfile(profile, zone), 200);
    });
}

export function followUpRoutes({ followUp, settings }: Services) {
  return createRouter()
    .openapi(followUpContract.absentees, async (c) => {
      const { date: on, page, limit } = c.req.valid('query');
      const found = await followUp.absentees(actorOf(c), on, { limit, offset: (page - 1) * limit });
      const absentees = found.people.map(present.presentAbsentee);
      const rest = found.total > absentees.length ? { total: found.total } : {};
      const { isOpen: due, expected } = found;
      return c.json({ date: toWireDate(found.date), due, expected, absentees, ...rest }, 200);
    })
    .openapi(followUpContract.attention, async (c) => {
      const { from, to } = c.req.valid('query');
      const attention = await followUp.attention(actorOf(c), from && to ? { from, to } : undefined);
      return c.json(present.presentAttention(attention), 200);
    })
    .openapi(followUpContract.attendanceRows, async (c) => {
      const { page, limit, cursor, ...filter } = c.req.valid('query');
      const { zone } = await settings.today();
      const { rows, total } = await followUp.days(actorOf(c), {
        ...filter,
        limit,
        ...(cursor
          ? { after: { date: cursor[0], personId: cursor[1] }, offset: 0 }
          : { offset: (page - 1) * limit }),
      });
      const last = rows.length === limit ? rows.at(-1) : undefined;
      const next = last ? { next_cursor: toCursor([last.date, last.personId]) } : {};
      return c.json({ rows: rows.map(presentPersonRecord(zone)), total, page, limit, ...next }, 200);
    });
}
