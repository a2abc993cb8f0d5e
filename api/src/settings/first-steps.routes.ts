import type { Services } from '@rollcall/core/services';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './first-steps.contract.ts';

export function firstStepRoutes({ firstSteps, settings }: Services) {
  return createRouter()
    .openapi(contract.firstSteps, async (c) => {
      const found = await firstSteps.read();
      if (found.isClosed) return c.json({ closed: true, steps: [], facts: null }, 200);
      const { people, faces, classes, hasBackup, areKeysExported } = found.facts;
      const times = await settings.timeSettings();
      const { workingDays } = await settings.institution();
      return c.json(
        {
          closed: false,
          steps: found.steps.map(({ step, state, mark }) => ({ step, state, mark })),
          facts: {
            people,
            faces,
            classes,
            has_backup: hasBackup,
            keys_exported: areKeysExported,
            times: {
              start_time: times.startTime,
              grace_minutes: times.graceMinutes,
              cutoff_time: times.cutoffTime,
              auto_absent_minutes: times.autoAbsentMinutes,
            },
            working_days: [...workingDays],
          },
        },
        200,
      );
    })
    .openapi(contract.markFirstStep, async (c) => {
      const { step, mark } = c.req.valid('json');
      await firstSteps.mark(actorOf(c), step, mark);
      return c.json({ message: 'Saved.' }, 200);
    })
    .openapi(contract.closeFirstSteps, async (c) => {
      await firstSteps.close(actorOf(c));
      return c.json({ message: 'The first steps are done.' }, 200);
    });
}
