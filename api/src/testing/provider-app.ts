import type { OpenIdClient, ProviderClient } from '@rollcall/core/auth/providers/providers.ports';
import type { Claims } from '@rollcall/core/auth/providers/providers.types';
import { openTestApp } from './test-app.ts';
import { createTestBrowser } from './test-browser.ts';

export const PROVIDER = {
  name: 'School',
  issuer: 'https://id.example',
  client_id: 'rollcall',
  client_secret: 'Geheim-1',
};

/** Claims of somebody whose address the provider vouches for. */
export const verified = (address: string, more: Claims = {}): Claims => ({
  sub: `sub of ${address}`,
  name: 'Some Body',
  ...more,
  email: address,
  email_verified: 'email_verified' in more ? more.email_verified : true,
});

/** An identity provider that says what a test wants; the real one is tested in server/src/sign-in. */
export function createFakeOpenId() {
  const said: { claims: Claims; client: ProviderClient | null } = { claims: {}, client: null };
  const openId: OpenIdClient = {
    check: async (issuer) => ({ problems: issuer.includes('broken') ? ['It is broken.'] : [], remarks: [] }),
    signInPage: async (_client, { state, redirectUri }) =>
      `https://id.example/authorize?${new URLSearchParams({ state, redirect_uri: redirectUri })}`,
    claims: async (client) => {
      said.client = client;
      return { sub: 'nobody', ...said.claims };
    },
  };
  return { said, openId };
}

export async function openProviderApp() {
  const { said, openId } = createFakeOpenId();
  const app = await openTestApp({ openId });

  const addProvider = async (more: Record<string, unknown> = {}): Promise<number> => {
    const { status, body, text } = await app.admin('POST', '/admin/identity-providers', {
      ...PROVIDER,
      ...more,
    });
    if (status !== 200) throw new Error(text);
    return body.provider.id;
  };

  /** Goes to the provider and back; answers the fragment of the last page. */
  const visitProvider = async (id: number, claims: Claims, browser = createTestBrowser()) => {
    const { page } = await browser.begin(app, id);
    const [state, redirectUri] = [page.searchParams.get('state'), page.searchParams.get('redirect_uri')];
    said.claims = claims;
    return browser.comeBack(app, `${redirectUri}?code=x&state=${state}`);
  };

  const signIn = async (id: number, claims: Claims) => {
    const browser = createTestBrowser();
    const { ticket, error } = await visitProvider(id, claims, browser);
    if (error !== undefined) return { error };
    const { status, body } = await browser.exchange(app, ticket);
    return { status, token: String(body.access_token), user: body.user?.id, body };
  };

  return { app, openId, said, addProvider, visitProvider, signIn };
}

export type ProviderApp = Awaited<ReturnType<typeof openProviderApp>>;
