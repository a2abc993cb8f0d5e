import type { OpenIdClient, ProviderClient } from '@rollcall/core/auth/providers/providers.ports';
import { claimAt } from '@rollcall/core/auth/providers/providers.rules';
import type { Claims, ProviderCheck } from '@rollcall/core/auth/providers/providers.types';
import { AppError } from '@rollcall/core/kernel/errors';
import * as oidc from 'openid-client';
import { providerFetch } from './provider-fetch.ts';
import { describeProblem, isUnreachable, OtherIssuer, problemsOf, remarksOf } from './provider-problems.ts';

/** For one call to a provider. */
const TIMEOUT_SECONDS = 10;
/** By how much the clocks of the provider and of this server may differ. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** How long a discovery document is used before it is read again. */
const CONFIGURATION_MS = 10 * 60_000;
const CONFIGURATIONS_MAX = 40;

const isPlainHttp = (issuer: string): boolean => issuer.startsWith('http:');

/**
 * Reads the discovery document. openid-client lets the documents of Microsoft name another issuer, for which tokens of
 * every organisation in the world would be valid; here an issuer is always the one that was entered.
 */
async function discover(
  { issuer, clientId }: Pick<ProviderClient, 'issuer' | 'clientId'>,
  fetchProvider: oidc.CustomFetch,
): Promise<oidc.ServerMetadata> {
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    timeout: TIMEOUT_SECONDS,
    [oidc.customFetch]: fetchProvider,
    execute: isPlainHttp(issuer) ? [oidc.allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw new OtherIssuer(metadata.issuer);
  return metadata;
}

function configure(
  metadata: oidc.ServerMetadata,
  client: ProviderClient,
  fetchProvider: oidc.CustomFetch,
): oidc.Configuration {
  const { clientId, clientSecret, issuer } = client;
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication =
    clientSecret === null
      ? oidc.None()
      : methods.includes('client_secret_post')
        ? oidc.ClientSecretPost(clientSecret)
        : oidc.ClientSecretBasic(clientSecret);
  const configuration = new oidc.Configuration(
    metadata,
    clientId,
    { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authentication,
  );
  configuration.timeout = TIMEOUT_SECONDS;
  configuration[oidc.customFetch] = fetchProvider;
  // The signature of the token as well, not only that it came over the connection to the provider.
  oidc.enableNonRepudiationChecks(configuration);
  if (isPlainHttp(issuer)) oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** What the token says, and where it lacks a wanted claim what the provider answers about the person. */
async function readClaims(
  configuration: oidc.Configuration,
  tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
  wanted: readonly string[],
): Promise<Claims & { readonly sub: string }> {
  const token = tokens.claims();
  if (!token) throw new AppError('provider_answer_refused');
  const isWhole = wanted.every((claim) => claimAt(token, claim) !== undefined);
  if (isWhole || configuration.serverMetadata().userinfo_endpoint === undefined) return token;
  const info = await oidc.fetchUserInfo(configuration, tokens.access_token, token.sub);
  // The address and whether it is verified come from one of both, never from a mixture.
  const { email, email_verified, ...rest } = token;
  return { ...info, ...(token.email === undefined ? rest : { email, email_verified, ...rest }) };
}

/** OpenID Connect over openid-client. `onFailure` is told what the person at the browser is not. */
export function createOpenIdClient(
  onFailure: (issuer: string, reason: string) => void,
  fetchProvider: oidc.CustomFetch = providerFetch,
): OpenIdClient {
  const configurations = new Map<string, { readonly at: number; readonly value: oidc.Configuration }>();

  const configurationOf = async (client: ProviderClient): Promise<oidc.Configuration> => {
    const key = JSON.stringify([client.issuer, client.clientId, client.clientSecret]);
    const known = configurations.get(key);
    const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < CONFIGURATION_MS) return known.value;
    const value = configure(await discover(client, fetchProvider), client, fetchProvider);
    configurations.delete(key);
    if (configurations.size >= CONFIGURATIONS_MAX) configurations.clear();
    configurations.set(key, { at: performance.now(), value });
    return value;
  };

  /** Turns what went wrong into a code for the person, and tells the operator the reason. */
  const guarded = async <T>({ issuer }: ProviderClient, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      // The person pressed "cancel", or may not use this client.
      const isDenied = error instanceof oidc.AuthorizationResponseError && error.error !== 'server_error';
      onFailure(issuer, describeProblem(error));
      const code = isDenied
        ? 'provider_denied'
        : isUnreachable(error)
          ? 'provider_unavailable'
          : 'provider_answer_refused';
      throw new AppError(code, { cause: error });
    }
  };

  return {
    async check(issuer, scopes): Promise<ProviderCheck> {
      try {
        const metadata = await discover({ issuer, clientId: 'check' }, fetchProvider);
        const problems = problemsOf(metadata);
        return { problems, remarks: remarksOf(metadata, scopes) };
      } catch (error) {
        return { problems: [describeProblem(error)], remarks: [] };
      }
    },

    signInPage: (client, { state, nonce, verifier, redirectUri }) =>
      guarded(client, async () => {
        const page = oidc.buildAuthorizationUrl(await configurationOf(client), {
          redirect_uri: redirectUri,
          scope: ['openid', ...client.scopes.filter((scope) => scope !== 'openid')].join(' '),
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return page.href;
      }),

    claims: (client, { state, nonce, verifier, redirectUri }, { query, wanted }) =>
      guarded(client, async () => {
        const configuration = await configurationOf(client);
        const url = new URL(redirectUri);
        url.search = query;
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return readClaims(configuration, tokens, wanted);
      }),
  };
}
