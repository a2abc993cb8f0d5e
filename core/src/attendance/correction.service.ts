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
import { rederiveDay } from './derive-day.ts';

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

/** People request corrections of their own days; administrators decide them, or correct a day directly. */
export function createCorrectionService({ repos, transactAndPublish, settings }: Needs) {
  const todayOrRefuse = async (date: LocalDate): Promise<Today> => {
    const today = await settings.today();
    if (date <= today.date) return today;
    throw new AppError('invalid_input', { fields: { date: 'This day has not come yet.' } });
  };

  /** Saves the decision with the verdict before it, and derives the day again. */
  const applyDecision = async (
    tx: Repos,
    actor: Actor,
    correction: { id: number; personId: number; date: LocalDate },
    decision: { state: 'accepted' | 'declined'; note: string | null },
    { zone, now }: Today,
  ): Promise<AttendanceDay | null> => {
    await tx.attendance.lockPerson(correction.personId);
    const before = await tx.attendance.dayOf(correction.personId, correction.date);
    await tx.corrections.decide(correction.id, {
      ...decision,
      decidedBy: actor.personId,
      decidedAt: now,
      before: before && { status: before.status, firstIn: before.firstIn },
    });
    return rederiveDay(tx, correction.personId, correction.date, zone, now);
  };

  return {
    listOwn: (actor: Actor): Promise<CorrectionOfPerson[]> =>
      repos.corrections.list({ personId: actor.personId, limit: LIST_LIMIT }),

    list: (state: CorrectionState | undefined): Promise<CorrectionOfPerson[]> =>
      repos.corrections.list({ state, limit: LIST_LIMIT }),

    async request(actor: Actor, { date, verdict, reason }: CorrectionRequest): Promise<number> {
      const { now: at } = await todayOrRefuse(date);
      return transactAndPublish(
        'attendance',
        async (tx) => {
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
      { date, verdict, reason }: CorrectionRequest,
    ): Promise<AttendanceDay | null> {
      const today = await todayOrRefuse(date);
      const at = today.now;
      return transactAndPublish(
        'attendance',
        async (tx) => {
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
