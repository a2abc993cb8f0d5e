import type { AuditRepos } from '../../../audit/audit.ports.ts';
import { auditEntry } from '../../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../../events/events.ports.ts';
import { type Actor, reachOf, refuseOwnRecord, requireReach } from '../../../kernel/access.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { LocalDate, LocalTime } from '../../../kernel/local-date.ts';
import type { PeopleReach, PeopleRepos } from '../../../people/people.ports.ts';
import type { SettingsReader } from '../../../settings/settings.ports.ts';
import type { AttendanceRecorder, AttendanceRepos } from '../../attendance.ports.ts';
import { assertKept } from '../../write-days.ts';
import type { KioskRepos } from '../kiosk.ports.ts';
import type { KioskQueueRepos, UnconfirmedEntry, UnconfirmedPage, UnconfirmedPlace } from './queue.ports.ts';

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

/** Entries of kiosks that the server could not confirm by itself: the office counts them, or sets them aside. */
export function createUnconfirmedEntries({ repos, transactAndPublish, settings, attendance, reach }: Needs) {
  /** An entry that the actor reaches; others do not exist to them. */
  const find = async (tx: Repos, actor: Actor, id: string): Promise<UnconfirmedEntry | null> => {
    const entry = await tx.kioskQueue.lockUnconfirmed(id);
    const allowed = reachOf(actor, ACTION);
    const isReached =
      entry && (entry.person ? await reach.covers(allowed, entry.person, tx) : allowed?.of === 'institution');
    return isReached ? entry : null;
  };

  const described = ({ kioskName, takenAt, doubts }: UnconfirmedEntry) => ({
    kiosk: kioskName,
    at: takenAt.toISOString(),
    reason: doubts.join(', '),
  });

  /** Locks the entry and marks it as set aside; false where another office settled it, or it is beyond reach. */
  const setAside = async (tx: Repos, actor: Actor, id: string, now: Date): Promise<boolean> => {
    const entry = await find(tx, actor, id);
    if (!entry) return false;
    await tx.kioskQueue.settle(id, 'dismissed', now, actor.personId);
    const subject = entry.person?.code ?? null;
    await tx.audit.insert(auditEntry(actor, now, 'kiosk_entry_dismissed', subject, described(entry)));
    return true;
  };

  return {
    /** A page of them, after the given place. */
    list: (actor: Actor, after: UnconfirmedPlace | null): Promise<UnconfirmedPage> =>
      repos.kioskQueue.unconfirmed(requireReach(actor, ACTION), { after, limit: LISTED }),

    /** Counts the entry by the time it was made, or by the time that the office gives where that is uncertain. */
    async confirm(
      actor: Actor,
      id: string,
      given: { readonly date: LocalDate; readonly time: LocalTime } | null = null,
    ): Promise<void> {
      const { now, zone } = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const entry = await find(tx, actor, id);
        if (!entry) throw new AppError('not_found');
        const { person, means, kioskId } = entry;
        if (!person || means === null) throw new AppError('invalid_input');
        refuseOwnRecord(actor, person.id);
        const at = given ? zone.instantOf(given.date, given.time) : entry.takenAt;
        const date = zone.dateOf(at);
        if (at > now)
          throw new AppError('invalid_input', { fields: { time: 'This time is still to come.' } });
        if (date < person.registeredOn)
          throw new AppError('invalid_input', { fields: { date: 'The person was registered later.' } });
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
          { now: at, zone, date },
          now,
        );
        await tx.kioskQueue.settle(id, 'confirmed', now, actor.personId);
        const detail = { ...described(entry), ...(given && { counted: at.toISOString() }) };
        await tx.audit.insert(auditEntry(actor, now, 'kiosk_entry_confirmed', person.code, detail));
      });
    },

    /** Nobody is marked by it. */
    async dismiss(actor: Actor, id: string): Promise<void> {
      const { now } = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        if (!(await setAside(tx, actor, id, now))) throw new AppError('not_found');
      });
    },

    /** The same for many at once; answers how many. Those that are settled already are left out. */
    async dismissMany(actor: Actor, ids: readonly string[]): Promise<number> {
      const { now } = await settings.today();
      return transactAndPublish('attendance', async (tx) => {
        let count = 0;
        for (const id of [...new Set(ids)].sort()) if (await setAside(tx, actor, id, now)) count += 1;
        return count;
      });
    },
  };
}
