import { createRoute } from '@hono/zod-openapi';
import { ROLES } from '@rollcall/core/kernel/access';
import { LANGUAGES } from '@rollcall/core/kernel/language';
import { ACCOUNT_LIMITS } from '@rollcall/core/people/accounts.rules';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { PERSON_KINDS } from '@rollcall/core/people/people.types';
import { z } from 'zod';
import { allow } from '../http/access.ts';
import { answers, body, message, personCode, wholeNumber } from '../http/contract-parts.ts';
import { emailAddress, personName, username } from '../people/people.contract.ts';

export const wireAccount = z.object({
  user_id: z.string(),
  name: z.string(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  /** `admin`: an account without attendance. */
  type: z.enum(PERSON_KINDS),
  role: z.enum(ROLES),
  /** The sections that an office is limited to; null where nothing limits it, and for every other role. */
  sections: z.array(z.string()).nullable(),
  /** With days: as a substitute. Past days are left out. */
  classes: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      first_day: z.string().nullable(),
      last_day: z.string().nullable(),
    }),
  ),
  /** False until an invited person has chosen one. */
  has_password: z.boolean(),
  /** With which identity providers the person signs in. */
  providers: z.array(z.object({ id: z.number(), name: z.string() })),
  second_factor: z.boolean(),
  /** How many sessions are open. */
  sessions: z.number(),
  last_sign_in_at: z.string().nullable(),
});

export const accountsQuery = z.object({
  role: z.enum(ROLES).optional(),
  /** Part of the name, the id, the username or the address. */
  search: z.string().max(200).optional(),
  page: wholeNumber(1, 100_000).default(1),
});

const role = z.enum(ROLES);
/** Null: the office has all sections. Left out: an office keeps its own. */
const sections = z
  .array(z.string().trim().min(1).max(PEOPLE_LIMITS.section))
  .max(ACCOUNT_LIMITS.sections)
  .nullish();

/** Of the mail. */
const language = z.enum(LANGUAGES).default('en');

/** With `user_id`: gives a person of the institution the role, and name and username are not used. */
export const inviteBody = z
  .object({
    user_id: personCode.optional(),
    name: personName.optional(),
    username: username.optional(),
    email: emailAddress.nullish(),
    role,
    sections,
    language,
  })
  .superRefine((given, context) => {
    if (given.user_id !== undefined) return;
    for (const [field, problem] of [
      ['name', 'Please enter a name.'],
      ['username', 'Please enter a username.'],
    ] as const)
      if (given[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: problem });
  });

export const changeAccountBody = z.object({ role, sections, email: emailAddress.nullish() });

export const wireInvitation = z.object({
  /** Shown once. The person chooses a password there; null for a person who has one. */
  link: z.string().nullable(),
  /** Whether the link was sent to the address of the account as well. */
  mailed: z.boolean(),
});

const tags = ['Accounts'];
const manage = allow('accounts.manage');
const grant = allow('accounts.manage', { confirm: true, approve: 'role_change' });
const accountParam = z.object({ user_id: personCode });

export const listAccounts = createRoute({
  ...manage,
  tags,
  method: 'get',
  path: '/admin/accounts',
  summary: 'Accounts with their role and what it reaches, fifty at a time',
  request: { query: accountsQuery },
  responses: answers(
    z.object({ accounts: z.array(wireAccount), total: z.number() }),
    'Highest role first, then by name',
  ),
});

export const inviteAccount = createRoute({
  ...grant,
  tags,
  method: 'post',
  path: '/admin/accounts',
  summary: 'Invite somebody, or give a person of the institution a role',
  request: { body: body(inviteBody) },
  responses: answers(
    wireInvitation.extend({ account: wireAccount }),
    'The account, and the link at which the person chooses a password',
  ),
});

export const changeAccount = createRoute({
  ...grant,
  tags,
  method: 'put',
  path: '/admin/accounts/{user_id}',
  summary: 'Change the role of an account, what it reaches, and its address',
  request: { params: accountParam, body: body(changeAccountBody) },
  responses: answers(z.object({ account: wireAccount }), 'Changed; from the next request on'),
});

export const inviteAgain = createRoute({
  ...allow('accounts.manage', { confirm: true, approve: 'account_access' }),
  tags,
  method: 'post',
  path: '/admin/accounts/{user_id}/invitation',
  summary: 'Make a new link for somebody who has not chosen a password yet; the one before ends',
  request: { params: accountParam, query: z.object({ language }) },
  responses: answers(wireInvitation, 'The link, shown once'),
});

export const endSessions = createRoute({
  ...manage,
  tags,
  method: 'delete',
  path: '/admin/accounts/{user_id}/sessions',
  summary: 'Sign somebody out everywhere',
  request: { params: accountParam },
  responses: answers(message, 'Signed out'),
});

export const deleteAccount = createRoute({
  ...allow('accounts.manage', { confirm: true, approve: 'account_deletion' }),
  tags,
  method: 'delete',
  path: '/admin/accounts/{user_id}',
  summary: 'Delete an account without attendance',
  request: { params: accountParam },
  responses: answers(message, 'Deleted'),
});
