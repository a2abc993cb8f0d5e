import {
  type Becomes,
  type RepairSummary,
  repairSentence,
} from '@rollcall/core/attendance/calendar-repair.rules';
import { eachDay } from '@rollcall/core/kernel/local-date';
import type { Scope } from '@rollcall/core/reports/report.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { toCursor } from '../http/formats/cursor.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './calendar.contract.ts';
import { presentChanges, presentLeave } from './calendar.presenter.ts';

const scopeOf = ({ section, class_id }: z.infer<typeof contract.repairBody>): Scope => {
  if (section !== undefined) return { of: 'section', section };
  return class_id === undefined ? { of: 'everyone' } : { of: 'class', classId: class_id };
};

/** The answer of a call that may change recorded days. */
function answerOf(done: string, isPreview: boolean, changes: RepairSummary, becomes: Becomes) {
  const sentence = repairSentence(changes, becomes);
  const message = isPreview ? sentence : changes.days === 0 ? done : `${done} ${sentence}`;
  return { message, changes: presentChanges(changes) };
}

export function calendarRoutes({ calendar, calendarRepair, settings }: Services) {
  return createRouter()
    .openapi(contract.listHolidays, async (c) => {
      const { from, to } = c.req.valid('query');
      const holidays = (await calendar.holidays(from, to)).map(({ date, name }) => ({ date, name }));
      return c.json({ holidays, working_days: [...(await settings.institution()).workingDays] }, 200);
    })
    .openapi(contract.saveHoliday, async (c) => {
      const { preview: isPreview = false } = c.req.valid('query');
      const { date, to = date, name } = c.req.valid('json');
      const days = eachDay(date, to).map((day) => ({ date: day, name }));
      const changes = await calendar.saveHolidays(actorOf(c), days, { isPreview });
      return c.json(answerOf('Holiday saved.', isPreview, changes, 'holidays'), 200);
    })
    .openapi(contract.importHolidays, async (c) => {
      const { preview: isPreview = false } = c.req.valid('query');
      const { ics } = c.req.valid('json');
      const { added, skipped, changes } = await calendar.importHolidays(actorOf(c), ics, { isPreview });
      const rest = skipped > 0 ? ` ${skipped} events could not be used.` : '';
      const answer = answerOf(`${added} days added.${rest}`, isPreview, changes, 'holidays');
      return c.json({ ...answer, added, skipped }, 200);
    })
    .openapi(contract.deleteHoliday, async (c) => {
      const { preview: isPreview = false } = c.req.valid('query');
      const changes = await calendar.removeHoliday(actorOf(c), c.req.valid('param').date, { isPreview });
      return c.json(answerOf('Holiday removed.', isPreview, changes, 'open'), 200);
    })
    .openapi(contract.saveWorkingDays, async (c) => {
      const { preview: isPreview = false } = c.req.valid('query');
      const { working_days, from } = c.req.valid('json');
      const changes = await calendar.saveWorkingDays(actorOf(c), working_days, from, { isPreview });
      return c.json(answerOf('Working days saved.', isPreview, changes, 'days off'), 200);
    })
    .openapi(contract.listLeaves, async (c) => {
      const { cursor, ...range } = c.req.valid('query');
      const after = cursor && { firstDay: cursor[0], id: cursor[1] };
      const { leaves, next } = await calendar.leaves(actorOf(c), range, after);
      const further = next ? { next_cursor: toCursor([next.firstDay, next.id]) } : {};
      return c.json({ leaves: leaves.map(presentLeave), ...further }, 200);
    })
    .openapi(contract.addLeave, async (c) => {
      const { preview: isPreview = false } = c.req.valid('query');
      const { user_id, from, to, reason } = c.req.valid('json');
      const leave = { firstDay: from, lastDay: to, reason };
      const { id, name, changes } = await calendar.addLeave(actorOf(c), user_id, leave, { isPreview });
      const message = isPreview ? repairSentence(changes, 'excused') : `${name} is excused.`;
      return c.json({ message, id, changes: presentChanges(changes) }, 200);
    })
    .openapi(contract.deleteLeave, async (c) => {
      await calendar.removeLeave(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Leave removed.' }, 200);
    })
    .openapi(contract.repairDays, async (c) => {
      const { preview: isPreview = false } = c.req.valid('query');
      const given = c.req.valid('json');
      const range = { from: given.from, to: given.to, scope: scopeOf(given) };
      const changes = await calendarRepair.repairRange(actorOf(c), range, { isPreview });
      return c.json({ message: repairSentence(changes, 'open'), changes: presentChanges(changes) }, 200);
    })
    .openapi(contract.listReopenedDays, async (c) => {
      const days = (await calendarRepair.reopenedDays()).map(({ date }) => date);
      return c.json({ days }, 200);
    })
    .openapi(contract.reopenDay, async (c) => {
      const { preview: isPreview = false } = c.req.valid('query');
      const changes = await calendarRepair.reopen(actorOf(c), c.req.valid('param').date, { isPreview });
      return c.json(answerOf('Day reopened.', isPreview, changes, 'open'), 200);
    })
    .openapi(contract.closeDay, async (c) => {
      const { preview: isPreview = false } = c.req.valid('query');
      const changes = await calendarRepair.closeAgain(actorOf(c), c.req.valid('param').date, { isPreview });
      return c.json(answerOf('Day closed.', isPreview, changes, 'open'), 200);
    });
}
