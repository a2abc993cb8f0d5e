import type { ClassTeacher, TaughtClass } from '@rollcall/core/classes/classes.types';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import * as contract from './class-teachers.contract.ts';

const presentTeacher = (teacher: ClassTeacher): z.infer<typeof contract.wireClassTeacher> => ({
  user_id: teacher.code,
  name: teacher.name,
  first_day: teacher.firstDay,
  last_day: teacher.lastDay,
});

const presentTaught = (each: TaughtClass): z.infer<typeof contract.wireTeacherClass> => ({
  id: each.id,
  name: each.name,
  subject: each.subject,
  starts_at: each.startTime,
  ends_at: each.endTime,
  students: each.students,
  present: each.present,
  missing: each.missing.map(({ code, name }) => ({ user_id: code, name })),
  taken: each.isTaken,
  substitute: each.isSubstitute,
});

export function classTeacherRoutes({ classTeachers }: Services) {
  return createRouter()
    .openapi(contract.getTeachers, async (c) => {
      const teachers = await classTeachers.list(actorOf(c), c.req.valid('param').id);
      return c.json({ teachers: teachers.map(presentTeacher) }, 200);
    })
    .openapi(contract.setTeachers, async (c) => {
      const { id } = c.req.valid('param');
      const given = c.req.valid('json').teachers.map(({ user_id, first_day, last_day }) => ({
        code: user_id,
        firstDay: first_day ?? null,
        lastDay: last_day ?? null,
      }));
      await classTeachers.set(actorOf(c), id, given);
      const teachers = await classTeachers.list(actorOf(c), id);
      return c.json({ teachers: teachers.map(presentTeacher) }, 200);
    })
    .openapi(contract.teacherToday, async (c) => {
      const { date, classes } = await classTeachers.today(actorOf(c));
      return c.json({ date, classes: classes.map(presentTaught) }, 200);
    });
}
