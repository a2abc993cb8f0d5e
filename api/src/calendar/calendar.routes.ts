import type { Leave } from '@rollcall/core/attendance/attendance.ports';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './calendar.contract.ts';

const presentLeave = (leave: Leave): z.infer<typeof contract.wireLeave> => ({
  id: leave.id,
  user_id: leave.code,
  name: leave.name,
  from: leave.firstDay,
  to: leave.lastDay,
  reason: leave.reason,
});

export function calendarRoutes({ calendar, people, settings }: Services) {
  return createRouter()
    .openapi(contract.listHolidays, async (c) => {
      const { from, to } = c.req.valid('query');
      const holidays = (await calendar.holidays(from, to)).map(({ date, name }) => ({ date, name }));
      return c.json({ holidays, working_days: [...(await settings.institution()).workingDays] }, 200);
    })
    .openapi(contract.saveHoliday, async (c) => {
      await calendar.saveHolidays(actorOf(c), [c.req.valid('json')]);
      return c.json({ message: 'Holiday saved.' }, 200);
    })
    .openapi(contract.importHolidays, async (c) => {
      const { added, skipped } = await calendar.importHolidays(actorOf(c), c.req.valid('json').ics);
      const rest = skipped > 0 ? ` ${skipped} events could not be used.` : '';
      return c.json({ message: `${added} days added.${rest}`, added, skipped }, 200);
    })
    .openapi(contract.deleteHoliday, async (c) => {
      await calendar.removeHoliday(actorOf(c), c.req.valid('param').date);
      return c.json({ message: 'Holiday removed.' }, 200);
    })
    .openapi(contract.saveWorkingDays, async (c) => {
      await calendar.saveWorkingDays(actorOf(c), c.req.valid('json').working_days);
      return c.json({ message: 'Working days saved.' }, 200);
    })
    .openapi(contract.listLeaves, async (c) => {
      const { from, to } = c.req.valid('query');
      return c.json({ leaves: (await calendar.leaves(from, to)).map(presentLeave) }, 200);
    })
    .openapi(contract.addLeave, async (c) => {
      const { user_id, from, to, reason } = c.req.valid('json');
      const person = await people.requireManageable(user_id);
      const id = await calendar.addLeave(actorOf(c), person, { firstDay: from, lastDay: to, reason });
      return c.json({ message: `${person.name} is excused.`, id }, 200);
    })
    .openapi(contract.deleteLeave, async (c) => {
      await calendar.removeLeave(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Leave removed.' }, 200);
    });
}
