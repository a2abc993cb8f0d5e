import type { CorrectionWanted, WantedVerdict } from '@rollcall/core/attendance/attendance.types';
import { AppError } from '@rollcall/core/kernel/errors';
import type { LocalTime } from '@rollcall/core/kernel/local-date';
import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { toWireDate } from '../http/contract-parts.ts';
import { toCursor } from '../http/formats/cursor.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './attendance.contract.ts';
import {
  presentArrival,
  presentCorrection,
  presentHistory,
  presentMarked,
  presentPersonRecord,
  presentRecord,
} from './attendance.presenter.ts';

const RECENT_SHOWN = 20;

export function attendanceRoutes({ attendance, settings }: Services) {
  return createRouter()
    .openapi(contract.attendanceToday, async (c) => {
      const { zone, date } = await settings.today();
      const rows = await attendance.today(actorOf(c));
      return c.json({ date: toWireDate(date), attendance: rows.map(presentArrival(zone)) }, 200);
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
      const days = await attendance.history(actorOf(c), query);
      return c.json({ history: presentHistory(days, zone), truncated: days.length === query.limit }, 200);
    })
    .openapi(contract.recentActivity, async (c) => {
      const { zone } = await settings.today();
      const days = await attendance.recent(actorOf(c), RECENT_SHOWN);
      return c.json({ activities: days.map(presentPersonRecord(zone)) }, 200);
    });
}

/** The contract checks that a time is given with `present` and `late`, and only then. */
function verdictOf(wanted: CorrectionWanted, time: LocalTime | null | undefined): WantedVerdict {
  if (wanted === 'absent' || wanted === 'excused') return { wanted, time: null };
  return time ? { wanted, time } : { wanted: 'absent', time: null };
}

export function correctionRoutes({ corrections, settings }: Services) {
  const zone = async () => (await settings.today()).zone;
  const answer = async ({ rows, next }: Awaited<ReturnType<typeof corrections.listOwn>>) => ({
    corrections: rows.map(presentCorrection(await zone())),
    ...(next === null ? {} : { next_cursor: toCursor([next]) }),
  });

  return createRouter()
    .openapi(contract.myCorrections, async (c) => {
      const { cursor } = c.req.valid('query');
      return c.json(await answer(await corrections.listOwn(actorOf(c), cursor?.[0])), 200);
    })
    .openapi(contract.askCorrection, async (c) => {
      const { date, wanted, time, reason } = c.req.valid('json');
      const id = await corrections.request(actorOf(c), { date, verdict: verdictOf(wanted, time), reason });
      return c.json({ message: 'Request sent. An administrator will review it.', id }, 200);
    })
    .openapi(contract.listCorrections, async (c) => {
      const { state, page, cursor } = c.req.valid('query');
      return c.json(await answer(await corrections.list(actorOf(c), state, page, cursor?.[0])), 200);
    })
    .openapi(contract.askCorrectionFor, async (c) => {
      const { user_id, date, wanted, time, reason } = c.req.valid('json');
      const wish = { date, verdict: verdictOf(wanted, time), reason };
      const id = await corrections.requestFor(actorOf(c), user_id, wish);
      return c.json({ message: 'Request sent. The office will review it.', id }, 200);
    })
    .openapi(contract.decideCorrection, async (c) => {
      const { accept, note } = c.req.valid('json');
      await corrections.decide(actorOf(c), c.req.valid('param').id, accept, note || null);
      return c.json({ message: accept ? 'Day corrected.' : 'Request declined.' }, 200);
    })
    .openapi(contract.correctDay, async (c) => {
      const { id, date } = c.req.valid('param');
      const { wanted, time, reason } = c.req.valid('json');
      const day = await corrections.correct(actorOf(c), id, {
        date,
        verdict: verdictOf(wanted, time),
        reason,
      });
      return c.json({ message: 'Day corrected.', attendance: day && presentRecord(await zone())(day) }, 200);
    });
}
