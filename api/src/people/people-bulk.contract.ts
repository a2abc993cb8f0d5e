import { createRoute } from '@hono/zod-openapi';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { REFUSALS } from '@rollcall/core/people/people.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body } from '../http/contract-parts.ts';

const userIds = z.array(z.string().min(1).max(PEOPLE_LIMITS.code)).min(1).max(PEOPLE_LIMITS.bulk);
/** Those who were left out, and why; the others are done. */
const refused = z.array(z.object({ user_id: z.string(), reason: z.enum(REFUSALS) }));
const counted = answers(z.object({ done: z.number(), refused }), 'How many are done, and who was left out');

const tags = ['People'];

export const moveUsers = createRoute({
  ...allow('people.manage'),
  tags,
  method: 'post',
  path: '/admin/users/bulk/section',
  summary: 'Move students to another section',
  request: {
    body: body(
      z.object({
        user_ids: userIds,
        class_section: z.string().trim().min(1, 'Please enter a section.').max(PEOPLE_LIMITS.section),
      }),
    ),
  },
  responses: counted,
});

export const renewPasswords = createRoute({
  ...allow('people.manage', { confirm: true }),
  tags,
  method: 'post',
  path: '/admin/users/bulk/passwords',
  summary: 'Give people new passwords; their sessions end, and they choose their own at the next sign-in',
  request: { body: body(z.object({ user_ids: userIds })) },
  responses: answers(
    z.object({
      passwords: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          username: z.string().nullable(),
          class_section: z.string().nullable(),
          password: z.string(),
        }),
      ),
      refused,
    }),
    'The passwords, which are not shown again',
  ),
});

export const deleteUsers = createRoute({
  ...allow('people.delete', { confirm: true }),
  tags,
  method: 'post',
  path: '/admin/users/bulk/delete',
  summary: 'Delete people; past attendance stays under pseudonyms',
  request: { body: body(z.object({ user_ids: userIds })) },
  responses: counted,
});
