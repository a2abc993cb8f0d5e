import { createRoute } from '@hono/zod-openapi';
import { TOKEN_ACTIONS, TOKEN_LIMITS } from '@rollcall/core/auth/tokens/tokens.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, idParam, message, personCode, rowId, wireDate } from '../http/contract-parts.ts';

const action = z.enum(TOKEN_ACTIONS);

export const wireToken = z.object({
  id: z.number(),
  name: z.string(),
  actions: z.array(action),
  created_at: z.string(),
  /** The last day on which it works, in the time zone of the institution. */
  expires_on: z.string(),
  /** To the minute; null while it was never used. */
  last_used_at: z.string().nullable(),
});

export const newTokenBody = z.object({
  name: z.string().trim().min(1, 'Please enter a name.').max(TOKEN_LIMITS.name),
  actions: z.array(action).min(1, 'Choose at least one permission.').max(TOKEN_ACTIONS.length),
  expires_on: wireDate,
});

const tags = ['Accounts'];
const tokenList = answers(
  z.object({
    tokens: z.array(wireToken),
    /** What a new token can be given. */
    actions: z.array(action),
  }),
  'The newest first',
);

export const listTokens = createRoute({
  ...allow('account.own'),
  tags,
  method: 'get',
  path: '/me/tokens',
  summary: 'Your API tokens',
  responses: tokenList,
});

export const createToken = createRoute({
  ...allow('account.own', { confirm: true }),
  tags,
  method: 'post',
  path: '/me/tokens',
  summary: 'Make an API token for some of your own permissions, until a day within a year',
  request: { body: body(newTokenBody) },
  responses: answers(
    wireToken.extend({ token: z.string() }),
    'The token, shown this once; send it as a bearer token',
  ),
});

export const revokeToken = createRoute({
  ...allow('account.own'),
  tags,
  method: 'delete',
  path: '/me/tokens/{id}',
  summary: 'End an API token',
  request: { params: idParam },
  responses: answers(message, 'Ended'),
});

const accountParam = z.object({ user_id: personCode });

export const listTokensOf = createRoute({
  ...allow('accounts.manage'),
  tags,
  method: 'get',
  path: '/admin/accounts/{user_id}/tokens',
  summary: 'The API tokens of somebody',
  request: { params: accountParam },
  responses: answers(z.object({ tokens: z.array(wireToken) }), 'The newest first'),
});

export const revokeTokenOf = createRoute({
  ...allow('accounts.manage'),
  tags,
  method: 'delete',
  path: '/admin/accounts/{user_id}/tokens/{id}',
  summary: 'End an API token of somebody who does not stand higher',
  request: { params: accountParam.extend({ id: rowId }) },
  responses: answers(message, 'Ended'),
});
