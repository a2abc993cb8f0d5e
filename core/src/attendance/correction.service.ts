import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { Ports, Repositories } from '../ports.ts';
import type { SettingsService, Today } from '../settings/settings.service.ts';
import type { LocalDate } from '../time/local-date.ts';
import type { AttendanceDay } from './attendance.types.ts';
import type { CorrectionOfPerson, CorrectionState, WantedVerdict } from './correction.types.ts';
import { judgeDay } from './verdict.ts';

type Needs = Pick<Ports, 'repos'> & { announcing: Announcing; settings: SettingsService };

export interface Wish {
  readonly date: LocalDate;
  readonly verdict: WantedVerdict;
  readonly reason: string;
}

const LISTED = 200;

/** People see their own log and may contest it; an administrator decides, or corrects by themself. */
export function createCorrectionService({ repos, announcing, settings }: Needs) {
  const refuseFuture = async (date: LocalDate): Promise<Today> => {
    const today = await settings.today();
    if (date <= today.date) return today;
    throw new AppError('invalid_input', { fields: { date: 'This day has not come yet.' } });
  };

  /** Writes the decision and works the day out anew, keeping what it said before. */
  const settle = async (
    tx: Repositories,
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
    return judgeDay(tx, correction.personId, correction.date, zone, now);
  };

  return {
    mine: (actor: Actor): Promise<CorrectionOfPerson[]> =>
      repos.corrections.list({ personId: actor.personId, limit: LISTED }),

    list: (state: CorrectionState | undefined): Promise<CorrectionOfPerson[]> =>
      repos.corrections.list({ state, limit: LISTED }),

    async ask(actor: Actor, { date, verdict, reason }: Wish): Promise<number> {
      const { now: at } = await refuseFuture(date);
      return announcing(
        'attendance',
        async (tx) => {
          const asked = { personId: actor.personId, date, reason, askedBy: actor.personId, askedAt: at };
          const id = await tx.corrections.insert({ ...asked, ...verdict });
          const detail = { date, wanted: verdict.wanted, reason };
          await tx.audit.insert(auditOf(actor, at, 'correction_asked', actor.code, detail));
          return id;
        },
        actor.personId,
      );
    },

    async decide(actor: Actor, id: number, accept: boolean, note: string | null): Promise<void> {
      const today = await settings.today();
      await announcing('attendance', async (tx) => {
        const correction = await tx.corrections.lock(id);
        if (correction?.state !== 'pending') throw new AppError('correction_not_found');
        await settle(tx, actor, correction, { state: accept ? 'accepted' : 'declined', note }, today);
        const person = await tx.people.byId(correction.personId);
        const detail = { date: correction.date, accepted: accept };
        const subject = person?.code ?? null;
        await tx.audit.insert(auditOf(actor, today.now, 'correction_decided', subject, detail));
      });
    },

    /** An administrator corrects a day directly, with a reason. */
    async correct(
      actor: Actor,
      person: PersonListing,
      { date, verdict, reason }: Wish,
    ): Promise<AttendanceDay | null> {
      const today = await refuseFuture(date);
      const at = today.now;
      return announcing(
        'attendance',
        async (tx) => {
          const asked = { personId: person.id, date, reason, askedBy: actor.personId, askedAt: at };
          const id = await tx.corrections.insert({ ...asked, ...verdict });
          const day = await settle(
            tx,
            actor,
            { id, personId: person.id, date },
            { state: 'accepted', note: null },
            today,
          );
          const detail = { date, wanted: verdict.wanted, reason };
          await tx.audit.insert(auditOf(actor, at, 'attendance_corrected', person.code, detail));
          return day;
        },
        person.id,
      );
    },
  };
}
