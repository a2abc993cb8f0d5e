import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { createRouter } from '../http/router.ts';
import * as contract from './demo.contract.ts';

type Summary = Awaited<ReturnType<Services['demoData']['summary']>>;

function presentSummary({
  people,
  classes,
  notices,
  days,
}: Summary): z.infer<typeof contract.demoSummaryAnswer> {
  const employees = people.teacher + people.staff + people.employee;
  return {
    students: people.student,
    employees,
    total_users: people.student + employees,
    classes,
    notices,
    attendance_days: days,
  };
}

export function demoRoutes({ demoData }: Services) {
  return createRouter()
    .openapi(contract.populateDemo, async (c) => {
      const summary = presentSummary(await demoData.populate());
      return c.json({ message: 'The demo school is ready.', summary }, 200);
    })
    .openapi(contract.demoSummary, async (c) => c.json(presentSummary(await demoData.summary()), 200));
}
