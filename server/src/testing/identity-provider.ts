import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Claims } from '@rollcall/core/auth/providers/providers.types';
import { Provider } from 'oidc-provider';

export const CLIENT = { id: 'rollcall', secret: 'a-secret-of-the-client-of-32-signs' };
const SCOPES = 'openid profile email groups';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A real identity provider (oidc-provider) on a port of this machine. Whoever comes is signed in as `person` at once, or
 * refused; `changeToken` makes it issue tokens that no honest provider issues.
 */
export async function startIdentityProvider(redirectUris: readonly string[]) {
  const state: {
    person: Claims & { readonly sub: string };
    isDenied: boolean;
    changeToken: ((claims: Claims) => Claims) | null;
    /** Signs changed tokens with a key that is not the provider's. */
    isForged: boolean;
  } = { person: { sub: 'nobody' }, isDenied: false, changeToken: null, isForged: false };

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { privateKey: foreignKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' };
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo; // a server that listens on a port
  const issuer = `http://127.0.0.1:${port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the tests'] },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    scopes: SCOPES.split(' '),
    claims: {
      openid: ['sub'],
      profile: ['name', 'number'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: async (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => state.person,
    }),
    // Nobody is asked to consent.
    loadExistingGrant: async ({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  });

  const resign = (token: string, change: (claims: Claims) => Claims): string => {
    const [head = '', body = ''] = token.split('.');
    const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const content = `${head}.${encode(change(claims))}`;
    const signer = state.isForged ? foreignKey : privateKey;
    return `${content}.${sign('RSA-SHA256', Buffer.from(content), signer).toString('base64url')}`;
  };
  provider.use(async (context, next) => {
    await next();
    const { body } = context;
    const { changeToken } = state;
    if (!changeToken || typeof body !== 'object' || body === null || !('id_token' in body)) return;
    context.body = { ...body, id_token: resign(String(body.id_token), changeToken) };
  });

  const answer = provider.callback();
  http.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction')) return answer(request, response);
    const result = state.isDenied
      ? { error: 'access_denied', error_description: 'cancelled' }
      : { login: { accountId: state.person.sub } };
    provider
      .interactionFinished(request, response, result)
      .catch((error: unknown) => response.destroy(error as Error));
  });

  /** Follows the pages of the provider until it sends the browser back; answers that address. */
  const signIn = async (page: string): Promise<string> => {
    const cookies = new Map<string, string>();
    let url = page;
    while (url.startsWith(issuer)) {
      const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
      const response = await fetch(url, { redirect: 'manual', headers });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${response.status} ${url}\n${await response.text()}`);
      url = new URL(location, url).href;
    }
    return url;
  };

  return {
    issuer,
    state,
    signIn,
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
