import { createRoute } from '@hono/zod-openapi';
import { PASSWORD_MAX } from '@rollcall/core/auth/auth.rules';
import { ACTIONS, ROLES } from '@rollcall/core/kernel/access';
import { z } from 'zod';
import { allow, allowAnyone } from '../http/access.ts';
import { answers, body, message } from '../http/contract-parts.ts';
import { wireUser } from '../people/people.contract.ts';

const NO_ADMIN_PASSWORD = 'Please enter admin password';
const NO_CREDENTIALS = 'Please enter both username and password';

export const adminLoginBody = z.object({
  password: z.string(NO_ADMIN_PASSWORD).min(1, NO_ADMIN_PASSWORD).max(PASSWORD_MAX),
  /** Needed from the second administrator on. */
  username: z.string().trim().min(1).max(200).optional(),
});

export const userLoginBody = z.object({
  username: z.string(NO_CREDENTIALS).trim().min(1, NO_CREDENTIALS).max(200),
  password: z.string(NO_CREDENTIALS).min(1, NO_CREDENTIALS).max(PASSWORD_MAX),
});

const mustDo = z.enum(['password', 'second_factor']).nullable();

export const loginAnswer = z.object({
  access_token: z.string(),
  role: z.enum(['admin', 'user']),
  user: wireUser,
  /** What the session has to do before it may do anything else. */
  must_do: mustDo,
  /** Keep it and send it as `X-Device` with the next sign-in: others' wrong passwords then do not delay it. */
  device: z.string(),
});

const signedIn = answers(loginAnswer, 'Signed in; send the token as a bearer token from now on');
const tags = ['Accounts'];

export const adminLogin = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/admin/login',
  summary: 'Sign in as the administrator',
  request: { body: body(adminLoginBody) },
  responses: signedIn,
});

export const login = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/login',
  summary: 'The same as /admin/login',
  request: { body: body(adminLoginBody) },
  responses: signedIn,
});

export const userLogin = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/user/login',
  summary: 'Sign in with a username',
  request: { body: body(userLoginBody) },
  responses: signedIn,
});

export const session = createRoute({
  ...allow('account.own'),
  tags,
  method: 'get',
  path: '/session',
  summary: 'Who is signed in',
  responses: answers(loginAnswer.pick({ role: true, user: true }), 'The session behind the token'),
});

export const permission = z.object({
  action: z.enum(ACTIONS),
  reach: z.enum(['institution', 'sections', 'classes', 'self']),
  sections: z.array(z.string()).optional(),
  class_ids: z.array(z.number()).optional(),
});

export const me = createRoute({
  ...allow('account.own'),
  tags,
  method: 'get',
  path: '/me',
  summary: 'Who is signed in, and what they may do',
  responses: answers(
    z.object({
      role: z.enum(ROLES),
      has_attendance: z.boolean(),
      user: wireUser,
      permissions: z.array(permission),
      email: z.string().nullable(),
      must_do: mustDo,
      has_password: z.boolean(),
      /** Until when dangerous acts do not ask again who you are; null when they do. */
      confirmed_until: z.string().nullable(),
    }),
    'The account, its role and its permissions, each with how far it reaches',
  ),
});

export const logout = createRoute({
  ...allow('account.own'),
  tags,
  method: 'post',
  path: '/logout',
  summary: 'End this session; the token is worthless afterwards',
  responses: answers(message, 'Signed out'),
});
