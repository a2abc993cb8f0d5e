import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { addDays, eachDay, type LocalDate } from '../kernel/local-date.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { SettingsReader, SettingsRepos, Today } from '../settings/settings.ports.ts';
import type { AttendanceRepos, HolidayCalendarReader, Leave, NewLeave } from './attendance.ports.ts';
import type { Holiday } from './calendar.rules.ts';
import { rederiveDay } from './derive-day.ts';

type Repos = AttendanceRepos & AuditRepos & SettingsRepos;

/** Range in which repeating events are expanded; the past matches the days that can still be closed. */
const EXPAND_DAYS = { before: 400, after: 3 * 366 } as const;
const IMPORTED_DAYS_MAX = 5000;

interface Needs {
  readonly calendars: HolidayCalendarReader;
  readonly clock: Clock;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
}

type LeaveDays = Pick<NewLeave, 'personId' | 'firstDay' | 'lastDay'>;

export function createCalendarService({ calendars, clock, repos, transactAndPublish, settings }: Needs) {
  /** Derives the days of a leave again up to today; later days get their verdict when they are closed. */
  const rederivePastDays = async (tx: Repos, leave: LeaveDays, { zone, date: today, now }: Today) => {
    await tx.attendance.lockPerson(leave.personId);
    const last = leave.lastDay < today ? leave.lastDay : today;
    for (const day of eachDay(leave.firstDay, last)) await rederiveDay(tx, leave.personId, day, zone, now);
  };

  const saveHolidays = (actor: Actor, holidays: readonly Holiday[]): Promise<void> =>
    transactAndPublish(['settings', 'attendance'], async (tx) => {
      await tx.calendar.saveHolidays(holidays);
      const subject = holidays.length === 1 ? (holidays[0]?.name ?? null) : null;
      await tx.audit.insert(
        auditEntry(actor, clock.now(), 'holidays_saved', subject, { days: holidays.length }),
      );
    });

  return {
    holidays: (from: LocalDate, to: LocalDate) => repos.calendar.holidays(from, to),
    saveHolidays,

    async importHolidays(actor: Actor, ics: string): Promise<{ added: number; skipped: number }> {
      const { zone, date } = await settings.today();
      const { holidays, skipped } = await calendars.read(ics, zone.name, {
        from: addDays(date, -EXPAND_DAYS.before),
        to: addDays(date, EXPAND_DAYS.after),
      });
      if (holidays.length === 0) {
        throw new AppError('invalid_input', {
          fields: { ics: 'No whole-day events were found in this calendar.' },
        });
      }
      if (holidays.length > IMPORTED_DAYS_MAX) {
        throw new AppError('invalid_input', {
          fields: { ics: `This calendar has more than ${IMPORTED_DAYS_MAX} days off.` },
        });
      }
      await saveHolidays(actor, holidays);
      return { added: holidays.length, skipped };
    },

    removeHoliday: (actor: Actor, date: LocalDate): Promise<void> =>
      transactAndPublish(['settings', 'attendance'], async (tx) => {
        if (!(await tx.calendar.removeHoliday(date))) throw new AppError('not_found');
        await tx.audit.insert(auditEntry(actor, clock.now(), 'holiday_removed', date));
      }),

    saveWorkingDays: (actor: Actor, workingDays: readonly number[]): Promise<void> =>
      transactAndPublish('settings', async (tx) => {
        const institution = await tx.settings.institution();
        if (!institution) throw new AppError('setup_required');
        await tx.settings.saveInstitution({ ...institution, workingDays });
        await tx.audit.insert(
          auditEntry(actor, clock.now(), 'working_days_saved', null, { days: workingDays.join(' ') }),
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
      const add = async (tx: Repos): Promise<number> => {
        const id = await tx.calendar.insertLeave({ ...leave, notedAt: today.now, notedBy: actor.personId });
        await rederivePastDays(tx, leave, today);
        const detail = { from: leave.firstDay, to: leave.lastDay, reason: leave.reason };
        await tx.audit.insert(auditEntry(actor, today.now, 'leave_added', person.code, detail));
        return id;
      };
      return transactAndPublish('attendance', add, person.id);
    },

    async removeLeave(actor: Actor, id: number): Promise<void> {
      const today = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const leave = await tx.calendar.leaveById(id);
        if (!leave) throw new AppError('leave_not_found');
        await tx.calendar.removeLeave(id);
        await rederivePastDays(tx, leave, today);
        const detail = { from: leave.firstDay, to: leave.lastDay };
        await tx.audit.insert(auditEntry(actor, today.now, 'leave_removed', leave.code, detail));
      });
    },
  };
}
