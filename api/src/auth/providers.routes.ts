import type { ProviderListing, ProviderSettings } from '@rollcall/core/auth/providers/providers.types';
import { AppError } from '@rollcall/core/kernel/errors';
import type { Services } from '@rollcall/core/services';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { z } from 'zod';
import { actorOf } from '../http/access.ts';
import { createRouter, type Env } from '../http/router.ts';
import { callerOf, presentSignedIn } from './caller.ts';
import * as contract from './providers.contract.ts';

/** The address of this server as the browser of a caller knows it. */
type OriginOf = (c: Context) => string;

const COOKIE_PATH = '/api/sign-in';
const COOKIE_SECONDS = 600;
/** A cookie for each sign-in, so that two tabs do not disturb each other. */
const cookieName = (token: string) => `rollcall_sign_in_${token.replace(/[^\w-]/g, '').slice(0, 12)}`;

const redirectUri = (origin: string, id: number): string => `${origin}/api/sign-in/providers/${id}/callback`;

const presentProvider = (
  provider: ProviderListing,
  origin: string,
): z.infer<typeof contract.wireProvider> => ({
  id: provider.id,
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.clientId,
  has_secret: provider.hasSecret,
  scopes: [...provider.scopes],
  active: provider.isActive,
  trusted_domains: [...provider.trustedDomains],
  second_factor: provider.asksSecondFactor,
  creates: provider.creation && {
    domains: [...provider.creation.domains],
    type: provider.creation.kind,
    section: provider.creation.section,
    number_claim: provider.creation.numberClaim,
  },
  groups_claim: provider.groupsClaim,
  groups: provider.groups.map(({ group, role, sections, kind }) => ({
    group,
    role,
    sections: sections && [...sections],
    type: kind,
  })),
  redirect_uri: redirectUri(origin, provider.id),
  accounts: provider.accounts,
});

const settingsFrom = (body: z.infer<typeof contract.providerBody>): ProviderSettings => ({
  name: body.name,
  issuer: body.issuer,
  clientId: body.client_id,
  scopes: body.scopes,
  isActive: body.active,
  trustedDomains: body.trusted_domains,
  asksSecondFactor: body.second_factor,
  creation: body.creates && {
    domains: body.creates.domains,
    kind: body.creates.type,
    section: body.creates.section,
    numberClaim: body.creates.number_claim,
  },
  groupsClaim: body.groups_claim,
  groups: body.groups.map(({ group, role, sections, type }) => ({
    group,
    role,
    sections: role === 'office' ? sections : null,
    kind: type,
  })),
});

export function providerRoutes({ providers, providerSignIn }: Services, originOf: OriginOf) {
  /** Readable by this server only, for the way to the provider and back, and where there is HTTPS over HTTPS only. */
  const remember = (c: Context<Env>, token: string, browser: string) =>
    setCookie(c, cookieName(token), browser, {
      path: COOKIE_PATH,
      maxAge: COOKIE_SECONDS,
      httpOnly: true,
      sameSite: 'Lax',
      secure: originOf(c).startsWith('https:'),
    });
  const forget = (c: Context<Env>, token: string) =>
    deleteCookie(c, cookieName(token), { path: COOKIE_PATH, secure: originOf(c).startsWith('https:') });

  /** The page that reads the fragment, which no server sees and no log keeps. */
  const done = (c: Context<Env>, answer: Record<string, string>) =>
    c.redirect(`/login/done#${new URLSearchParams(answer)}`, 302);
  /** People see a page, not a call: what is refused is told there. */
  const refused = (c: Context<Env>, error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return done(c, { error: error.code });
  };

  return createRouter()
    .openapi(contract.startProvider, async (c) => {
      try {
        const { id } = c.req.valid('param');
        const { page, state, browser } = await providerSignIn.begin(id, {
          redirectUri: redirectUri(originOf(c), id),
          next: c.req.valid('query').next,
          address: c.get('address'),
        });
        remember(c, state, browser);
        return c.redirect(page, 302);
      } catch (error) {
        return refused(c, error);
      }
    })
    .openapi(contract.providerCallback, async (c) => {
      const state = c.req.query('state') ?? '';
      const browser = getCookie(c, cookieName(state)) ?? '';
      forget(c, state);
      try {
        const { ticket, next } = await providerSignIn.comeBack(c.req.valid('param').id, {
          query: new URL(c.req.url).search,
          state,
          browser,
          address: c.get('address'),
        });
        remember(c, ticket, browser);
        return done(c, { ticket, ...(next === null ? {} : { next }) });
      } catch (error) {
        return refused(c, error);
      }
    })
    .openapi(contract.exchangeTicket, async (c) => {
      const { ticket } = c.req.valid('json');
      const browser = getCookie(c, cookieName(ticket)) ?? '';
      forget(c, ticket);
      return c.json(presentSignedIn(await providerSignIn.exchange(ticket, browser, callerOf(c))), 200);
    })
    .openapi(contract.listProviders, async (c) => {
      const found = await providers.list();
      const origin = originOf(c);
      return c.json(
        { available: providers.isAvailable, providers: found.map((each) => presentProvider(each, origin)) },
        200,
      );
    })
    .openapi(contract.addProvider, async (c) => {
      const body = c.req.valid('json');
      const added = await providers.add(actorOf(c), settingsFrom(body), body.client_secret ?? null);
      return c.json({ provider: presentProvider(added, originOf(c)) }, 200);
    })
    .openapi(contract.changeProvider, async (c) => {
      const body = c.req.valid('json');
      const { id } = c.req.valid('param');
      const changed = await providers.change(actorOf(c), id, settingsFrom(body), body.client_secret);
      return c.json({ provider: presentProvider(changed, originOf(c)) }, 200);
    })
    .openapi(contract.removeProvider, async (c) => {
      await providers.remove(actorOf(c), c.req.valid('param').id);
      return c.json({ message: 'Provider removed.' }, 200);
    })
    .openapi(contract.testProvider, async (c) => {
      const { issuer, scopes } = c.req.valid('json');
      const { problems, remarks } = await providers.test(issuer, scopes);
      return c.json({ ok: problems.length === 0, problems: [...problems], remarks: [...remarks] }, 200);
    })
    .openapi(contract.listOwnProviders, async (c) => {
      const links = await providers.ownLinks(actorOf(c));
      return c.json(
        {
          providers: links.map(({ id, name, linkedAt, lastUsedAt }) => ({
            id,
            name,
            linked_at: linkedAt.toISOString(),
            last_used_at: lastUsedAt.toISOString(),
          })),
        },
        200,
      );
    })
    .openapi(contract.listProviderLinks, async (c) => {
      const links = await providers.links(c.req.valid('param').id);
      return c.json(
        {
          accounts: links.map(({ code, name, linkedAt, lastUsedAt }) => ({
            user_id: code,
            name,
            linked_at: linkedAt.toISOString(),
            last_used_at: lastUsedAt.toISOString(),
          })),
        },
        200,
      );
    })
    .openapi(contract.removeProviderLink, async (c) => {
      const { id, user_id } = c.req.valid('param');
      await providers.unlink(actorOf(c), id, user_id);
      return c.json({ message: 'Account unlinked.' }, 200);
    });
}
