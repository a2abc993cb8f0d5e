import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { Actor } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { hashToken, type RandomSource } from '../../kernel/random.ts';
import type { Transact } from '../../kernel/transact.ts';
import { requireRank } from '../../people/accounts.rules.ts';
import type { PeopleRepos } from '../../people/people.ports.ts';
import type { SettingsReader } from '../../settings/settings.ports.ts';
import type { AuthRepos, SecretBox } from '../auth.ports.ts';
import type { FactorRepos } from './factors.ports.ts';
import {
  digestOfRecoveryCode,
  hasFactor,
  newRecoveryCodes,
  PASSKEYS_MAX,
  totpPurpose,
} from './factors.rules.ts';
import type { Passkey, PasskeyOptions, PasskeyResponse, RelyingParty } from './factors.types.ts';
import type { PasskeyDialogs } from './passkey-dialogs.ts';
import { newTotpSecret, stepOfCode, totpSetUp } from './totp.rules.ts';

type Repos = AuditRepos & AuthRepos & FactorRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  /** The time that the phones of people have. */
  readonly codeClock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly secretBox: SecretBox;
  readonly dialogs: PasskeyDialogs;
}

export interface OwnFactors {
  readonly isObligatory: boolean;
  readonly passkeys: readonly Passkey[];
  readonly totp: { readonly since: Date; readonly isUsable: boolean } | null;
  readonly recoveryCodesLeft: number;
}

/** Sets up, lists and removes the second factors of accounts. */
export function createFactorService(needs: Needs) {
  const { clock, codeClock, random, repos, transact, transactAndPublish, settings, secretBox, dialogs } =
    needs;

  const isObligatory = async ({ role }: Pick<Actor, 'role'>, tx: FactorRepos = repos): Promise<boolean> =>
    (await tx.signInSettings.read()).secondFactorRoles.includes(role);

  const ownerOf = ({ sessionId }: Actor) => `register ${sessionId}`;

  /** Ten codes with the digests to store. */
  const makeRecoveryCodes = async (personId: number) => {
    const codes = newRecoveryCodes(random);
    const digests = await Promise.all(codes.map((code) => digestOfRecoveryCode(personId, code)));
    return { codes, digests };
  };

  /** Nothing is added by a session that was ended meanwhile, for example by a reset of the password. */
  const lockFor = async (tx: Repos, { personId, sessionId }: Actor): Promise<void> => {
    await tx.factors.lock(personId);
    if (!(await tx.sessions.lock(sessionId))) throw new AppError('unauthenticated');
  };

  /** Runs the removal of one factor. The last one stays while the role has to have one. */
  const removeOne = (actor: Actor, what: string, remove: (tx: Repos) => Promise<boolean>) =>
    transact(async (tx) => {
      await tx.factors.lock(actor.personId);
      if (!(await remove(tx))) throw new AppError('not_found');
      if (!hasFactor(await tx.factors.summary(actor.personId))) {
        if (await isObligatory(actor, tx)) throw new AppError('second_factor_obligatory');
        // Codes that stand in for a factor are worth nothing without one.
        await tx.factors.replaceRecoveryCodes(actor.personId, []);
      }
      await tx.audit.insert(auditEntry(actor, clock.now(), 'second_factor_removed', actor.code, { what }));
    });

  return {
    async list(actor: Actor): Promise<OwnFactors> {
      const totp = await repos.factors.totp(actor.personId, 'active');
      return {
        isObligatory: await isObligatory(actor),
        passkeys: await repos.factors.passkeysOf(actor.personId),
        totp: totp && { since: totp.since, isUsable: secretBox.canOpen(totp.secret) },
        recoveryCodesLeft: (await repos.factors.summary(actor.personId)).recoveryCodes,
      };
    },

    async newPasskeyOptions(actor: Actor, given: RelyingParty | null): Promise<PasskeyOptions> {
      const { library, party } = dialogs.needed(given);
      const existing = await repos.factors.passkeysOf(actor.personId);
      const person = await repos.people.byId(actor.personId);
      const { options, challenge } = await library.newPasskey({
        party,
        partyName: (await settings.institution()).name,
        userHandle: await hashToken(`passkey user|${actor.personId}`),
        username: person?.username ?? actor.code,
        displayName: actor.name,
        existing,
      });
      await dialogs.keep(ownerOf(actor), challenge);
      return options;
    },

    async addPasskey(
      actor: Actor,
      name: string,
      response: PasskeyResponse,
      given: RelyingParty | null,
    ): Promise<number> {
      const { library, party } = dialogs.needed(given);
      const challenge = await dialogs.take(ownerOf(actor));
      const made = challenge === null ? null : await library.verifyNew({ party, challenge, response });
      if (!made) throw new AppError('passkey_refused');
      const createdAt = clock.now();
      return transact(async (tx) => {
        await lockFor(tx, actor);
        if ((await tx.factors.summary(actor.personId)).passkeys >= PASSKEYS_MAX)
          throw new AppError('invalid_input', {
            message: `You can have up to ${PASSKEYS_MAX} passkeys.`,
          });
        const { personId } = actor;
        const id = await tx.factors.insertPasskey({ ...made, personId, rpId: party.id, name, createdAt });
        if (id === null) throw new AppError('passkey_refused');
        await tx.audit.insert(
          auditEntry(actor, createdAt, 'second_factor_added', actor.code, { what: 'passkey', name }),
        );
        return id;
      });
    },

    removePasskey: (actor: Actor, id: number) =>
      removeOne(actor, 'passkey', (tx) => tx.factors.removePasskey(actor.personId, id)),

    /** The app counts from its first right code on; until then the one before does. */
    async beginTotp(actor: Actor): Promise<{ secret: string; uri: string }> {
      const secret = newTotpSecret(random);
      const sealed = await secretBox.seal(totpPurpose(actor.personId), secret);
      await repos.factors.savePendingTotp(actor.personId, sealed, clock.now());
      const person = await repos.people.byId(actor.personId);
      const issuer = (await settings.institution()).name;
      return totpSetUp(secret, { issuer, label: person?.username ?? actor.code });
    },

    /** A wrong code is not counted: the page has just shown the secret. */
    async activateTotp(actor: Actor, code: string): Promise<readonly string[]> {
      const { personId } = actor;
      const pending = await repos.factors.totp(personId, 'pending');
      const secret = pending && (await secretBox.open(totpPurpose(personId), pending.secret));
      const at = clock.now();
      const step = secret && stepOfCode(secret, code, codeClock.now());
      if (pending === null || step === null)
        throw new AppError('invalid_input', {
          fields: { code: 'This is not the code your app shows now.' },
        });
      const { codes, digests } = await makeRecoveryCodes(personId);
      await transact(async (tx) => {
        await lockFor(tx, actor);
        if (!(await tx.factors.activateTotp(personId, pending.secret, step, at)))
          throw new AppError('conflict');
        await tx.factors.replaceRecoveryCodes(personId, digests);
        await tx.audit.insert(auditEntry(actor, at, 'second_factor_added', actor.code, { what: 'totp' }));
      });
      return codes;
    },

    removeTotp: (actor: Actor) => removeOne(actor, 'totp', (tx) => tx.factors.removeTotp(actor.personId)),

    async newRecoveryCodes(actor: Actor): Promise<readonly string[]> {
      const { codes, digests } = await makeRecoveryCodes(actor.personId);
      await transact(async (tx) => {
        await lockFor(tx, actor);
        if (!hasFactor(await tx.factors.summary(actor.personId)))
          throw new AppError('invalid_input', { message: 'Set up a second factor first.' });
        await tx.factors.replaceRecoveryCodes(actor.personId, digests);
        await tx.audit.insert(auditEntry(actor, clock.now(), 'recovery_codes_made', actor.code));
      });
      return codes;
    },

    /** For somebody else who lost theirs. Their sessions end: whoever has the phone may have one of them. */
    async removeAllOf(actor: Actor, code: string): Promise<void> {
      const person = await repos.people.byCode(code);
      if (!person) throw new AppError('user_not_found');
      // One's own are removed one by one, and the last one stays while the role has to have one.
      if (person.id === actor.personId)
        throw new AppError('forbidden', {
          message: 'Change your own second factors in your account.',
        });
      const remove = async (tx: Repos): Promise<void> => {
        await tx.factors.lock(person.id);
        const present = await tx.people.byId(person.id);
        if (!present) throw new AppError('user_not_found');
        requireRank(actor, present.role);
        if (!(await tx.factors.removeAll(person.id))) throw new AppError('not_found');
        await tx.sessions.removeAllOf(person.id);
        await tx.audit.insert(
          auditEntry(actor, clock.now(), 'second_factor_removed', person.code, { what: 'all' }),
        );
      };
      await transactAndPublish('people', remove, person.id);
    },
  };
}
