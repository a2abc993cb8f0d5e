import { failedSignIn } from '../../audit/audit.rules.ts';
import type { Events, TransactAndPublish } from '../../events/events.ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import { hashToken, newToken, type RandomSource } from '../../kernel/random.ts';
import type { Transact } from '../../kernel/transact.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import type { FinishSignIn, GuardAttempt, SecondFactorGate, SecretBox } from '../auth.ports.ts';
import type { Caller, SignedIn } from '../auth.types.ts';
import { networkOf } from '../guessing.rules.ts';
import type { ProviderAccountRepos } from './group-roles.ts';
import { createProviderAccounts } from './provider-accounts.ts';
import type { OpenIdClient, ProviderClient } from './providers.ports.ts';
import {
  OPEN_ATTEMPTS_MAX,
  ownPath,
  PROVIDER_ATTEMPT_MS,
  PROVIDER_LIMITS,
  PROVIDER_TICKET_MS,
  secretPurpose,
} from './providers.rules.ts';
import type { OfferedProvider, Provider } from './providers.types.ts';

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly openId: OpenIdClient | null;
  readonly events: Events;
  readonly secretBox: SecretBox;
  readonly repos: ProviderAccountRepos;
  readonly transact: Transact<ProviderAccountRepos>;
  readonly transactAndPublish: TransactAndPublish<ProviderAccountRepos>;
  readonly settings: SettingsReader;
  readonly secondFactor: SecondFactorGate;
  readonly finishSignIn: FinishSignIn;
  readonly guardAttempt: GuardAttempt;
}

/** Answers that anybody can send back without an account at the provider. */
const ANYBODYS: readonly ErrorCode[] = ['provider_denied', 'provider_answer_refused'];

/** Signing in at a provider: there, back, and the ticket with which the page gets its session. */
export function createProviderSignInService(needs: Needs) {
  const { clock, random, openId, secretBox, repos, secondFactor, finishSignIn, guardAttempt } = needs;
  const accounts = createProviderAccounts(needs);

  const requireProvider = async (id: number): Promise<{ openId: OpenIdClient; provider: Provider }> => {
    const provider = openId && (await repos.providers.byId(id));
    if (!openId || !provider?.isActive) throw new AppError('provider_not_found');
    return { openId, provider };
  };

  const clientOf = async (provider: Provider): Promise<ProviderClient> => {
    const { issuer, clientId, scopes, secret } = provider;
    if (secret === null) return { issuer, clientId, scopes, clientSecret: null };
    const opened = await secretBox.open(secretPurpose(provider), secret).catch(() => null);
    if (!opened)
      throw new AppError('provider_unavailable', {
        message:
          'The client secret of this sign-in provider can’t be opened. An administrator must enter it again.',
      });
    return { issuer, clientId, scopes, clientSecret: new TextDecoder().decode(opened) };
  };

  /** By a clock that was set meanwhile, the time between is wrong in either direction. */
  const isWithin = (ms: number, since: Date): boolean =>
    Math.abs(clock.now().getTime() - since.getTime()) < ms;

  /** What `ask` answers. Answers that anybody can send count as failures of their network, because they are recorded. */
  const claimsFrom = async (
    address: string,
    ask: () => ReturnType<OpenIdClient['claims']>,
  ): ReturnType<OpenIdClient['claims']> => {
    let refusal: AppError | null = null;
    const claims = await guardAttempt(null, { address, deviceToken: null }, () =>
      ask().catch((error: unknown) => {
        if (!(error instanceof AppError && ANYBODYS.includes(error.code))) throw error;
        refusal = error;
        return null;
      }),
    );
    if (claims === null || claims.sub === '' || claims.sub.length > PROVIDER_LIMITS.subject)
      throw refusal ?? new AppError('provider_answer_refused');
    return claims;
  };

  /** Told to the administrators; what the provider said about the person is not kept. */
  const noteRefusal = (provider: Provider, { code }: AppError, address: string): Promise<void> =>
    repos.audit.insert(failedSignIn(clock.now(), null, address, { provider: provider.name, reason: code }));

  return {
    /** What the sign-in page shows. */
    offered: (): Promise<OfferedProvider[]> => (openId ? repos.providers.offered() : Promise.resolve([])),

    /** The page of the provider, and the secret that binds what comes back to this browser. */
    async begin(
      providerId: number,
      { redirectUri, next, address }: { redirectUri: string; next: string | undefined; address: string },
    ): Promise<{ page: string; state: string; browser: string }> {
      const { provider, openId: port } = await requireProvider(providerId);
      const now = clock.now();
      const since = new Date(now.getTime() - PROVIDER_ATTEMPT_MS);
      const network = networkOf(address);
      if ((await repos.providerAttempts.countSince(network, since)) >= OPEN_ATTEMPTS_MAX)
        throw new AppError('too_many_requests', { retryAfterSeconds: PROVIDER_ATTEMPT_MS / 1000 });
      const [state, nonce, verifier, browser] = [
        newToken(random),
        newToken(random),
        newToken(random),
        newToken(random),
      ];
      const page = await port.signInPage(await clientOf(provider), { state, nonce, verifier, redirectUri });
      await repos.providerAttempts.insert({
        stateHash: await hashToken(state),
        browserHash: await hashToken(browser),
        providerId,
        nonce,
        verifier,
        redirectUri,
        next: ownPath(next),
        network,
        createdAt: now,
      });
      return { page, state, browser };
    },

    /** Takes what the provider sent back with the browser that began; answers a ticket for its page. */
    async comeBack(
      providerId: number,
      { query, state, browser, address }: { query: string; state: string; browser: string; address: string },
    ): Promise<{ ticket: string; next: string | null }> {
      const { provider, openId: port } = await requireProvider(providerId);
      const [stateHash, browserHash] = [await hashToken(state), await hashToken(browser)];
      const attempt = await repos.providerAttempts.take({ stateHash, browserHash }, providerId);
      if (!attempt || !isWithin(PROVIDER_ATTEMPT_MS, attempt.createdAt))
        throw new AppError('provider_attempt_ended');
      const { nonce, verifier, redirectUri, next } = attempt;
      try {
        const wanted = ['email', ...(provider.groupsClaim === null ? [] : [provider.groupsClaim])];
        const client = await clientOf(provider);
        const request = { state, nonce, verifier, redirectUri };
        const claims = await claimsFrom(address, () => port.claims(client, request, { query, wanted }));
        const person = await accounts.of(provider, claims, address);
        const ticket = newToken(random);
        await repos.providerAttempts.insertTicket({
          ticketHash: await hashToken(ticket),
          browserHash,
          providerId,
          personId: person.id,
          createdAt: clock.now(),
        });
        return { ticket, next };
      } catch (error) {
        if (error instanceof AppError && error.code !== 'too_many_attempts')
          await noteRefusal(provider, error, address);
        throw error;
      }
    },

    /** Opens the session for the page that has the ticket, in the browser that began. */
    async exchange(ticket: string, browser: string, caller: Caller): Promise<SignedIn> {
      const [ticketHash, browserHash] = [await hashToken(ticket), await hashToken(browser)];
      const taken = await repos.providerAttempts.takeTicket({ ticketHash, browserHash });
      if (!taken || !isWithin(PROVIDER_TICKET_MS, taken.createdAt))
        throw new AppError('provider_attempt_ended');
      const { provider } = await requireProvider(taken.providerId);
      const person = await repos.people.byId(taken.personId);
      if (!person) throw new AppError('provider_account_unknown');
      if (person.role === 'owner') throw new AppError('provider_account_protected');
      const how = { ...caller, means: 'provider' } as const;
      const more = provider.asksSecondFactor ? await secondFactor.required(person, how) : null;
      if (more) throw more;
      return finishSignIn(person, how);
    },
  };
}
