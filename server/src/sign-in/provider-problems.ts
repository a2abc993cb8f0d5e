import * as oidc from 'openid-client';

/** Sentences for administrators and operators about what is wrong with an identity provider. */

/** The discovery document is that of another issuer than the one entered. */
export class OtherIssuer extends Error {
  constructor(readonly issuer: string) {
    super('another issuer');
  }
}

const UNREACHABLE_CODES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no server with this name. Check the issuer address.',
  EAI_AGAIN: 'The server name could not be looked up. Check this server’s network.',
  ECONNREFUSED: 'Nothing answers at this address. Check the port and that the provider is running.',
  ECONNRESET: 'The provider closed the connection.',
  ETIMEDOUT: 'The provider did not answer in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The provider did not answer in time.',
  ANSWER_TOO_LARGE: 'The provider’s answer is too large.',
  UND_ERR_SOCKET: 'The provider closed the connection.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'The provider has a certificate that this server does not trust. Name the file of its authority in NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'The provider has a certificate that this server does not trust. Name the file of its authority in NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The provider has a certificate that this server does not trust. Name the file of its authority in NODE_EXTRA_CA_CERTS.',
  CERT_HAS_EXPIRED: 'The provider’s certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The provider’s certificate is for another name.',
};

/** The codes of an error and of everything that caused it. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let each: unknown = error; each instanceof Error && codes.length < 10; each = each.cause) {
    if ('code' in each && each.code !== undefined) codes.push(String(each.code));
    if (each instanceof AggregateError) codes.push(...each.errors.flatMap(codesOf));
  }
  return codes;
}

const unreachable = (error: unknown): string | undefined =>
  codesOf(error)
    .map((code) => UNREACHABLE_CODES[code])
    .find((sentence) => sentence !== undefined);

/** A status of the provider that says that it is broken, not that it refuses. */
function statusOf(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Response) return cause.status;
  return error instanceof oidc.ResponseBodyError ? error.status : undefined;
}

const isFetchFailure = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'fetch failed';

/** Whether another try may succeed without a change of the settings. */
export const isUnreachable = (error: unknown): boolean =>
  unreachable(error) !== undefined ||
  codesOf(error).includes('OAUTH_TIMEOUT') ||
  (statusOf(error) ?? 0) >= 500 ||
  isFetchFailure(error) ||
  // Pages of proxies in front of a provider that is down are not JSON.
  codesOf(error).includes('OAUTH_RESPONSE_IS_NOT_JSON') ||
  (error instanceof oidc.AuthorizationResponseError && error.error === 'server_error');

const issuerIn = (error: unknown): string | null => {
  if (error instanceof OtherIssuer) return error.issuer;
  const cause = error instanceof Error ? error.cause : null;
  const body = typeof cause === 'object' && cause !== null && 'body' in cause ? cause.body : null;
  const issuer = typeof body === 'object' && body !== null && 'issuer' in body ? body.issuer : null;
  return typeof issuer === 'string' ? issuer : null;
};

/** One sentence; nothing of what a server answered but its own name and its standard error codes. */
export function describeProblem(error: unknown): string {
  const known = unreachable(error);
  if (known) return known;
  const [code] = codesOf(error);
  const issuer = issuerIn(error);
  if (issuer !== null)
    return `The provider calls itself ${issuer.slice(0, 300)}. Enter exactly that as the issuer. For Microsoft, use the one with your organization’s ID.`;
  if (error instanceof oidc.AuthorizationResponseError)
    return `The provider answered the sign-in with the error ${error.error.slice(0, 60)}.`;
  if (error instanceof oidc.ResponseBodyError)
    return `The provider refused the exchange of the code with the error ${error.error.slice(0, 60)}. Check the client ID, the client secret and the redirect URI.`;
  switch (code) {
    case 'OAUTH_TIMEOUT':
      return 'The provider did not answer in time.';
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return 'The provider names a different issuer.';
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM': {
      const status = statusOf(error);
      return `There is no discovery document at this address${status === undefined ? '' : ` (status ${status})`}. The issuer with /.well-known/openid-configuration behind it must show one.`;
    }
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
      return 'There is no discovery document at this address.';
    case 'OAUTH_HTTP_REQUEST_FORBIDDEN':
      return 'The provider names addresses that do not start with https://.';
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return 'The provider’s token has expired or is not valid yet. Check the clocks of both servers.';
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return 'The provider’s token is for someone else. Its issuer, audience or nonce does not match.';
    case 'OAUTH_KEY_SELECTION_FAILED':
      return 'The token is signed with a key that the provider does not publish.';
    default:
      if (isFetchFailure(error)) return 'The provider could not be reached.';
      return 'The provider could not be used, or its answer was not valid.';
  }
}

/** Why a sign-in with the provider could not work. */
export function problemsOf(metadata: oidc.ServerMetadata): string[] {
  const problems: string[] = [];
  if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
    problems.push('The provider does not name the addresses for signing in, for tokens and for keys.');
  if (metadata.response_types_supported && !metadata.response_types_supported.includes('code'))
    problems.push('The provider does not offer the authorization code flow.');
  if (
    metadata.code_challenge_methods_supported &&
    !metadata.code_challenge_methods_supported.includes('S256')
  )
    problems.push('The provider does not offer PKCE with S256.');
  const algorithms = metadata.id_token_signing_alg_values_supported;
  if (Array.isArray(algorithms) && !algorithms.some((name) => /^(RS|PS|ES)|^Ed/.test(String(name))))
    problems.push('The provider signs tokens with a shared secret only. Choose a signing key there.');
  return problems;
}

/** What works although it may surprise. */
export function remarksOf(metadata: oidc.ServerMetadata, scopes: readonly string[]): string[] {
  const remarks: string[] = [];
  const known = metadata.scopes_supported;
  const unknown = known ? scopes.filter((scope) => !known.includes(scope)) : [];
  if (unknown.length > 0)
    remarks.push(`The provider does not list the scopes ${unknown.join(', ')}; it might refuse them.`);
  const claims = metadata.claims_supported;
  if (Array.isArray(claims) && !claims.includes('email_verified'))
    remarks.push(
      'The provider does not say whether e-mail addresses are verified. Without trusted domains, no one is matched by address.',
    );
  remarks.push('The client ID and secret are checked at the first sign-in.');
  return remarks;
}
