import { createRoute } from '@hono/zod-openapi';
import { PASSWORD_MAX } from '@rollcall/core/auth/auth.rules';
import { LINK_PURPOSES } from '@rollcall/core/auth/links/links.rules';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { z } from 'zod';
import { allowAnyone } from '../http/access.ts';
import { answers, body, message } from '../http/contract-parts.ts';
import { loginAnswer } from './auth.contract.ts';

export const forgotBody = z.object({
  /** The username or the e-mail address. */
  account: z.string().trim().min(1, 'Please enter your username or e-mail address.').max(254),
  /** Of the mail. */
  language: z.enum(LANGUAGES).default('en'),
});

/** In the body and never in the address, which proxies write into their logs. */
const token = z.string().trim().min(1).max(200);

export const openLinkBody = z.object({ token });
export const useLinkBody = z.object({ token, new_password: z.string().min(1).max(PASSWORD_MAX) });

const tags = ['Accounts'];

export const forgotPassword = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/password/forgot',
  summary: 'Ask for a link to choose a new password; the answer does not tell whether the account exists',
  request: { body: body(forgotBody) },
  responses: answers(message, 'A mail is sent if the account has an address'),
});

export const openLink = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/password/link/open',
  summary: 'For whom a link is, and what for; does not use it up',
  request: { body: body(openLinkBody) },
  responses: answers(
    z.object({
      name: z.string(),
      username: z.string().nullable(),
      purpose: z.enum(LINK_PURPOSES),
      institution_name: z.string(),
    }),
    'The account of the link',
  ),
});

export const useLink = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/password/link',
  summary: 'Choose a password with a link, once; signs in like a password',
  request: { body: body(useLinkBody) },
  responses: answers(loginAnswer, 'The password is set and you are signed in'),
});
