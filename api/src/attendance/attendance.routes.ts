import type { Marked } from '@rollcall/core/attendance/attendance.service';
import { STATUS_LABELS } from '@rollcall/core/attendance/day-explanation';
import { AppError } from '@rollcall/core/errors';
import type { Services } from '@rollcall/core/services';
import type { Zone } from '@rollcall/core/time/zone';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { toWireDate } from '../http/wire-time.ts';
import * as contract from './attendance.contract.ts';
import {
  presentHistory,
  presentPersonRecord,
  presentRecord,
  presentRegisterRow,
} from './attendance.presenter.ts';

const RECENT_SHOWN = 20;

export function presentMarked({ outcome, day }: Marked, zone: Zone) {
  const time = day.firstIn ? zone.timeOf(day.firstIn) : '';
  const label = STATUS_LABELS[day.status];
  return {
    success: true,
    message:
      outcome === 'marked'
        ? `Attendance marked at ${time} (${label}).`
        : `You are already marked present today, at ${time} (${label}).`,
    outcome,
    attendance: presentRecord(zone)(day),
  };
}

export function attendanceRoutes({ attendance, settings }: Services) {
  return createRouter()
    .openapi(contract.attendanceToday, async (c) => {
      const { zone, date } = await settings.today();
      const rows = await attendance.today(actorOf(c));
      return c.json({ date: toWireDate(date), attendance: rows.map(presentRegisterRow(zone)) }, 200);
    })
    .openapi(contract.markAttendance, async (c) => {
      const { scan_id } = c.req.valid('json');
      if (scan_id === undefined) throw new AppError('scan_required');
      const marked = await attendance.markWithScan(actorOf(c), scan_id);
      return c.json(presentMarked(marked, (await settings.today()).zone), 200);
    })
    .openapi(contract.attendanceHistory, async (c) => {
      const query = c.req.valid('query');
      const { zone } = await settings.today();
      const days = await attendance.history(query);
      return c.json({ history: presentHistory(days, zone), truncated: days.length === query.limit }, 200);
    })
    .openapi(contract.recentActivity, async (c) => {
      const { zone } = await settings.today();
      const days = await attendance.recent(RECENT_SHOWN);
      return c.json({ activities: days.map(presentPersonRecord(zone)) }, 200);
    });
}
