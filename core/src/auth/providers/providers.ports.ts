import type {
  Claims,
  GivenRole,
  GroupGrant,
  OfferedProvider,
  OwnProviderLink,
  Provider,
  ProviderAttempt,
  ProviderCheck,
  ProviderLink,
  ProviderLinkListing,
  ProviderSettings,
  ProviderTicket,
} from './providers.types.ts';

export interface ProviderRepository {
  /** With the number of accounts that sign in with each. */
  list(): Promise<(Provider & { readonly accounts: number })[]>;
  byId(id: number): Promise<Provider | null>;
  /** Those that are active, by name. */
  offered(): Promise<OfferedProvider[]>;
  insert(settings: ProviderSettings, at: Date): Promise<number>;
  /** False when there is none. */
  update(id: number, settings: ProviderSettings): Promise<boolean>;
  saveSecret(id: number, secret: Provider['secret']): Promise<void>;
  remove(id: number): Promise<void>;
  /** Every stored secret, locked until the transaction ends, for a change of the master key. */
  lockSecrets(): Promise<{ id: number; secret: NonNullable<Provider['secret']> }[]>;

  link(providerId: number, subject: string): Promise<ProviderLink | null>;
  linkOfPerson(providerId: number, personId: number): Promise<ProviderLink | null>;
  linksOf(personId: number): Promise<OwnProviderLink[]>;
  /** By name, the first five hundred. */
  links(providerId: number): Promise<ProviderLinkListing[]>;
  saveLink(link: Omit<ProviderLink, 'linkedAt'>, grant: GroupGrant | null): Promise<void>;
  /** Unlinks one person or everybody, ends the sign-ins with a provider that they have, and answers who it was. */
  removeLinks(providerId: number, personId?: number): Promise<number[]>;
  /** Unlinks a person from all providers but one. */
  removeLinksOf(personId: number, except: number | null): Promise<void>;
  /**
   * Forgets what the groups of the provider gave until people sign in again, ends the sign-ins with a provider that they
   * have, and answers who it was: those who were given something, or everybody who is linked.
   */
  forgetGrants(providerId: number, whom: 'given' | 'linked'): Promise<number[]>;
  /** The id of the account with this address, unless the person entered it themselves and nobody has checked it. */
  personByAddress(address: string): Promise<{ readonly id: number; readonly address: string } | null>;

  /** Without it the person signs in with a provider, or chooses another at a link. */
  removePassword(personId: number): Promise<void>;

  /** What the groups of all providers of a person gave at the last sign-in with each. */
  grantsOf(personId: number): Promise<GroupGrant[]>;
  givenRole(personId: number): Promise<GivenRole | null>;
  saveGivenRole(personId: number, given: GivenRole | null): Promise<void>;
}

/** Sign-ins on their way, for all servers. Each is taken once. */
export interface ProviderAttemptRepository {
  insert(attempt: ProviderAttempt & ProviderAttemptKey & { readonly network: string }): Promise<void>;
  countSince(network: string, since: Date): Promise<number>;
  take(key: ProviderAttemptKey, providerId: number): Promise<ProviderAttempt | null>;
  insertTicket(ticket: ProviderTicket & ProviderTicketKey): Promise<void>;
  takeTicket(key: ProviderTicketKey): Promise<ProviderTicket | null>;
  removeBefore(attemptsBefore: Date, ticketsBefore: Date): Promise<void>;
}

/** Digests of what comes back in the address and of what the cookie of the browser holds. */
interface ProviderAttemptKey {
  readonly stateHash: Uint8Array;
  readonly browserHash: Uint8Array;
}
interface ProviderTicketKey {
  readonly ticketHash: Uint8Array;
  readonly browserHash: Uint8Array;
}

export interface ProviderRepos {
  readonly providers: ProviderRepository;
  readonly providerAttempts: ProviderAttemptRepository;
}

/** This installation as a provider knows it. */
export interface ProviderClient extends Pick<Provider, 'issuer' | 'clientId' | 'scopes'> {
  readonly clientSecret: string | null;
}

/** What a sign-in sent to the provider and must find again in the answer. */
export interface ProviderRequest extends Pick<ProviderAttempt, 'nonce' | 'verifier' | 'redirectUri'> {
  readonly state: string;
}

/** Port: OpenID Connect. Null on hosts without it: there no provider can be set up. */
export interface OpenIdClient {
  /** Reads the discovery document and says what is wrong. */
  check(issuer: string, scopes: readonly string[]): Promise<ProviderCheck>;
  /** The page of the provider to open. Fails with `provider_unavailable`. */
  signInPage(client: ProviderClient, request: ProviderRequest): Promise<string>;
  /**
   * What the provider says about the person, after checking its answer. `wanted` are claims worth another call to the
   * provider when the token lacks them. Fails with `provider_denied`, `provider_answer_refused` or
   * `provider_unavailable`.
   */
  claims(
    client: ProviderClient,
    request: ProviderRequest,
    answer: { readonly query: string; readonly wanted: readonly string[] },
  ): Promise<Claims & { readonly sub: string }>;
}
