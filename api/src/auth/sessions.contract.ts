import { createRoute } from '@hono/zod-openapi';
import { PASSWORD_MAX } from '@rollcall/core/auth/auth.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, idParam, message } from '../http/contract-parts.ts';
import { emailAddress } from '../people/people.contract.ts';

/** One's own password, address and sessions. */

const tags = ['Accounts'];
const own = allow('account.own');

export const passwordBody = z.object({
  current_password: z.string().min(1, 'Please enter your current password.').max(PASSWORD_MAX),
  new_password: z.string().min(1, 'Please enter a new password').max(PASSWORD_MAX),
});

export const changePassword = createRoute({
  ...own,
  tags,
  method: 'put',
  path: '/me/password',
  summary: 'Change your own password; ends your other sessions',
  request: { body: body(passwordBody) },
  responses: answers(message, 'Changed; this session goes on'),
});

export const changeEmail = createRoute({
  ...allow('account.own', { confirm: true }),
  tags,
  method: 'put',
  path: '/me/email',
  summary: 'Change your own e-mail address, or take it away',
  request: { body: body(z.object({ email: emailAddress.nullable() })) },
  responses: answers(message, 'Changed'),
});

export const wireSession = z.object({
  id: z.number(),
  /** The browser and the system, as far as they can be told: `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  means: z.enum(['password', 'passkey', 'provider', 'link', 'set_up']),
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});

export const listSessions = createRoute({
  ...own,
  tags,
  method: 'get',
  path: '/me/sessions',
  summary: 'Where you are signed in',
  responses: answers(z.object({ sessions: z.array(wireSession) }), 'The last used first'),
});

export const endSession = createRoute({
  ...own,
  tags,
  method: 'delete',
  path: '/me/sessions/{id}',
  summary: 'Sign out there',
  request: { params: idParam },
  responses: answers(message, 'Signed out there'),
});

export const endOtherSessions = createRoute({
  ...own,
  tags,
  method: 'delete',
  path: '/me/sessions',
  summary: 'Sign out everywhere else',
  responses: answers(message, 'This session is the only one'),
});
