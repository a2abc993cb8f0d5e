import type { Actor } from '../access.ts';
import { auditOf } from '../audit/audit.service.ts';
import { AppError } from '../errors.ts';
import type { Announcing } from '../events/announcing.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { Ports, Repositories } from '../ports.ts';
import type { SettingsService, Today } from '../settings/settings.service.ts';
import { eachDay, type LocalDate } from '../time/local-date.ts';
import type { Leave, NewLeave } from './calendar.ports.ts';
import { type Holiday, holidaysFromIcs } from './calendar.rules.ts';
import { judgeDay } from './verdict.ts';

type Needs = Pick<Ports, 'clock' | 'repos'> & { announcing: Announcing; settings: SettingsService };

type LeaveDays = Pick<NewLeave, 'personId' | 'firstDay' | 'lastDay'>;

export function createCalendarService({ clock, repos, announcing, settings }: Needs) {
  /** Days that lie behind get their new verdict at once; days ahead when they are closed. */
  const judgeAgain = async (tx: Repositories, leave: LeaveDays, { zone, date: today, now }: Today) => {
    await tx.attendance.lockPerson(leave.personId);
    const last = leave.lastDay < today ? leave.lastDay : today;
    for (const day of eachDay(leave.firstDay, last)) await judgeDay(tx, leave.personId, day, zone, now);
  };

  const saveHolidays = (actor: Actor, holidays: readonly Holiday[]): Promise<void> =>
    announcing(['settings', 'attendance'], async (tx) => {
      await tx.calendar.saveHolidays(holidays);
      const subject = holidays.length === 1 ? (holidays[0]?.name ?? null) : null;
      await tx.audit.insert(
        auditOf(actor, clock.now(), 'holidays_saved', subject, { days: holidays.length }),
      );
    });

  return {
    holidays: (from: LocalDate, to: LocalDate) => repos.calendar.holidays(from, to),
    saveHolidays,

    async importHolidays(actor: Actor, ics: string): Promise<{ added: number; skipped: number }> {
      const { zone } = await settings.today();
      const { holidays, skipped } = holidaysFromIcs(ics, zone);
      if (holidays.length === 0) {
        throw new AppError('invalid_input', {
          fields: { ics: 'No whole-day events were found in this calendar.' },
        });
      }
      await saveHolidays(actor, holidays);
      return { added: holidays.length, skipped };
    },

    removeHoliday: (actor: Actor, date: LocalDate): Promise<void> =>
      announcing(['settings', 'attendance'], async (tx) => {
        if (!(await tx.calendar.removeHoliday(date))) throw new AppError('not_found');
        await tx.audit.insert(auditOf(actor, clock.now(), 'holiday_removed', date));
      }),

    saveWorkingDays: (actor: Actor, workingDays: readonly number[]): Promise<void> =>
      announcing('settings', async (tx) => {
        const institution = await tx.settings.institution();
        if (!institution) throw new AppError('setup_required');
        await tx.settings.saveInstitution({ ...institution, workingDays });
        await tx.audit.insert(
          auditOf(actor, clock.now(), 'working_days_saved', null, { days: workingDays.join(' ') }),
        );
      }),

    leaves: (from: LocalDate, to: LocalDate, personId?: number): Promise<Leave[]> =>
      repos.calendar.leaves(from, to, personId),

    async addLeave(
      actor: Actor,
      person: PersonListing,
      given: { firstDay: LocalDate; lastDay: LocalDate; reason: string },
    ): Promise<number> {
      const today = await settings.today();
      const leave = { ...given, personId: person.id };
      const add = async (tx: Repositories): Promise<number> => {
        const id = await tx.calendar.insertLeave({ ...leave, notedAt: today.now, notedBy: actor.personId });
        await judgeAgain(tx, leave, today);
        const detail = { from: leave.firstDay, to: leave.lastDay, reason: leave.reason };
        await tx.audit.insert(auditOf(actor, today.now, 'leave_added', person.code, detail));
        return id;
      };
      return announcing('attendance', add, person.id);
    },

    async removeLeave(actor: Actor, id: number): Promise<void> {
      const today = await settings.today();
      await announcing('attendance', async (tx) => {
        const leave = await tx.calendar.leave(id);
        if (!leave) throw new AppError('leave_not_found');
        await tx.calendar.removeLeave(id);
        await judgeAgain(tx, leave, today);
        const detail = { from: leave.firstDay, to: leave.lastDay };
        await tx.audit.insert(auditOf(actor, today.now, 'leave_removed', leave.code, detail));
      });
    },
  };
}
