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
import { isByHand, isUndoable } from './today.rules.ts';

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
  /** Takes the mark back: see `undo`. Null if nothing was entered, because the person had already arrived. */
  readonly id: number | null;
  readonly day: AttendanceDay | null;
}

interface NewNote {
  readonly kind: NoteKind;
  readonly text: string;
  /** Also excuses the person for the day, for this reason. */
  readonly excuse?: string | undefined;
}

/** Stands in the list of corrections where nobody gave a reason. */
const BY_HAND = 'Marked by hand';
const ACTION = 'attendance.mark-today';

/**
 * One-tap entries of today, for anybody within reach. A mark is a correction that counts at once; whoever made it can
 * take it back for a minute, and the day is derived again from what is left.
 */
export function createTodayMarkService({ repos, transactAndPublish, settings, reach }: Needs) {
  /** Late without a time keeps the arrival of somebody who has one. */
  const verdictOf = (
    { mark, time }: TodayMark,
    { zone, now, date }: Today,
    arrival: Date | null,
  ): WantedVerdict => {
    if (mark !== 'here' && mark !== 'late') return { wanted: mark, time: null };
    const came = time ?? zone.timeOf(arrival ?? now);
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

  /** Made by the actor a moment ago: a second tap or a retry of a lost answer is the same entry. */
  const isOwnRecent = (found: Correction, { personId }: Actor, now: Date) =>
    found.decidedBy === personId && found.askedBy === personId && isUndoable(found.askedAt, now);

  const isRepeated = (found: Correction, verdict: WantedVerdict, reason: string) =>
    found.wanted === verdict.wanted && found.time === verdict.time && found.reason === reason;

  /** Inserts the correction of a locked person and derives the day again. */
  const enter = async (
    tx: Repos,
    actor: Actor,
    person: PersonListing,
    given: TodayMark,
    today: Today,
  ): Promise<MarkMade> => {
    const { date, now, zone } = today;
    const reason = given.reason?.trim() || BY_HAND;
    await assertKept(tx, date);
    const before = await tx.attendance.dayOf(person.id, date);
    const found = await tx.corrections.inForce(person.id, date);
    const own = found && isOwnRecent(found, actor, now) ? found : null;
    // The first arrival stays, whoever else says that the person is here; only a given time replaces it.
    if (given.mark === 'here' && !given.time && before?.firstIn)
      return { id: own?.wanted === 'present' ? own.id : null, day: before };
    const verdict = verdictOf(given, today, before?.firstIn ?? null);
    if (own && isRepeated(own, verdict, reason)) return { id: own.id, day: before };
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
    const [change] = await rederiveDays(tx, [{ personId: person.id, date }], zone, now, actor);
    const detail = { date, wanted: verdict.wanted, reason };
    await tx.audit.insert(auditEntry(actor, now, 'attendance_marked', person.code, detail));
    return { id, day: change?.after ?? null };
  };

  /** Makes an entry count for nothing and derives the day of the locked person again. */
  const takeBack = async (
    tx: Repos,
    actor: Actor,
    person: PersonListing,
    { id, date, wanted }: Correction,
    { now, zone }: Today,
  ): Promise<void> => {
    await assertKept(tx, date);
    await tx.corrections.takeBack(id);
    await rederiveDays(tx, [{ personId: person.id, date }], zone, now, actor);
    await tx.audit.insert(auditEntry(actor, now, 'mark_taken_back', person.code, { date, wanted }));
  };

  /** The same for whoever names an entry: one beyond reach is not told apart from none. */
  const lockMarked = async (tx: Repos, actor: Actor, personId: number): Promise<PersonListing> =>
    lockReached(tx, actor, personId).catch((error: unknown) => {
      const isMissing = error instanceof AppError && error.code === 'user_not_found';
      throw isMissing ? new AppError('mark_not_found') : error;
    });

  /** Takes back an entry that `isAllowed` accepts. Twice is the same as once. Answers whose it was. */
  const takeBackOne = async (
    actor: Actor,
    id: number,
    today: Today,
    isAllowed: (mark: Correction) => boolean,
    assertInTime: (mark: Correction) => void,
  ): Promise<string> => {
    const found = await repos.corrections.byId(id);
    if (!found || !isAllowed(found)) throw new AppError('mark_not_found');
    const work = async (tx: Repos): Promise<string> => {
      const person = await lockMarked(tx, actor, found.personId);
      const mark = await tx.corrections.lock(id);
      if (mark?.state === 'taken_back') return person.code;
      if (mark?.state !== 'accepted') throw new AppError('mark_not_found');
      assertInTime(mark);
      await takeBack(tx, actor, person, mark, today);
      return person.code;
    };
    return transactAndPublish('attendance', work, found.personId);
  };

  /** Only direct entries of the actor: a request of somebody else that was accepted is not one. */
  const isOwn = (actor: Actor, { askedBy, decidedBy }: Correction): boolean =>
    askedBy === actor.personId && decidedBy === actor.personId;

  return {
    /** Marks somebody today. `here` without a time leaves the arrival of somebody who is here already. */
    async mark(actor: Actor, code: string, given: TodayMark): Promise<MarkMade> {
      const { id } = await reach.require(actor, ACTION, code);
      refuseOwnRecord(actor, id);
      const today = await settings.today();
      const work = async (tx: Repos): Promise<MarkMade> =>
        enter(tx, actor, await lockReached(tx, actor, id), given, today);
      return transactAndPublish('attendance', work, id);
    },

    /** Takes back exactly this entry within the minute. A later one of somebody else stays. Answers whose it was. */
    async undo(actor: Actor, id: number): Promise<string> {
      const today = await settings.today();
      return takeBackOne(
        actor,
        id,
        today,
        (mark) => isOwn(actor, mark),
        (mark) => {
          if (!isUndoable(mark.askedAt, today.now)) throw new AppError('undo_too_late');
        },
      );
    },

    /** Takes back an entry of today, whoever made it by hand and however long ago. Answers whose it was. */
    async remove(actor: Actor, id: number): Promise<string> {
      const today = await settings.today();
      const isRemovable = (mark: Correction) => mark.date === today.date && isByHand(mark);
      return takeBackOne(actor, id, today, isRemovable, ({ personId }) => refuseOwnRecord(actor, personId));
    },

    /**
     * A note on the person's day, or what came of a phone call, and the excuse that follows from it. The text is not
     * copied into the audit.
     */
    async note(actor: Actor, code: string, { kind, text, excuse }: NewNote) {
      const { id: personId } = await reach.require(actor, ACTION, code);
      refuseOwnRecord(actor, personId);
      const today = await settings.today();
      const { date, now } = today;
      const work = async (tx: Repos): Promise<{ id: number; markId: number | null }> => {
        const person = await lockReached(tx, actor, personId);
        const note = { personId, date, kind, text, notedBy: actor.personId, notedAt: now };
        const id = await tx.today.insertNote(note);
        await tx.audit.insert(auditEntry(actor, now, 'day_note_added', person.code, { date, kind }));
        if (!excuse) return { id, markId: null };
        const made = await enter(tx, actor, person, { mark: 'excused', reason: excuse }, today);
        return { id, markId: made.id };
      };
      return transactAndPublish('attendance', work, personId);
    },

    /** Takes back a note within the minute, and the mark that was made with it. */
    async undoNote(actor: Actor, id: number, markId?: number): Promise<void> {
      const today = await settings.today();
      const { now } = today;
      const found = markId === undefined ? null : await repos.corrections.byId(markId);
      if (markId !== undefined && !(found && isOwn(actor, found))) throw new AppError('mark_not_found');
      await transactAndPublish('attendance', async (tx) => {
        // People are locked before any row that refers to them.
        const marked = found && (await lockMarked(tx, actor, found.personId));
        const note = await tx.today.lockNote(id);
        if (note?.notedBy !== actor.personId) throw new AppError('mark_not_found');
        if (!isUndoable(note.notedAt, now)) throw new AppError('undo_too_late');
        const person = await tx.people.byId(note.personId);
        if (!person || !(await reach.covers(reachOf(actor, ACTION), person, tx)))
          throw new AppError('mark_not_found');
        await tx.today.removeNote(id);
        const detail = { date: note.date, kind: note.kind };
        await tx.audit.insert(auditEntry(actor, now, 'day_note_taken_back', person.code, detail));
        if (!marked || markId === undefined) return;
        const mark = await tx.corrections.lock(markId);
        if (mark?.personId !== person.id || !isUndoable(mark.askedAt, now))
          throw new AppError('mark_not_found');
        if (mark.state === 'accepted') await takeBack(tx, actor, marked, mark, today);
      });
    },
  };
}
