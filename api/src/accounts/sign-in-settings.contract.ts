import { createRoute } from '@hono/zod-openapi';
import { ROLES } from '@rollcall/core/kernel/access';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, message, personCode } from '../http/contract-parts.ts';

export const signInSettingsBody = z.object({
  /** Whoever has one of these roles has to have a second factor. */
  second_factor_roles: z.array(z.enum(ROLES)).max(ROLES.length),
  /** Dangerous acts need the approval of a second administrator. No effect while there is one. */
  needs_approval: z.boolean(),
});

const tags = ['Accounts'];

export const getSignInSettings = createRoute({
  ...allow('settings.manage'),
  tags,
  method: 'get',
  path: '/admin/sign-in-settings',
  summary: 'Who has to have a second factor, and whether dangerous acts need two administrators',
  responses: answers(signInSettingsBody, 'The settings'),
});

export const saveSignInSettings = createRoute({
  ...allow('settings.manage', { confirm: true, approve: 'sign_in_settings' }),
  tags,
  method: 'put',
  path: '/admin/sign-in-settings',
  summary: 'Save them; whoever lacks a second factor sets one up with their next request',
  request: { body: body(signInSettingsBody) },
  responses: answers(message, 'Saved'),
});

export const removeFactors = createRoute({
  ...allow('accounts.manage', { confirm: true, approve: 'second_factors' }),
  tags,
  method: 'delete',
  path: '/admin/accounts/{user_id}/second-factors',
  summary: 'Remove all second factors of somebody who lost theirs; their sessions end',
  request: { params: z.object({ user_id: personCode }) },
  responses: answers(message, 'Removed'),
});
