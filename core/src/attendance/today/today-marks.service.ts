import type { AuditRepos } from '../../audit/audit.ports.ts';
import { auditEntry } from '../../audit/audit.rules.ts';
import type { TransactAndPublish } from '../../events/events.ports.ts';
import { type Actor, reachOf, refuseOwnRecord } from '../../kernel/access.ts';
import { AppError } from '../../kernel/errors.ts';
import type { LocalTime } from '../../kernel/local-date.ts';
import type { PeopleReach, PeopleRepos } from '../../people/people.ports.ts';
import type { PersonListing } from '../../people/people.types.ts';
import type { SettingsReader, Today } from '../../settings/settings.ports.ts';
import type { AttendanceRepos } from '../attendance.ports.ts';
import type { AttendanceDay, Correction, WantedVerdict } from '../attendance.types.ts';
import { assertKept, lockPerson, rederiveDays } from '../write-days.ts';
import type { NoteKind, TodayRepos } from './today.ports.ts';
import { isUndoable } from './today.rules.ts';

type Repos = AttendanceRepos & AuditRepos & PeopleRepos & TodayRepos;

interface Needs {
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly reach: PeopleReach;
}

export interface TodayMark {
  readonly mark: 'here' | 'late' | 'absent' | 'excused';
  /** When the person came; now without it. Only with `here` and `late`. */
  readonly time?: LocalTime | undefined;
  readonly reason?: string | undefined;
}

export interface MarkMade {
  /** Takes the mark back: see `undo`. */
  readonly id: number;
  readonly day: AttendanceDay | null;
}

/** Stands in the list of corrections where nobody gave a reason. */
const BY_HAND = 'Marked by hand';
const ACTION = 'attendance.mark-today';

/**
 * One-tap entries of today, for anybody within reach. A mark is a correction that counts at once; whoever made it can
 * take it back for a minute, and the day is derived again from what is left.
 */
export function createTodayMarkService({ repos, transactAndPublish, settings, reach }: Needs) {
  const verdictOf = ({ mark, time }: TodayMark, { zone, now, date }: Today): WantedVerdict => {
    if (mark !== 'here' && mark !== 'late') return { wanted: mark, time: null };
    const came = time ?? zone.timeOf(now);
    if (zone.instantOf(date, came) > now)
      throw new AppError('invalid_input', { fields: { time: 'This time is in the future.' } });
    return { wanted: mark === 'here' ? 'present' : 'late', time: came };
  };

  /** Locks the person, who may have been moved beyond the actor's reach since they were looked up. */
  const lockReached = async (tx: Repos, actor: Actor, personId: number): Promise<PersonListing> => {
    await lockPerson(tx, personId);
    const person = await tx.people.byId(personId);
    if (!person || !(await reach.covers(reachOf(actor, ACTION), person, tx)))
      throw new AppError('user_not_found');
    return person;
  };

  /** A second tap or a retry of a lost answer is the same entry. */
  const isRepeated = (found: Correction, actor: Actor, verdict: WantedVerdict, reason: string, now: Date) =>
    found.decidedBy === actor.personId &&
    found.askedBy === actor.personId &&
    found.wanted === verdict.wanted &&
    found.time === verdict.time &&
    found.reason === reason &&
    isUndoable(found.askedAt, now);

  return {
    async mark(actor: Actor, code: string, given: TodayMark): Promise<MarkMade> {
      const person = await reach.require(actor, ACTION, code);
      refuseOwnRecord(actor, person.id);
      const today = await settings.today();
      const { date, now, zone } = today;
      const verdict = verdictOf(given, today);
      const reason = given.reason?.trim() || BY_HAND;
      const work = async (tx: Repos): Promise<MarkMade> => {
        await lockReached(tx, actor, person.id);
        await assertKept(tx, date);
        const before = await tx.attendance.dayOf(person.id, date);
        const found = await tx.corrections.inForce(person.id, date);
        if (found && isRepeated(found, actor, verdict, reason, now)) return { id: found.id, day: before };
        const id = await tx.corrections.insertAccepted(
          { ...verdict, personId: person.id, date, reason, askedBy: actor.personId, askedAt: now },
          {
            state: 'accepted',
            decidedBy: actor.personId,
            decidedAt: now,
            note: null,
            before: before && { status: before.status, firstIn: before.firstIn },
          },
        );
        const [change] = await rederiveDays(tx, [{ personId: person.id, date }], zone, now);
        const detail = { date, wanted: verdict.wanted, reason };
        await tx.audit.insert(auditEntry(actor, now, 'attendance_marked', person.code, detail));
        return { id, day: change?.after ?? null };
      };
      return transactAndPublish('attendance', work, person.id);
    },

    /** Takes back exactly this entry. A later one of somebody else stays. Answers whose it was. */
    async undo(actor: Actor, id: number): Promise<string> {
      const { now, zone } = await settings.today();
      const found = await repos.corrections.byId(id);
      // Only direct entries of the actor: a request of somebody else that was accepted is not one.
      const isOwn = found?.askedBy === actor.personId && found.decidedBy === actor.personId;
      if (!found || !isOwn) throw new AppError('mark_not_found');
      const { personId, date } = found;
      const work = async (tx: Repos): Promise<string> => {
        const person = await lockReached(tx, actor, personId);
        const mark = await tx.corrections.lock(id);
        if (mark?.state === 'taken_back') return person.code;
        if (mark?.state !== 'accepted') throw new AppError('mark_not_found');
        if (!isUndoable(mark.askedAt, now)) throw new AppError('undo_too_late');
        await assertKept(tx, date);
        await tx.corrections.takeBack(id);
        await rederiveDays(tx, [{ personId, date }], zone, now);
        const detail = { date, wanted: mark.wanted };
        await tx.audit.insert(auditEntry(actor, now, 'mark_taken_back', person.code, detail));
        return person.code;
      };
      return transactAndPublish('attendance', work, personId);
    },

    /** A note on the person's day, or what came of a phone call. The text is not copied into the audit. */
    async note(actor: Actor, code: string, kind: NoteKind, text: string): Promise<number> {
      const person = await reach.require(actor, ACTION, code);
      refuseOwnRecord(actor, person.id);
      const { date, now } = await settings.today();
      const work = async (tx: Repos): Promise<number> => {
        await lockReached(tx, actor, person.id);
        const note = { personId: person.id, date, kind, text, notedBy: actor.personId, notedAt: now };
        const id = await tx.today.insertNote(note);
        await tx.audit.insert(auditEntry(actor, now, 'day_note_added', person.code, { date, kind }));
        return id;
      };
      return transactAndPublish('attendance', work, person.id);
    },

    async undoNote(actor: Actor, id: number): Promise<void> {
      const { now } = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const note = await tx.today.lockNote(id);
        if (note?.notedBy !== actor.personId) throw new AppError('mark_not_found');
        if (!isUndoable(note.notedAt, now)) throw new AppError('undo_too_late');
        const person = await tx.people.byId(note.personId);
        if (!person || !(await reach.covers(reachOf(actor, ACTION), person, tx)))
          throw new AppError('mark_not_found');
        await tx.today.removeNote(id);
        const detail = { date: note.date, kind: note.kind };
        await tx.audit.insert(auditEntry(actor, now, 'day_note_taken_back', person.code, detail));
      });
    },
  };
}
