import { rateOrZero } from '@rollcall/core/analytics/analytics.rules';
import type { Missing } from '@rollcall/core/analytics/follow-up.ports';
import type { Services } from '@rollcall/core/services';
import { presentPersonRecord } from '../attendance/attendance.presenter.ts';
import { createRouter } from '../http/router.ts';
import { toWireDate } from '../http/wire-time.ts';
import * as contract from './follow-up.contract.ts';

const presentWho = ({ code, name, kind, classSection }: Missing) => ({
  user_id: code,
  name,
  type: kind,
  class_section: classSection,
});

export function followUpRoutes({ followUp, settings }: Services) {
  return createRouter()
    .openapi(contract.absentees, async (c) => {
      const { date, isOpen, people } = await followUp.absentees(c.req.valid('query').date);
      return c.json({ date: toWireDate(date), due: isOpen, absentees: people.map(presentWho) }, 200);
    })
    .openapi(contract.attention, async (c) => {
      const { from, to } = c.req.valid('query');
      const { range, target, inARow, belowTarget } = await followUp.attention(
        from && to ? { from, to } : undefined,
      );
      return c.json(
        {
          target,
          from: range.from,
          to: range.to,
          in_a_row: inARow.map((each) => ({
            ...presentWho(each),
            days: each.days,
            last_seen: each.lastSeenOn && toWireDate(each.lastSeenOn),
          })),
          below_target: belowTarget.map((each) => ({
            user_id: each.code,
            name: each.name,
            type: each.kind,
            days: each.present,
            due: each.due,
            rate: rateOrZero(each),
          })),
        },
        200,
      );
    })
    .openapi(contract.attendanceRows, async (c) => {
      const { page, limit, ...filter } = c.req.valid('query');
      const { zone } = await settings.today();
      const { rows, total } = await followUp.days({ ...filter, limit, offset: (page - 1) * limit });
      return c.json({ rows: rows.map(presentPersonRecord(zone)), total, page, limit }, 200);
    });
}
