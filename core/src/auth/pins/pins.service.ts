import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { Actor } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { GuardAttempt, PasswordHasher, SecretBox } from '../auth.ports.ts';
import type { PinCheck, PinRepos } from './pins.ports.ts';
import { firstDigits, isEasyPin, isPin, pinPurpose } from './pins.rules.ts';

type Repos = AuditRepos & PinRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly secretBox: SecretBox;
  readonly passwords: PasswordHasher;
  readonly guardAttempt: GuardAttempt;
}

/** What is sealed of a PIN: slow hashes, of all its digits and of the first two. */
interface PinHashes {
  readonly pin: string;
  readonly first: string;
}

/**
 * PINs, for the kiosk. Ten thousand PINs are tried in no time, so their hashes are also sealed with the master key, which
 * is not in the database.
 */
export function createPinService(needs: Needs) {
  const { clock, repos, transactAndPublish, secretBox, passwords, guardAttempt } = needs;
  const hashesOf = async (personId: number, secret: Parameters<SecretBox['open']>[1]) => {
    const plain = await secretBox.open(pinPurpose(personId), secret);
    return plain && (JSON.parse(new TextDecoder().decode(plain)) as PinHashes); // sealed below, and nowhere else
  };

  const check: PinCheck = {
    async having(personIds) {
      const found = await repos.pins.of(personIds);
      return new Set(found.filter(({ secret }) => secretBox.canOpen(secret)).map(({ personId }) => personId));
    },

    async matching(personIds, typed, asked, { kioskId, at, heldAt, number = '' }) {
      const stored = await repos.pins.of(personIds, heldAt);
      for (const { secret } of stored) secretBox.assertOpens(secret);
      const matches = async (): Promise<number[]> => {
        const found: number[] = [];
        for (const { personId, secret } of stored) {
          const hashes = await hashesOf(personId, secret);
          if (hashes && (await passwords.verify(asked === 'pin' ? hashes.pin : hashes.first, typed)))
            found.push(personId);
        }
        return personIds.filter((id) => found.includes(id));
      };
      const caller = { address: `kiosk ${kioskId}`, deviceToken: null, atDoor: at };
      if (stored.length === 0) {
        // The same work and the same limits as for a PIN that is wrong: neither tells which numbers have one.
        await guardAttempt({ numberTyped: number }, caller, async () => {
          await passwords.verify(passwords.decoys.chosen, typed);
          return null;
        });
        return [];
      }
      /** One try at each of these people, counted before the PIN is looked at. */
      const counted = ([first, ...others]: readonly number[]): Promise<number[] | null> =>
        first === undefined
          ? matches().then((found) => (found.length > 0 ? found : null))
          : guardAttempt({ pinOf: first }, caller, () => counted(others));
      return (await counted(stored.map(({ personId }) => personId))) ?? [];
    },
  };

  return {
    ...check,

    changedAt: ({ personId }: Actor): Promise<Date | null> => repos.pins.changedAt(personId),

    async save({ personId, ...actor }: Actor, pin: string): Promise<void> {
      if (!isPin(pin)) throw new AppError('invalid_input', { fields: { pin: 'A PIN has 4 to 8 digits.' } });
      if (isEasyPin(pin)) throw new AppError('weak_pin', { fields: { pin: 'This PIN is easy to guess.' } });
      const hashes: PinHashes = {
        pin: await passwords.hash(pin),
        first: await passwords.hash(firstDigits(pin)),
      };
      const sealed = await secretBox.seal(
        pinPurpose(personId),
        new TextEncoder().encode(JSON.stringify(hashes)),
      );
      await transactAndPublish(
        'people',
        async (tx) => {
          await tx.pins.save(personId, sealed, clock.now());
          await tx.audit.insert(auditEntry({ personId, ...actor }, clock.now(), 'pin_changed', actor.code));
        },
        personId,
      );
    },

    async remove(actor: Actor): Promise<void> {
      await transactAndPublish(
        'people',
        async (tx) => {
          if (!(await tx.pins.remove(actor.personId, clock.now()))) throw new AppError('not_found');
          await tx.audit.insert(auditEntry(actor, clock.now(), 'pin_removed', actor.code));
        },
        actor.personId,
      );
    },
  };
}
