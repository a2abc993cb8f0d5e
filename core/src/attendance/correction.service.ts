import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { SharedAnswers, TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, reachOf, refuseOwnRecord, requireReach } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { PeopleReach, PeopleRepos } from '../people/people.ports.ts';
import type { SettingsReader, Today } from '../settings/settings.ports.ts';
import type { AttendanceRepos } from './attendance.ports.ts';
import type {
  AttendanceDay,
  CorrectionOfPerson,
  CorrectionState,
  WantedVerdict,
} from './attendance.types.ts';
import { assertKept, lockPerson, rederiveDays } from './write-days.ts';

type Repos = AttendanceRepos & AuditRepos & PeopleRepos;

interface Needs {
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly reach: PeopleReach;
  readonly share: SharedAnswers;
}

interface CorrectionRequest {
  readonly date: LocalDate;
  readonly verdict: WantedVerdict;
  readonly reason: string;
}

const LIST_LIMIT = 200;

/** A page of a list; `next` is the last of it where there may be more. */
const pageOf = (rows: readonly CorrectionOfPerson[]) => ({
  rows,
  next: rows.length === LIST_LIMIT ? (rows.at(-1)?.id ?? null) : null,
});

/** Undecided requests that one person may have. */
const PENDING_MAX = 10;

/**
 * People request corrections of their own days, teachers of those of their classes. Offices and administrators decide
 * them, or correct a day directly.
 */
export function createCorrectionService({ repos, transactAndPublish, settings, reach, share }: Needs) {
  /** Nobody can have been seen on a day or at a time that has not come. */
  const todayOrRefuse = async ({ date, verdict }: CorrectionRequest): Promise<Today> => {
    const today = await settings.today();
    if (date > today.date)
      throw new AppError('invalid_input', { fields: { date: 'This day is in the future.' } });
    if (verdict.time !== null && today.zone.instantOf(date, verdict.time) > today.now)
      throw new AppError('invalid_input', { fields: { time: 'This time is in the future.' } });
    await assertKept(repos, date);
    return today;
  };

  /** Requests are about days that a person has or was due, and for a few at a time. */
  const assertMayAsk = async (
    tx: Repos,
    personId: number,
    isOwn: boolean,
    date: LocalDate,
  ): Promise<void> => {
    const person = await tx.people.byId(personId);
    const isBefore = person !== null && date < person.registeredOn;
    if (isBefore && !(await tx.attendance.dayOf(personId, date)))
      throw new AppError('invalid_input', {
        fields: {
          date: isOwn
            ? 'You were not in Rollcall yet on this day.'
            : 'This person was not in Rollcall yet on this day.',
        },
      });
    if ((await tx.corrections.countPending(personId)) >= PENDING_MAX)
      throw new AppError('too_many_requests', {
        message: isOwn
          ? `You already have ${PENDING_MAX} open requests. Please wait for an answer.`
          : `There are already ${PENDING_MAX} open requests for this person.`,
      });
  };

  /** Saves the decision with the verdict before it, and derives the day again. A declined request changes nothing. */
  const applyDecision = async (
    tx: Repos,
    actor: Actor,
    correction: { id: number; personId: number; date: LocalDate },
    decision: { state: 'accepted' | 'declined'; note: string | null },
    { zone, now }: Today,
  ): Promise<AttendanceDay | null> => {
    const before = await tx.attendance.dayOf(correction.personId, correction.date);
    await tx.corrections.decide(correction.id, {
      ...decision,
      decidedBy: actor.personId,
      decidedAt: now,
      before: before && { status: before.status, firstIn: before.firstIn },
    });
    if (decision.state === 'declined') return before;
    await assertKept(tx, correction.date);
    const [change] = await rederiveDays(tx, [correction], zone, now, actor);
    return change?.after ?? null;
  };

  const ask = async (
    actor: Actor,
    person: { readonly id: number; readonly code: string },
    wish: CorrectionRequest,
  ): Promise<number> => {
    const { date, verdict, reason } = wish;
    const { now: at } = await todayOrRefuse(wish);
    return transactAndPublish(
      'attendance',
      async (tx) => {
        await lockPerson(tx, person.id);
        // They may have moved to another section meanwhile.
        if (person.id !== actor.personId) await reach.require(actor, 'corrections.ask-for', person.code, tx);
        await assertMayAsk(tx, person.id, person.id === actor.personId, date);
        const origin = { personId: person.id, date, reason, askedBy: actor.personId, askedAt: at };
        const id = await tx.corrections.insert({ ...origin, ...verdict });
        const detail = { date, wanted: verdict.wanted, reason };
        await tx.audit.insert(auditEntry(actor, at, 'correction_asked', person.code, detail));
        return id;
      },
      person.id,
    );
  };

  return {
    /** Those about the actor, and those the actor asked for. */
    listOwn: async ({ personId }: Actor, after?: number) =>
      pageOf(
        await repos.corrections.list({
          reach: { of: 'self', personId },
          orAskedBy: personId,
          limit: LIST_LIMIT,
          after,
        }),
      ),

    /** One page; undecided requests the oldest first, so that none is out of reach behind newer ones. */
    async list(actor: Actor, state: CorrectionState | undefined, page: number, after?: number) {
      const wanted = {
        state,
        reach: requireReach(actor, 'corrections.manage'),
        limit: LIST_LIMIT,
        ...(after === undefined ? { offset: (page - 1) * LIST_LIMIT } : { after }),
      };
      const read = async () => pageOf(await repos.corrections.list(wanted));
      return share(`corrections ${JSON.stringify(wanted)}`, read);
    },

    request: (actor: Actor, wish: CorrectionRequest): Promise<number> =>
      ask(actor, { id: actor.personId, code: actor.code }, wish),

    /** Asks for somebody else. Fails with `user_not_found` beyond the actor's reach. */
    requestFor: async (actor: Actor, code: string, wish: CorrectionRequest): Promise<number> =>
      ask(actor, await reach.require(actor, 'corrections.ask-for', code), wish),

    async decide(actor: Actor, id: number, accept: boolean, note: string | null): Promise<void> {
      const today = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const asked = await tx.corrections.byId(id);
        if (!asked) throw new AppError('correction_not_found');
        await lockPerson(tx, asked.personId);
        const correction = await tx.corrections.lock(id);
        const person = await tx.people.byId(asked.personId);
        const isReached = person && (await reach.covers(reachOf(actor, 'corrections.manage'), person, tx));
        if (!isReached || correction?.state !== 'pending') throw new AppError('correction_not_found');
        refuseOwnRecord(actor, person.id);
        await applyDecision(tx, actor, correction, { state: accept ? 'accepted' : 'declined', note }, today);
        const detail = { date: correction.date, accepted: accept };
        await tx.audit.insert(auditEntry(actor, today.now, 'correction_decided', person.code, detail));
      });
    },

    /** Corrects a day without a request. */
    async correct(actor: Actor, code: string, wish: CorrectionRequest): Promise<AttendanceDay | null> {
      const person = await reach.require(actor, 'corrections.manage', code);
      refuseOwnRecord(actor, person.id);
      const { date, verdict, reason } = wish;
      const today = await todayOrRefuse(wish);
      const at = today.now;
      return transactAndPublish(
        'attendance',
        async (tx) => {
          await lockPerson(tx, person.id);
          // They may have moved to another section meanwhile.
          await reach.require(actor, 'corrections.manage', code, tx);
          const origin = { personId: person.id, date, reason, askedBy: actor.personId, askedAt: at };
          const id = await tx.corrections.insert({ ...origin, ...verdict });
          const day = await applyDecision(
            tx,
            actor,
            { id, personId: person.id, date },
            { state: 'accepted', note: null },
            today,
          );
          const detail = { date, wanted: verdict.wanted, reason };
          await tx.audit.insert(auditEntry(actor, at, 'attendance_corrected', person.code, detail));
          return day;
        },
        person.id,
      );
    },
  };
}
