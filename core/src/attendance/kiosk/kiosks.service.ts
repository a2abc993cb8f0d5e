import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { ClassRepos } from '../../classes/classes.ports.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import type { Actor } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { ExitPinRepos } from './exit/exit-pin.ports.ts';
import type { KioskRepos, ListedAnswer } from './kiosk.ports.ts';
import { KIOSK_LIMITS } from './kiosk.rules.ts';
import type { Kiosk, KioskListing, KioskSettings } from './kiosk.types.ts';
import { hashCode } from './kiosk-access.service.ts';

type Repos = AuditRepos & ClassRepos & ExitPinRepos & KioskRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
}

const LISTED_ANSWERS = 100;
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** What an entry of the audit says about a kiosk. */
const described = ({ place, scope, direction, means, liveness, strangersIn, ...rest }: KioskSettings) => ({
  place,
  scope: scope.of,
  direction,
  means: means.join(', '),
  liveness,
  strangers_in: strangersIn,
  keeps_present: rest.keepsPresent,
});

/** Kiosks as administrators see them. */
export function createKioskService({ clock, repos, transactAndPublish }: Needs) {
  const write = <T>(work: (tx: Repos) => Promise<T>): Promise<T> => transactAndPublish('settings', work);

  const assertClass = async (tx: Repos, { scope }: KioskSettings): Promise<void> => {
    if (scope.of === 'class' && (scope.classId === null || !(await tx.classes.byId(scope.classId))))
      throw new AppError('class_not_found');
  };

  /** Names lie on a tablet behind the exit PIN only. */
  const assertExitPin = async (tx: Repos, { keepsPresent }: KioskSettings): Promise<void> => {
    if (keepsPresent && !(await tx.exitPin.read())) throw new AppError('exit_pin_missing');
  };

  return {
    list: (): Promise<KioskListing[]> => repos.kiosks.list(new Date(clock.now().getTime() - WEEK_MS)),

    /** The latest answers, with the numbers of each decision. */
    async answers(id: string): Promise<ListedAnswer[]> {
      if (!(await repos.kiosks.byId(id))) throw new AppError('kiosk_not_found');
      return repos.kiosks.answersOf(id, LISTED_ANSWERS);
    },

    add: (actor: Actor, settings: KioskSettings): Promise<Kiosk> =>
      write(async (tx) => {
        await tx.kiosks.lockList();
        if ((await tx.kiosks.count()) >= KIOSK_LIMITS.kiosks)
          throw new AppError('conflict', { message: `There are already ${KIOSK_LIMITS.kiosks} kiosks.` });
        await assertClass(tx, settings);
        await assertExitPin(tx, settings);
        const at = clock.now();
        const kiosk = await tx.kiosks.insert(settings, at, actor.personId);
        await tx.audit.insert(auditEntry(actor, at, 'kiosk_added', settings.name, described(settings)));
        return kiosk;
      }),

    change: (actor: Actor, id: string, settings: KioskSettings): Promise<Kiosk> =>
      write(async (tx) => {
        await assertClass(tx, settings);
        await assertExitPin(tx, settings);
        const at = clock.now();
        const kiosk = await tx.kiosks.update(id, settings, at);
        if (!kiosk) throw new AppError('kiosk_not_found');
        await tx.audit.insert(auditEntry(actor, at, 'kiosk_changed', settings.name, described(settings)));
        return kiosk;
      }),

    remove: (actor: Actor, id: string): Promise<void> =>
      write(async (tx) => {
        const name = await tx.kiosks.remove(id);
        if (name === null) throw new AppError('kiosk_not_found');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'kiosk_removed', name));
      }),

    /** Makes the device that shows the code this kiosk. A device that was paired before is one no more. */
    pair: (actor: Actor, id: string, code: string): Promise<Kiosk> =>
      write(async (tx) => {
        const at = clock.now();
        const kiosk = await tx.kiosks.byId(id);
        if (!kiosk) throw new AppError('kiosk_not_found');
        const codeHash = await hashCode(code);
        const pairing = await tx.kiosks.lockPairing(codeHash);
        if (!pairing) throw new AppError('kiosk_code_wrong');
        if (pairing.kioskId) throw new AppError('kiosk_code_used');
        if (pairing.expiresAt <= at) throw new AppError('kiosk_code_expired');
        await tx.kiosks.saveKey(id, pairing, at, actor.personId);
        await tx.kiosks.usePairing(codeHash, id);
        const { device, address } = pairing;
        await tx.audit.insert(auditEntry(actor, at, 'kiosk_paired', kiosk.name, { device, address }));
        return kiosk;
      }),

    /** Ends the device at once; the kiosk stays, to be paired again. */
    revoke: (actor: Actor, id: string): Promise<void> =>
      write(async (tx) => {
        const kiosk = await tx.kiosks.byId(id);
        if (!kiosk) throw new AppError('kiosk_not_found');
        if (!(await tx.kiosks.removeKey(id))) throw new AppError('kiosk_not_paired');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'kiosk_revoked', kiosk.name));
      }),
  };
}
