import type { AuditRepos } from '../../../audit/audit.ports.ts';
import { auditEntry } from '../../../audit/audit.rules.ts';
import { isEasyPin, isPin } from '../../../auth/pins/pins.rules.ts';
import type { TransactAndPublish } from '../../../events/events.ports.ts';
import type { Actor } from '../../../kernel/access.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { RandomSource } from '../../../kernel/random.ts';
import type { ExitPinRepos, ExitVerifier } from './exit-pin.ports.ts';
import { verifierOf } from './exit-pin.rules.ts';

type Repos = AuditRepos & ExitPinRepos;

interface Needs {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

/** The PIN that opens the menu of a kiosk: one for all kiosks. */
export function createExitPinService({ clock, random, repos, transactAndPublish }: Needs) {
  return {
    changedAt: async (): Promise<Date | null> => (await repos.exitPin.read())?.changedAt ?? null,

    /** What kiosks compare a PIN with. */
    verifier: (): Promise<ExitVerifier | null> => repos.exitPin.read(),

    async save(actor: Actor, pin: string): Promise<void> {
      if (!isPin(pin)) throw new AppError('invalid_input', { fields: { pin: 'A PIN has 4 to 8 digits.' } });
      if (isEasyPin(pin)) throw new AppError('weak_pin', { fields: { pin: 'This PIN is easy to guess.' } });
      const verifier = await verifierOf(pin, random);
      const at = clock.now();
      await transactAndPublish('settings', async (tx) => {
        await tx.exitPin.save(verifier, at);
        await tx.audit.insert(auditEntry(actor, at, 'exit_pin_changed', null));
      });
    },

    /** Also ends the lists of who is present that kiosks keep: they lie behind the PIN. */
    async remove(actor: Actor): Promise<void> {
      await transactAndPublish('settings', async (tx) => {
        if (!(await tx.exitPin.remove())) throw new AppError('not_found');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'exit_pin_removed', null));
      });
    },
  };
}
