import type { AuditRepos } from '../../../audit/audit.ports.ts';
import { auditEntry } from '../../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../../events/events.ports.ts';
import { type Actor, reachOf, refuseOwnRecord, requireReach } from '../../../kernel/access.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { PeopleReach, PeopleRepos } from '../../../people/people.ports.ts';
import type { SettingsReader } from '../../../settings/settings.ports.ts';
import type { AttendanceRecorder, AttendanceRepos } from '../../attendance.ports.ts';
import { assertKept } from '../../write-days.ts';
import type { KioskRepos } from '../kiosk.ports.ts';
import type { KioskQueueRepos, UnconfirmedEntry } from './queue.ports.ts';

type Repos = AttendanceRepos & AuditRepos & KioskQueueRepos & KioskRepos & PeopleRepos;

interface Needs {
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly attendance: AttendanceRecorder;
  readonly reach: PeopleReach;
}

const LISTED = 200;
const ACTION = 'corrections.manage';

/** Entries of kiosks that the server could not confirm by itself: the office counts them, or lays them aside. */
export function createUnconfirmedEntries({ repos, transactAndPublish, settings, attendance, reach }: Needs) {
  /** An entry that the actor reaches; others do not exist to them. */
  const find = async (tx: Repos, actor: Actor, id: string): Promise<UnconfirmedEntry> => {
    const entry = await tx.kioskQueue.lockUnconfirmed(id);
    const allowed = reachOf(actor, ACTION);
    const isReached =
      entry && (entry.person ? await reach.covers(allowed, entry.person, tx) : allowed?.of === 'institution');
    if (!entry || !isReached) throw new AppError('not_found');
    return entry;
  };

  const described = ({ kioskName, takenAt, doubt }: UnconfirmedEntry) => ({
    kiosk: kioskName,
    at: takenAt.toISOString(),
    reason: doubt,
  });

  return {
    list: (actor: Actor): Promise<UnconfirmedEntry[]> =>
      repos.kioskQueue.unconfirmed(requireReach(actor, ACTION), LISTED),

    /** Counts the entry by the time it was made. */
    async confirm(actor: Actor, id: string): Promise<void> {
      const { now, zone } = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const entry = await find(tx, actor, id);
        const { person, means, takenAt, kioskId } = entry;
        if (!person || means === null) throw new AppError('invalid_input');
        refuseOwnRecord(actor, person.id);
        const date = zone.dateOf(takenAt);
        await assertKept(tx, date);
        const kiosk = kioskId === null ? null : await tx.kiosks.byId(kioskId);
        await attendance.record(
          tx,
          {
            personId: person.id,
            means,
            score: null,
            evidence: 'kiosk',
            ...(kiosk && { kioskId: kiosk.id }),
            direction: kiosk?.direction ?? 'in',
            by: actor,
          },
          { now: takenAt, zone, date },
          now,
        );
        await tx.kioskQueue.settle(id, 'confirmed', now, actor.personId);
        await tx.audit.insert(auditEntry(actor, now, 'kiosk_entry_confirmed', person.code, described(entry)));
      });
    },

    /** Nobody is marked by it. */
    async dismiss(actor: Actor, id: string): Promise<void> {
      const { now } = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const entry = await find(tx, actor, id);
        await tx.kioskQueue.settle(id, 'dismissed', now, actor.personId);
        const subject = entry.person?.code ?? entry.kioskName;
        await tx.audit.insert(auditEntry(actor, now, 'kiosk_entry_dismissed', subject, described(entry)));
      });
    },
  };
}
