import type { AuditRepos } from '../../../audit/audit.ports.ts';
import { auditEntry } from '../../../audit/audit.rules.ts';
import type { SecretBox } from '../../../auth/auth.ports.ts';
import type { TransactAndPublish } from '../../../events/events.ports.ts';
import type { Actor } from '../../../kernel/access.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { RandomSource } from '../../../kernel/random.ts';
import { KIOSK_LIMITS } from '../kiosk.rules.ts';
import type { CardRepos } from './cards.ports.ts';
import type { Phone } from './cards.types.ts';
import { newPhoneId, PHONE_KEY_BYTES, PHONES_PER_PERSON, phonePurpose } from './phone-codes.rules.ts';

type Repos = AuditRepos & CardRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly secretBox: SecretBox;
}

/** The phones on which a person shows codes that change. */
export function createPhoneService({ clock, random, repos, transactAndPublish, secretBox }: Needs) {
  return {
    listOf: ({ personId }: Actor): Promise<Phone[]> => repos.phones.listOf(personId),

    /**
     * Makes a key for the browser that asks; it is answered once and never again. `replaces` is what this browser had
     * before.
     */
    async enrol(
      actor: Actor,
      { userAgent, replaces }: { readonly userAgent: string; readonly replaces: string | null },
    ): Promise<{ readonly id: string; readonly key: Uint8Array }> {
      const { personId } = actor;
      // An account that is nobody of the institution has nothing to check in for.
      if (!actor.hasAttendance) throw new AppError('forbidden');
      const id = newPhoneId(random);
      const key = random.bytes(PHONE_KEY_BYTES);
      const secret = await secretBox.seal(phonePurpose(id), key);
      const device = userAgent.slice(0, KIOSK_LIMITS.device);
      await transactAndPublish(
        'people',
        async (tx) => {
          const at = clock.now();
          await tx.phones.lockOf(personId);
          if (replaces !== null) await tx.phones.remove(replaces, personId, at);
          if ((await tx.phones.listOf(personId)).length >= PHONES_PER_PERSON)
            throw new AppError('too_many_phones');
          await tx.phones.insert({ id, personId, secret, device }, at);
          await tx.audit.insert(auditEntry(actor, at, 'phone_added', actor.code));
        },
        personId,
      );
      return { id, key };
    },

    async remove(actor: Actor, id: string): Promise<void> {
      const { personId } = actor;
      await transactAndPublish(
        'people',
        async (tx) => {
          const at = clock.now();
          if (!(await tx.phones.remove(id, personId, at))) throw new AppError('phone_not_found');
          await tx.audit.insert(auditEntry(actor, at, 'phone_removed', actor.code));
        },
        personId,
      );
    },
  };
}
