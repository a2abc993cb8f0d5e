import { createRoute } from '@hono/zod-openapi';
import { PASSWORD_MAX } from '@rollcall/core/auth/auth.rules';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body } from '../http/contract-parts.ts';
import { passkeyOptions, passkeyResponse } from './factors.contract.ts';

export const confirmBody = z
  .object({
    password: z.string().min(1, 'Please enter your password.').max(PASSWORD_MAX).optional(),
    passkey: passkeyResponse.optional(),
  })
  .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
    message: 'Enter your password or use a passkey.',
    path: ['password'],
  });

const tags = ['Second factors'];
const own = allow('account.own');

export const confirmOptions = createRoute({
  ...own,
  tags,
  method: 'post',
  path: '/me/confirm/options',
  summary: 'What the passkey dialog needs to confirm who you are',
  responses: answers(passkeyOptions, 'For the browser; valid for five minutes and once'),
});

export const confirm = createRoute({
  ...own,
  tags,
  method: 'post',
  path: '/me/confirm',
  summary: 'Show again who you are, for the dangerous acts of the next five minutes',
  request: { body: body(confirmBody) },
  responses: answers(z.object({ confirmed_until: z.string() }), 'Confirmed, for this session'),
});
