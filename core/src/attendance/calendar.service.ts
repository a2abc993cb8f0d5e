import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { TransactAndPublish } from '../events/events.ports.ts';
import { type Actor, reachOf, refuseOwnRecord, requireReach } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import { addDays, eachDay, type LocalDate } from '../kernel/local-date.ts';
import type { PeopleReach, PeopleRepos } from '../people/people.ports.ts';
import type { SettingsReader, SettingsRepos, Today } from '../settings/settings.ports.ts';
import type {
  AttendanceRepos,
  HolidayCalendarReader,
  Leave,
  LeavePlace,
  NewLeave,
} from './attendance.ports.ts';
import type { DayChange } from './attendance.types.ts';
import { calendarDay, type Holiday } from './calendar.rules.ts';
import { createRepairCount, type RepairSummary } from './calendar-repair.rules.ts';
import type { CalendarChange, CalendarRepair } from './calendar-repair.service.ts';
import { deriveAgain, lockPerson, rederiveDays } from './write-days.ts';

type Repos = AttendanceRepos & AuditRepos & PeopleRepos & SettingsRepos;

/** Range in which repeating events are expanded; the past matches the days that can still be closed. */
const EXPAND_DAYS = { before: 400, after: 3 * 366 } as const;
const IMPORTED_DAYS_MAX = 5000;
/** On one page. */
const LEAVES_LISTED = 200;

interface Needs {
  readonly calendars: HolidayCalendarReader;
  readonly repos: Repos;
  readonly transactAndPublish: TransactAndPublish<Repos>;
  readonly settings: SettingsReader;
  readonly calendarRepair: CalendarRepair;
  readonly reach: PeopleReach;
}

type LeaveDays = Pick<NewLeave, 'personId' | 'firstDay' | 'lastDay'>;

/** With `isPreview` nothing is saved, and the summary says what would change. */
interface Mode {
  readonly isPreview: boolean;
}

const summaryOf = (changes: readonly DayChange[]): RepairSummary => {
  const count = createRepairCount();
  count.add(changes);
  return count.summary();
};

export function createCalendarService({
  calendars,
  repos,
  transactAndPublish,
  settings,
  calendarRepair,
  reach,
}: Needs) {
  /** The days of a leave up to today; later days get their verdict when they are closed. */
  const pastDays = ({ personId, firstDay, lastDay }: LeaveDays, today: LocalDate) =>
    eachDay(firstDay, lastDay < today ? lastDay : today).map((date) => ({ personId, date }));

  const change = (actor: Actor, made: CalendarChange, { isPreview }: Mode): Promise<RepairSummary> =>
    isPreview ? calendarRepair.previewChange(made) : calendarRepair.applyChange(actor, made);

  const saveHolidays = async (
    actor: Actor,
    holidays: readonly Holiday[],
    mode: Mode,
  ): Promise<RepairSummary> => {
    const { now } = await settings.today();
    const dates = new Set<string>(holidays.map(({ date }) => date));
    const inOrder = holidays.map(({ date }) => date).sort();
    const [from, to] = [inOrder[0], inOrder.at(-1)];
    if (!from || !to) throw new AppError('internal');
    const write = async (tx: Repos): Promise<void> => {
      await tx.calendar.saveHolidays(holidays);
      const subject = holidays.length === 1 ? (holidays[0]?.name ?? null) : null;
      await tx.audit.insert(auditEntry(actor, now, 'holidays_saved', subject, { days: holidays.length }));
    };
    const calendarOf: CalendarChange['calendarOf'] = ({ date, calendar }) =>
      dates.has(date) ? 'holiday' : calendar;
    return change(actor, { from, to, calendarOf, write }, mode);
  };

  const readCalendar = async (ics: string) => {
    const { zone, date } = await settings.today();
    const read = await calendars.read(ics, zone.name, {
      from: addDays(date, -EXPAND_DAYS.before),
      to: addDays(date, EXPAND_DAYS.after),
    });
    const refuse = (problem: string) => new AppError('invalid_input', { fields: { ics: problem } });
    if (read.holidays.length === 0) throw refuse('This calendar has no all-day events.');
    if (read.holidays.length > IMPORTED_DAYS_MAX)
      throw refuse(`This calendar has more than ${IMPORTED_DAYS_MAX} days off.`);
    return read;
  };

  /** What a leave would change, derived without writing. */
  const previewLeave = async (
    leave: LeaveDays,
    { date: today, zone, now }: Today,
  ): Promise<RepairSummary> => {
    const facts = await repos.facts.ofMany(pastDays(leave, today));
    return summaryOf(
      facts.map(({ institutionDay, personDay }) => ({
        personId: personDay.personId,
        date: institutionDay.date,
        before: personDay.savedDay,
        after: deriveAgain(
          institutionDay,
          { ...personDay, leaveNotedAt: personDay.leaveNotedAt ?? now },
          zone,
        ),
      })),
    );
  };

  return {
    holidays: (from: LocalDate, to: LocalDate) => repos.calendar.holidays(from, to),
    saveHolidays,

    async importHolidays(
      actor: Actor,
      ics: string,
      mode: Mode,
    ): Promise<{ added: number; skipped: number; changes: RepairSummary }> {
      const { holidays, skipped } = await readCalendar(ics);
      const changes = await saveHolidays(actor, holidays, mode);
      return { added: holidays.length, skipped, changes };
    },

    async removeHoliday(actor: Actor, date: LocalDate, mode: Mode): Promise<RepairSummary> {
      const { now } = await settings.today();
      if (!(await repos.calendar.isHoliday(date))) throw new AppError('not_found');
      const write = async (tx: Repos): Promise<void> => {
        if (!(await tx.calendar.removeHoliday(date))) throw new AppError('not_found');
        await tx.audit.insert(auditEntry(actor, now, 'holiday_removed', date));
      };
      const calendarOf: CalendarChange['calendarOf'] = ({ workingDays }) =>
        calendarDay(date, workingDays, false);
      return change(actor, { from: date, to: date, calendarOf, write }, mode);
    },

    /** The working days hold from the given day on, which is today or has been. */
    async saveWorkingDays(
      actor: Actor,
      workingDays: readonly number[],
      since: LocalDate | undefined,
      mode: Mode,
    ): Promise<RepairSummary> {
      const { now, date: today } = await settings.today();
      const from = since ?? today;
      if (from > today)
        throw new AppError('invalid_input', { fields: { from: 'This day is in the future.' } });
      const write = async (tx: Repos): Promise<void> => {
        const institution = await tx.settings.institution();
        if (!institution) throw new AppError('setup_required');
        await tx.calendarHistory.saveWorkingDays(workingDays, from);
        await tx.settings.saveInstitution({ ...institution, workingDays });
        const detail = { days: workingDays.join(' '), from };
        await tx.audit.insert(auditEntry(actor, now, 'working_days_saved', null, detail));
      };
      const calendarOf: CalendarChange['calendarOf'] = ({ date, isHoliday }) =>
        calendarDay(date, workingDays, isHoliday);
      return change(actor, { from, to: today, calendarOf, write }, mode);
    },

    /** One page, and the place of the next one. */
    async leaves(
      actor: Actor,
      range: { readonly from: LocalDate; readonly to: LocalDate },
      after?: LeavePlace,
    ): Promise<{ leaves: Leave[]; next: LeavePlace | null }> {
      const reach = requireReach(actor, 'leaves.manage');
      const found = await repos.calendar.leaves(range, reach, { after, limit: LEAVES_LISTED + 1 });
      const leaves = found.slice(0, LEAVES_LISTED);
      return { leaves, next: found.length > LEAVES_LISTED ? (leaves.at(-1) ?? null) : null };
    },

    async addLeave(
      actor: Actor,
      code: string,
      given: { firstDay: LocalDate; lastDay: LocalDate; reason: string },
      { isPreview }: Mode,
    ): Promise<{ id: number; name: string; changes: RepairSummary }> {
      const person = await reach.require(actor, 'leaves.manage', code);
      refuseOwnRecord(actor, person.id);
      const { name } = person;
      const today = await settings.today();
      const leave = { ...given, personId: person.id };
      if (isPreview) return { id: 0, name, changes: await previewLeave(leave, today) };
      const add = async (tx: Repos) => {
        await lockPerson(tx, person.id);
        // They may have moved to another section meanwhile.
        await reach.require(actor, 'leaves.manage', code, tx);
        const id = await tx.calendar.insertLeave({ ...leave, notedAt: today.now, notedBy: actor.personId });
        const changes = await rederiveDays(tx, pastDays(leave, today.date), today.zone, today.now, actor);
        const detail = { from: leave.firstDay, to: leave.lastDay, reason: leave.reason };
        await tx.audit.insert(auditEntry(actor, today.now, 'leave_added', person.code, detail));
        return { id, name, changes: summaryOf(changes) };
      };
      return transactAndPublish('attendance', add, person.id);
    },

    async removeLeave(actor: Actor, id: number): Promise<void> {
      const found = await repos.calendar.leaveById(id);
      const person = found && { id: found.personId, classSection: found.classSection };
      if (!person || !(await reach.covers(reachOf(actor, 'leaves.manage'), person)))
        throw new AppError('leave_not_found');
      refuseOwnRecord(actor, person.id);
      const { now, zone, date: today } = await settings.today();
      await transactAndPublish('attendance', async (tx) => {
        const leave = await tx.calendar.leaveById(id);
        if (!leave) throw new AppError('leave_not_found');
        const place = { id: leave.personId, classSection: leave.classSection };
        if (!(await reach.covers(reachOf(actor, 'leaves.manage'), place, tx)))
          throw new AppError('leave_not_found');
        // Whoever is deleted meanwhile has no leave any more, and keeps their excused days.
        const existing = await tx.attendance.lockPeople([leave.personId]);
        if (!existing.has(leave.personId)) throw new AppError('leave_not_found');
        await tx.calendar.removeLeave(id);
        await rederiveDays(tx, pastDays(leave, today), zone, now, actor);
        const detail = { from: leave.firstDay, to: leave.lastDay };
        await tx.audit.insert(auditEntry(actor, now, 'leave_removed', leave.code, detail));
      });
    },
  };
}
