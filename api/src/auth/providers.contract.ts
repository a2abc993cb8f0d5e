import { createRoute } from '@hono/zod-openapi';
import { issuerProblem, PROVIDER_LIMITS } from '@rollcall/core/auth/providers/providers.rules';
import { GROUP_ROLES } from '@rollcall/core/auth/providers/providers.types';
import { PEOPLE_LIMITS } from '@rollcall/core/people/people.rules';
import { PERSON_KINDS, REGISTRABLE_KINDS } from '@rollcall/core/people/people.types';
import { z } from 'zod';
import { allow, allowAnyone } from '../http/access.ts';
import { answers, body, failure, idParam, message, personCode } from '../http/contract-parts.ts';
import { loginAnswer } from './auth.contract.ts';

const line = (max: number, problem = 'This field is required.') => z.string().trim().min(1, problem).max(max);
const domains = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .max(253)
      .regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u, 'Enter a domain like school.example.'),
  )
  .max(PROVIDER_LIMITS.domains);
const claim = line(PROVIDER_LIMITS.claim);
const section = z.string().trim().min(1).max(PEOPLE_LIMITS.section);

const issuer = line(PROVIDER_LIMITS.issuer, 'Please enter the issuer.').superRefine((text, context) => {
  const problem = issuerProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/** For whom accounts are created at the first sign-in; null: for nobody. */
const creates = z.object({
  /** Only for verified addresses of these domains. */
  domains: domains.min(1, 'Enter at least one domain.'),
  type: z.enum(REGISTRABLE_KINDS),
  /** The section of a student, with claims in braces: `{department}-{year}`. */
  section: z.string().trim().min(1).max(200).nullable().default(null),
  /** The claim with the institution's number of the person; null: the number is made from the address. */
  number_claim: claim.nullable().default(null),
});

const groupRule = z.object({
  group: line(PROVIDER_LIMITS.claim, 'Please enter a group.'),
  role: z.enum(GROUP_ROLES),
  /** Of an office: the sections it is limited to; null: all. */
  sections: z.array(section).max(200).nullable().default(null),
  /** The type of accounts that are created for the group; null: the one of the rule. `admin`: without attendance. */
  type: z.enum(PERSON_KINDS).nullable().default(null),
});

const settings = {
  name: line(PROVIDER_LIMITS.name, 'Please enter a name.'),
  issuer,
  client_id: line(PROVIDER_LIMITS.clientId, 'Please enter the client ID.'),
  /** Asked for besides `openid`. */
  scopes: z
    .array(line(PROVIDER_LIMITS.claim).regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'A scope is one word.'))
    .max(PROVIDER_LIMITS.scopes)
    .default(['profile', 'email']),
  active: z.boolean().default(true),
  /** Addresses of these domains count as verified although the provider does not say so, as Microsoft does not. */
  trusted_domains: domains.default([]),
  /** Ask for the second factor of this installation after the provider's own sign-in. */
  second_factor: z.boolean().default(false),
  creates: creates.nullable().default(null),
  /** The claim with the groups, as a name or a path: `groups`, `realm_access.roles`. */
  groups_claim: claim.nullable().default(null),
  groups: z.array(groupRule).max(PROVIDER_LIMITS.groups).default([]),
};

export const providerBody = z.object({
  ...settings,
  /** Left out: the stored one stays. Null: the client has none. */
  client_secret: z.string().trim().min(1).max(PROVIDER_LIMITS.clientSecret).nullish(),
});

export const wireProvider = z.object({
  ...settings,
  id: z.number(),
  /** The secret itself is never answered. */
  has_secret: z.boolean(),
  /** To enter at the provider. */
  redirect_uri: z.string(),
  /** How many accounts sign in with it. */
  accounts: z.number(),
});

export const ticketBody = z.object({ ticket: z.string().min(20).max(200) });
export const startQuery = z.object({
  /** The page to open afterwards: a path of this server. Anything else is ignored. */
  next: z.string().max(2000).optional(),
});

const tags = ['Identity providers'];
const read = allow('settings.manage');
const change = allow('settings.manage', { confirm: true, approve: 'identity_provider' });
const redirects = (description: string) => ({ 302: { description }, ...failure });

export const startProvider = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/sign-in/providers/{id}/start',
  summary: 'Go to the provider to sign in; a page, not a call',
  request: { params: idParam, query: startQuery },
  responses: redirects('To the provider, or to /login/done#error={code}'),
});

export const providerCallback = createRoute({
  ...allowAnyone,
  tags,
  method: 'get',
  path: '/sign-in/providers/{id}/callback',
  summary: 'Where the provider sends people back to',
  request: { params: idParam },
  responses: redirects('To /login/done#ticket={ticket}&next={path}, or to /login/done#error={code}'),
});

export const exchangeTicket = createRoute({
  ...allowAnyone,
  tags,
  method: 'post',
  path: '/sign-in/ticket',
  summary:
    'Exchange the ticket of a provider for a session; once, within a minute, in the browser that began',
  request: { body: body(ticketBody) },
  responses: answers(loginAnswer, 'Signed in; send the token as a bearer token from now on'),
});

export const listProviders = createRoute({
  ...read,
  tags,
  method: 'get',
  path: '/admin/identity-providers',
  summary: 'Identity providers and their rules',
  responses: answers(
    z.object({
      /** False in demo mode, where none can be set up. */
      available: z.boolean(),
      providers: z.array(wireProvider),
    }),
    'Without their secrets',
  ),
});

const saved = answers(z.object({ provider: wireProvider }), 'Saved');

export const addProvider = createRoute({
  ...change,
  tags,
  method: 'post',
  path: '/admin/identity-providers',
  summary: 'Add an identity provider',
  request: { body: body(providerBody) },
  responses: saved,
});

export const changeProvider = createRoute({
  ...change,
  tags,
  method: 'put',
  path: '/admin/identity-providers/{id}',
  summary: 'Change an identity provider; with another issuer its accounts are unlinked',
  request: { params: idParam, body: body(providerBody) },
  responses: saved,
});

export const removeProvider = createRoute({
  ...change,
  tags,
  method: 'delete',
  path: '/admin/identity-providers/{id}',
  summary: 'Remove an identity provider; its accounts stay, the roles that its groups gave do not',
  request: { params: idParam },
  responses: answers(message, 'Removed'),
});

export const testProvider = createRoute({
  // This server calls the address, also one inside the network.
  ...allow('settings.manage', { confirm: true }),
  tags,
  method: 'post',
  path: '/admin/identity-providers/test',
  summary: 'Read the discovery document of an issuer and say what is wrong with it',
  request: { body: body(z.object({ issuer, scopes: settings.scopes })) },
  responses: answers(
    z.object({
      ok: z.boolean(),
      problems: z.array(z.string()),
      /** What works although it may surprise. */
      remarks: z.array(z.string()),
    }),
    'In plain sentences',
  ),
});

export const listOwnProviders = createRoute({
  ...allow('account.own'),
  tags,
  method: 'get',
  path: '/me/providers',
  summary: 'With which providers you sign in; an administrator unlinks them',
  responses: answers(
    z.object({
      providers: z.array(
        z.object({ id: z.number(), name: z.string(), linked_at: z.string(), last_used_at: z.string() }),
      ),
    }),
    'By name',
  ),
});

export const listProviderLinks = createRoute({
  ...read,
  tags,
  method: 'get',
  path: '/admin/identity-providers/{id}/accounts',
  summary: 'Who signs in with a provider',
  request: { params: idParam },
  responses: answers(
    z.object({
      accounts: z.array(
        z.object({ user_id: z.string(), name: z.string(), linked_at: z.string(), last_used_at: z.string() }),
      ),
    }),
    'By name, the first five hundred',
  ),
});

export const removeProviderLink = createRoute({
  ...change,
  tags,
  method: 'delete',
  path: '/admin/identity-providers/{id}/accounts/{user_id}',
  summary: 'Unlink an account, for example when the provider has given its address to somebody else',
  request: { params: idParam.extend({ user_id: personCode }) },
  responses: answers(message, 'Unlinked'),
});
