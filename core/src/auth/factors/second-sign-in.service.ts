import type { AuditRepos } from '../../audit/audit.ports.ts';
import { failedSignIn } from '../../audit/audit.rules.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { hashToken, hexDigest, newToken, type RandomSource } from '../../kernel/random.ts';
import type { Transact } from '../../kernel/transact.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { FinishSignIn, GuardAttempt, SecretBox } from '../auth.ports.ts';
import type { Caller, SignedIn } from '../auth.types.ts';
import { networkOf } from '../guessing.rules.ts';
import type { FactorRepos, SecondFactorTicket } from './factors.ports.ts';
import {
  CHALLENGE_MS,
  digestOfRecoveryCode,
  OPEN_DIALOGS_MAX,
  TICKET_TRIES,
  totpPurpose,
} from './factors.rules.ts';
import type { PasskeyOptions, PasskeyResponse, RelyingParty, ShownFactor } from './factors.types.ts';
import type { PasskeyDialogs } from './passkey-dialogs.ts';
import { stepOfCode } from './totp.rules.ts';

type Repos = AuditRepos & FactorRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  /** The time that the phones of people have. */
  readonly codeClock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly secretBox: SecretBox;
  readonly dialogs: PasskeyDialogs;
  readonly guardAttempt: GuardAttempt;
  readonly finishSignIn: FinishSignIn;
}

/** Notes the use of a factor; false when it was used meanwhile. */
type UseFactor = (tx: FactorRepos) => Promise<boolean>;

/** Hexadecimal digits that stand for a network. */
const NETWORK_DIGITS = 16;

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, place) => byte === other[place]);

/** Signs in with a second factor after a password, and with a passkey alone. */
export function createSecondSignIn(needs: Needs) {
  const { clock, codeClock, random, repos, transact, secretBox, dialogs, guardAttempt, finishSignIn } = needs;

  const ownerOf = async (ticket: string) => `second ${await hexDigest(ticket)}`;
  /** The ticket begins with the network that asked, so that its open dialogs can be counted; it may answer from another. */
  const aloneOwnerOf = async (ticket: string) =>
    `alone ${ticket.slice(0, NETWORK_DIGITS)} ${await hexDigest(ticket)}`;

  const recordFailure = (person: PersonListing, { address }: Caller, method: string): Promise<void> =>
    repos.audit.insert(failedSignIn(clock.now(), person, address, { second_factor: method }));

  /** Who began the sign-in. Fails with `sign_in_expired` also after a change of the password, and after five wrong tries. */
  const findTicket = async (
    tokenHash: Uint8Array,
  ): Promise<{ ticket: SecondFactorTicket; person: PersonListing; passwordHash: string | null }> => {
    const ticket = await repos.tickets.find(tokenHash, clock.now());
    const person = ticket && (await repos.people.byId(ticket.personId));
    if (!ticket || !person || ticket.wrongTries >= TICKET_TRIES) throw new AppError('sign_in_expired');
    const passwordHash = await repos.people.passwordHash(person.id);
    const digest = passwordHash === null ? null : await hashToken(passwordHash);
    if (ticket.passwordDigest !== null && !(digest && sameBytes(digest, ticket.passwordDigest)))
      throw new AppError('sign_in_expired');
    return { ticket, person, passwordHash: ticket.passwordDigest === null ? null : passwordHash };
  };

  const check = async (
    personId: number,
    shown: ShownFactor,
    dialog: Parameters<PasskeyDialogs['check']>[0],
  ): Promise<UseFactor | null> => {
    switch (shown.method) {
      case 'passkey': {
        const found = await dialogs.check(dialog, shown.response, personId);
        return found && ((tx) => tx.factors.usePasskey(found.passkey.id, found.counter, clock.now()));
      }
      case 'totp': {
        const totp = await repos.factors.totp(personId, 'active');
        const secret = totp && (await secretBox.open(totpPurpose(personId), totp.secret));
        const step = secret && stepOfCode(secret, shown.code, codeClock.now());
        return step === null ? null : (tx) => tx.factors.useTotpStep(personId, step);
      }
      case 'recovery_code': {
        const digest = await digestOfRecoveryCode(personId, shown.code);
        return (tx) => tx.factors.useRecoveryCode(personId, digest);
      }
    }
  };

  return {
    /** What a browser needs to show a passkey as the second factor of a sign-in. */
    async options(ticketText: string, party: RelyingParty | null): Promise<PasskeyOptions> {
      const tokenHash = await hashToken(ticketText);
      const { person } = await findTicket(tokenHash);
      const asking = { owner: await ownerOf(ticketText), party, verifyPerson: false };
      return dialogs.ask(asking, person.id);
    },

    /** Of several right answers to one ticket, at several servers too, one signs in. */
    async finish(
      ticketText: string,
      shown: ShownFactor,
      party: RelyingParty | null,
      caller: Caller,
    ): Promise<SignedIn> {
      const tokenHash = await hashToken(ticketText);
      const { ticket, person, passwordHash } = await findTicket(tokenHash);
      if (shown.method === 'passkey') dialogs.needed(party);
      const dialog = { owner: await ownerOf(ticketText), party, verifyPerson: false };
      const outcome = await guardAttempt(person, caller, async () => {
        // Counted before the factor is looked at: of many at once no more than five are.
        if (!(await repos.tickets.countTry(tokenHash, TICKET_TRIES, clock.now()))) return 'ended' as const;
        const use = await check(person.id, shown, dialog);
        return (
          use &&
          transact(async (tx) => {
            // The ticket first: two servers with the same ticket wait here for each other.
            if (!(await tx.tickets.lock(tokenHash, clock.now()))) return 'ended' as const;
            if (!(await use(tx))) return null;
            await tx.tickets.take(tokenHash, clock.now());
            return 'right' as const;
          })
        );
      });
      if (outcome === 'ended') throw new AppError('sign_in_expired');
      if (outcome === null) {
        await recordFailure(person, caller, shown.method);
        throw new AppError(shown.method === 'passkey' ? 'passkey_refused' : 'second_factor_refused');
      }
      return finishSignIn(person, {
        ...caller,
        means: ticket.means,
        ...(passwordHash === null ? {} : { passwordHash }),
      });
    },

    /** Begins a sign-in with a passkey alone: nobody is named, the browser offers the passkeys that it has. */
    async askAlone(
      party: RelyingParty | null,
      { address }: Pick<Caller, 'address'>,
    ): Promise<{ ticket: string; options: PasskeyOptions }> {
      dialogs.needed(party);
      const network = (await hexDigest(networkOf(address))).slice(0, NETWORK_DIGITS);
      if ((await repos.tickets.countChallenges(`alone ${network} `, clock.now())) >= OPEN_DIALOGS_MAX)
        throw new AppError('too_many_requests', { retryAfterSeconds: CHALLENGE_MS / 1000 });
      const ticket = `${network}${newToken(random)}`;
      const owner = await aloneOwnerOf(ticket);
      return { ticket, options: await dialogs.ask({ owner, party, verifyPerson: true }, null) };
    },

    /** Nothing can be guessed here, but failures of one network are limited: each is work, and some are recorded. */
    async finishAlone(
      ticketText: string,
      response: PasskeyResponse,
      party: RelyingParty | null,
      caller: Caller,
    ): Promise<SignedIn> {
      const dialog = { owner: await aloneOwnerOf(ticketText), party, verifyPerson: true };
      dialogs.needed(party);
      const person = await guardAttempt(null, caller, async () => {
        const answered = await dialogs.answer(dialog, response, null);
        const owner = answered && (await repos.people.byId(answered.passkey.personId));
        // What names no challenge of ours, or nobody's passkey, is about nobody: it is not recorded.
        if (!owner) return null;
        const { passkey, counter } = answered;
        const isUsed = counter !== null && (await repos.factors.usePasskey(passkey.id, counter, clock.now()));
        if (!isUsed) await recordFailure(owner, caller, 'passkey');
        return isUsed ? owner : null;
      });
      if (!person) throw new AppError('passkey_refused');
      return finishSignIn(person, { ...caller, means: 'passkey' });
    },
  };
}
