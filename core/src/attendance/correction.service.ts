import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { PersonListing } from '../people/people.types.ts';
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
}

interface CorrectionRequest {
  readonly date: LocalDate;
  readonly verdict: WantedVerdict;
  readonly reason: string;
}

const LIST_LIMIT = 200;
/** Undecided requests that one person may have. */
const PENDING_MAX = 10;

/** People request corrections of their own days; administrators decide them, or correct a day directly. */
export function createCorrectionService({ repos, transactAndPublish, settings }: Needs) {
  /** Nobody can have been seen on a day or at a time that has not come. */
  const todayOrRefuse = async ({ date, verdict }: CorrectionRequest): Promise<Today> => {
    const today = await settings.today();
    if (date > today.date)
      throw new AppError('invalid_input', { fields: { date: 'This day has not come yet.' } });
    if (verdict.wanted === 'present' && today.zone.instantOf(date, verdict.time) > today.now)
      throw new AppError('invalid_input', { fields: { time: 'This time has not come yet.' } });
    await assertKept(repos, date);
    return today;
  };

  /** A person asks about days that they have or were due, and for a few at a time. */
  const assertMayAsk = async (tx: Repos, { personId }: Actor, date: LocalDate): Promise<void> => {
    const person = await tx.people.byId(personId);
    const isBefore = person !== null && date < person.registeredOn;
    if (isBefore && !(await tx.attendance.dayOf(personId, date)))
      throw new AppError('invalid_input', { fields: { date: 'You were not registered on this day yet.' } });
    if ((await tx.corrections.countPending(personId)) >= PENDING_MAX)
      throw new AppError('too_many_requests', {
        message: `${PENDING_MAX} of your requests are waiting for an answer. Please wait for them.`,
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
    const [change] = await rederiveDays(tx, [correction], zone, now);
    return change?.after ?? null;
  };

  return {
    listOwn: (actor: Actor): Promise<CorrectionOfPerson[]> =>
      repos.corrections.list({ personId: actor.personId, limit: LIST_LIMIT }),

    /** One page; undecided requests the oldest first, so that none is out of reach behind newer ones. */
    list: (state: CorrectionState | undefined, page: number): Promise<CorrectionOfPerson[]> =>
      repos.corrections.list({ state, limit: LIST_LIMIT, offset: (page - 1) * LIST_LIMIT }),

    async request(actor: Actor, wish: CorrectionRequest): Promise<number> {
      const { date, verdict, reason } = wish;
      const { now: at } = await todayOrRefuse(wish);
      return transactAndPublish(
        'attendance',
        async (tx) => {
          await lockPerson(tx, actor.personId);
          await assertMayAsk(tx, actor, date);
          const origin = { personId: actor.personId, date, reason, askedBy: actor.personId, askedAt: at };
          const id = await tx.corrections.insert({ ...origin, ...verdict });
          const detail = { date, wanted: verdict.wanted, reason };
          await tx.audit.insert(auditEntry(actor, at, 'correction_asked', actor.code, detail));
          return id;
        },
        actor.personId,
      );
    },

    async decide(actor: Actor, id: number, accept: boolean, note: string | null): Promise<void> {
      const today = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const asked = await tx.corrections.byId(id);
        if (!asked) throw new AppError('correction_not_found');
        await lockPerson(tx, asked.personId);
        const correction = await tx.corrections.lock(id);
        if (correction?.state !== 'pending') throw new AppError('correction_not_found');
        await applyDecision(tx, actor, correction, { state: accept ? 'accepted' : 'declined', note }, today);
        const person = await tx.people.byId(correction.personId);
        const detail = { date: correction.date, accepted: accept };
        const subject = person?.code ?? null;
        await tx.audit.insert(auditEntry(actor, today.now, 'correction_decided', subject, detail));
      });
    },

    /** Corrects a day without a request. */
    async correct(
      actor: Actor,
      person: PersonListing,
      wish: CorrectionRequest,
    ): Promise<AttendanceDay | null> {
      const { date, verdict, reason } = wish;
      const today = await todayOrRefuse(wish);
      const at = today.now;
      return transactAndPublish(
        'attendance',
        async (tx) => {
          await lockPerson(tx, person.id);
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
