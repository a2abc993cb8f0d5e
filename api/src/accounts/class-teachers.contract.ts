import { createRoute } from '@hono/zod-openapi';
import { CLASS_LIMITS } from '@rollcall/core/classes/classes.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, idParam, personCode, wireDate } from '../http/contract-parts.ts';

export const wireClassTeacher = z.object({
  user_id: z.string(),
  name: z.string(),
  /** Both null: the teacher of the class. With days: a substitute on those days. */
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
});

export const teachersBody = z.object({
  teachers: z
    .array(z.object({ user_id: personCode, first_day: wireDate.nullish(), last_day: wireDate.nullish() }))
    .max(CLASS_LIMITS.teachers),
});

export const wireTeacherClass = z.object({
  id: z.number(),
  name: z.string(),
  subject: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  students: z.number(),
  present: z.number(),
  /** Who has neither been seen nor is excused so far. */
  missing: z.array(z.object({ user_id: z.string(), name: z.string() })),
  /** Whether the sheet of today has marks. */
  taken: z.boolean(),
  substitute: z.boolean(),
});

const tags = ['Classes'];
const manage = allow('classes.manage');
const teachers = answers(
  z.object({ teachers: z.array(wireClassTeacher) }),
  'Teachers first, then substitutes by day',
);

export const getTeachers = createRoute({
  ...manage,
  tags,
  method: 'get',
  path: '/admin/classes/{id}/teachers',
  summary: 'Who teaches a class, and who on which days only',
  request: { params: idParam },
  responses: teachers,
});

export const setTeachers = createRoute({
  ...manage,
  tags,
  method: 'put',
  path: '/admin/classes/{id}/teachers',
  summary: 'Say who teaches a class, several if need be, and who on which days only',
  request: { params: idParam, body: body(teachersBody) },
  responses: teachers,
});

export const teacherToday = createRoute({
  ...allow('classes.read'),
  tags,
  method: 'get',
  path: '/teacher/today',
  summary: 'The classes that you teach today, and who is missing so far',
  responses: answers(
    z.object({ date: z.string(), classes: z.array(wireTeacherClass) }),
    'In the order of the day; none on a day off',
  ),
});
