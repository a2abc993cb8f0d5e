import type {
  CorrectionOfPerson,
  CorrectionWanted,
  WantedVerdict,
} from '@rollcall/core/attendance/correction.types';
import { STATUS_LABELS } from '@rollcall/core/attendance/day-explanation';
import type { Services } from '@rollcall/core/services';
import type { LocalTime } from '@rollcall/core/time/local-date';
import type { Zone } from '@rollcall/core/time/zone';
import type { z } from 'zod';
import { presentRecord } from '../attendance/attendance.presenter.ts';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { toWireDate } from '../http/wire-time.ts';
import * as contract from './corrections.contract.ts';

const present =
  (zone: Zone) =>
  (each: CorrectionOfPerson): z.infer<typeof contract.wireCorrection> => ({
    id: each.id,
    user_id: each.code,
    name: each.name,
    date: toWireDate(each.date),
    wanted: each.wanted,
    time: each.time,
    reason: each.reason,
    asked_by: each.askedByName,
    asked_at: each.askedAt.toISOString(),
    state: each.state,
    decided_by: each.decidedByName,
    decided_at: each.decidedAt?.toISOString() ?? null,
    note: each.note,
    before: each.before && {
      status: STATUS_LABELS[each.before.status],
      verdict: each.before.status,
      time: each.before.firstIn && zone.timeOf(each.before.firstIn),
    },
  });

/** The contract has made sure that the two belong together. */
const verdictOf = (wanted: CorrectionWanted, time: LocalTime | null | undefined): WantedVerdict =>
  wanted === 'present' && time
    ? { wanted, time }
    : { wanted: wanted === 'present' ? 'absent' : wanted, time: null };

export function correctionRoutes({ corrections, people, settings }: Services) {
  const zone = async () => (await settings.today()).zone;

  return createRouter()
    .openapi(contract.myCorrections, async (c) => {
      const list = await corrections.mine(actorOf(c));
      return c.json({ corrections: list.map(present(await zone())) }, 200);
    })
    .openapi(contract.askCorrection, async (c) => {
      const { date, wanted, time, reason } = c.req.valid('json');
      const id = await corrections.ask(actorOf(c), { date, verdict: verdictOf(wanted, time), reason });
      return c.json({ message: 'Your request was sent. An administrator will decide.', id }, 200);
    })
    .openapi(contract.listCorrections, async (c) => {
      const list = await corrections.list(c.req.valid('query').state);
      return c.json({ corrections: list.map(present(await zone())) }, 200);
    })
    .openapi(contract.decideCorrection, async (c) => {
      const { accept, note } = c.req.valid('json');
      await corrections.decide(actorOf(c), c.req.valid('param').id, accept, note || null);
      return c.json({ message: accept ? 'The day was corrected.' : 'The request was declined.' }, 200);
    })
    .openapi(contract.correctDay, async (c) => {
      const { id, date } = c.req.valid('param');
      const { wanted, time, reason } = c.req.valid('json');
      const person = await people.manageable(id);
      const day = await corrections.correct(actorOf(c), person, {
        date,
        verdict: verdictOf(wanted, time),
        reason,
      });
      return c.json(
        { message: 'The day was corrected.', attendance: day && presentRecord(await zone())(day) },
        200,
      );
    });
}
