import { createRoute } from '@hono/zod-openapi';
import { PASSWORD_MAX, PASSWORD_MIN } from '@rollcall/core/auth/auth.rules';
import {
  CODE_PATTERN,
  EMAIL_PATTERN,
  PEOPLE_LIMITS,
  PHONE_PATTERN,
  USERNAME_PATTERN,
} from '@rollcall/core/people/people.rules';
import { PEOPLE_SORTS, PERSON_KINDS, REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, codeParam, message, rowId, wholeNumber, yesNo } from '../http/contract-parts.ts';
import { cursorOf, nextCursor } from '../http/formats/cursor.ts';

export const wireUser = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  type: z.enum(PERSON_KINDS),
  class_section: z.string().nullable(),
  registered_date: z.string(),
  has_face_data: z.boolean(),
  has_password: z.boolean(),
});

export type WireUser = z.infer<typeof wireUser>;

/** The address is null for whoever may not change it. */
export const wireListedUser = wireUser.extend({
  email: z.string().nullable(),
  contact_phone: z.string().nullable(),
});

export const wireProfileIdentity = wireUser.omit({ has_face_data: true, has_password: true });

export const personName = z.string().trim().min(1, 'Please enter a name.').max(PEOPLE_LIMITS.name);
const userId = z
  .string()
  .trim()
  .min(1, 'Please enter an ID.')
  .max(PEOPLE_LIMITS.code)
  .regex(CODE_PATTERN, 'Use letters, digits, dots, dashes and slashes for the ID.');
export const username = z
  .string()
  .trim()
  .min(1, 'Please enter a username.')
  .max(PEOPLE_LIMITS.username)
  .regex(USERNAME_PATTERN, 'Use letters, digits and . _ @ + - for the username.');
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX);
export const emailAddress = z
  .string()
  .trim()
  .max(PEOPLE_LIMITS.email)
  .regex(EMAIL_PATTERN, 'This is not an e-mail address.');
/** An empty field takes the address away. */
const email = z.union([z.literal('').transform(() => null), emailAddress.nullable()]).optional();
const contactPhone = z
  .union([
    z.literal('').transform(() => null),
    z.string().trim().max(PEOPLE_LIMITS.phone).regex(PHONE_PATTERN, 'This is not a phone number.').nullable(),
  ])
  .optional();
const type = z.enum(REGISTRABLE_KINDS);
const classSection = z.string().trim().max(PEOPLE_LIMITS.section).nullish();

export const registerBody = z.object({
  name: personName,
  user_id: userId,
  username,
  password: newPassword,
  type,
  class_section: classSection,
  email,
  contact_phone: contactPhone,
});

/** Clients may send the whole user object back; fields that cannot be edited are dropped. */
export const updateUserBody = z
  .object({
    name: personName,
    user_id: userId,
    username,
    type,
    class_section: classSection,
    email,
    contact_phone: contactPhone,
  })
  .partial();

export const passwordBody = z.object({ password: newPassword });

export const usersQuery = z.object({
  search: z.string().max(200).optional(),
  type: type.optional(),
  section: z.string().max(PEOPLE_LIMITS.section).optional(),
  has_face_data: yesNo.optional(),
  sort: z.enum(PEOPLE_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  page: wholeNumber(1, 1_000_000).optional(),
  limit: wholeNumber(1, PEOPLE_LIMITS.page).optional(),
  /** In place of the page. */
  cursor: cursorOf(z.tuple([rowId])).optional(),
});

const tags = ['People'];
const readers = allow('people.read');
const managers = allow('people.manage');
/** With the address or the password of another administrator somebody could act as them. */
const changers = allow('people.manage', { approve: 'account_access' });

export const registerUser = createRoute({
  ...managers,
  tags,
  method: 'post',
  path: '/admin/register',
  summary: 'Register a person',
  request: { body: body(registerBody) },
  responses: answers(z.object({ message: z.string(), user: wireUser }), 'Registered, without face data yet'),
});

export const listUsers = createRoute({
  ...readers,
  tags,
  method: 'get',
  path: '/admin/users',
  summary: 'Everyone whom the caller reaches, or a searched, filtered, sorted page of them',
  request: { query: usersQuery },
  responses: answers(
    z.object({
      users: z.array(wireListedUser),
      total: z.number(),
      page: z.number(),
      limit: z.number().nullable(),
      sections: z.array(z.string()),
      ...nextCursor,
    }),
    'Without page and limit: everyone',
  ),
});

export const recentUsers = createRoute({
  ...readers,
  tags,
  method: 'get',
  path: '/admin/users/recent',
  summary: 'The six most recently registered people',
  responses: answers(z.object({ users: z.array(wireUser) }), 'Newest first'),
});

export const updateUser = createRoute({
  ...changers,
  tags,
  method: 'put',
  path: '/admin/users/{id}',
  summary: 'Change a person',
  request: { params: codeParam, body: body(updateUserBody) },
  responses: answers(message, 'Changed'),
});

export const resetPassword = createRoute({
  ...changers,
  tags,
  method: 'put',
  path: '/admin/users/{id}/password',
  summary: 'Set a new password; all sessions of the person end',
  request: { params: codeParam, body: body(passwordBody) },
  responses: answers(message, 'Changed'),
});

export const deleteUser = createRoute({
  ...allow('people.delete', { confirm: true, approve: 'erase' }),
  tags,
  method: 'delete',
  path: '/admin/users/{id}',
  summary: 'Delete a person; past attendance stays under a pseudonym unless erase=true',
  request: { params: codeParam, query: z.object({ erase: yesNo.optional() }) },
  responses: answers(
    z.object({
      message: z.string(),
      /** What was deleted, as in the audit log. */
      proof: z.object({
        face_templates: z.number(),
        face_key_destroyed: z.boolean(),
        attendance: z.enum(['removed', 'pseudonymised']),
      }),
    }),
    'Deleted',
  ),
});
