import { createRoute } from '@hono/zod-openapi';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, message } from '../http/contract-parts.ts';
import { emailAddress } from '../people/people.contract.ts';

const tags = ['Settings'];

export const mailStatus = createRoute({
  ...allow('settings.manage'),
  tags,
  method: 'get',
  path: '/admin/mail',
  summary: 'Whether this server sends mail, and what waits or failed',
  responses: answers(
    z.object({
      configured: z.boolean(),
      /** The sender; null where mail is not configured. */
      from: z.string().nullable(),
      waiting: z.number(),
      /** Given up within the last day. */
      failed: z.number(),
      last_error: z.string().nullable(),
    }),
    'The state of the outbox',
  ),
});

export const sendTestMail = createRoute({
  ...allow('settings.manage'),
  tags,
  method: 'post',
  path: '/admin/mail/test',
  summary: 'Send a mail now, to see whether the mail server takes it',
  request: { body: body(z.object({ to: emailAddress, language: z.enum(LANGUAGES).default('en') })) },
  responses: answers(message, 'The mail server took it'),
});
