import type { AuditRepos } from '../audit/audit.ports.ts';
import { auditEntry } from '../audit/audit.rules.ts';
import type { Events } from '../events/events.ports.ts';
import type { Actor } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import { daysBetween, eachDay, type LocalDate } from '../kernel/local-date.ts';
import type { Transact } from '../kernel/transact.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { Scope } from '../reports/report.types.ts';
import type { SettingsReader, SettingsRepos, Today } from '../settings/settings.ports.ts';
import type { AttendanceRepos, InstitutionDay } from './attendance.ports.ts';
import type { CalendarDay, DayChange } from './attendance.types.ts';
import type { KnownDay } from './calendar-history.ports.ts';
import { createRepairCount, NO_REPAIR, type RepairSummary } from './calendar-repair.rules.ts';
import { assertKept, deriveAgain, rederiveDays } from './write-days.ts';

type Repos = AttendanceRepos & AuditRepos & PeopleRepos & SettingsRepos;

interface Needs {
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly events: Events;
  readonly settings: SettingsReader;
}

/** A change of the calendar that may cover days that lie behind. */
export interface CalendarChange {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** What the day is after the change; called for days up to today that are closed or have a verdict. */
  readonly calendarOf: (day: KnownDay) => CalendarDay;
  /** Writes the change and its audit entry. */
  readonly write: (tx: Repos) => Promise<void>;
}

export interface RepairRange {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly scope: Scope;
}

/** With `isPreview` nothing is written. */
interface Mode {
  readonly isPreview: boolean;
}

/** People whose days are derived in one transaction: few enough that nobody at a camera waits for it. */
const PEOPLE_AT_ONCE = 500;
const LONGEST_REPAIR_DAYS = 400;
const EVERYONE: Scope = { of: 'everyone' };
const EVERY_WEEKDAY = [1, 2, 3, 4, 5, 6, 7];

/** What reopening a day and closing it again have in common. */
const REOPENINGS = {
  reopen: { action: 'day_reopened', refusal: 'This day is not closed.' },
  closeAgain: { action: 'day_closed', refusal: 'This day was not reopened.' },
} as const;

/** The facts of a day as if the calendar said something else about it. */
function withCalendar(day: InstitutionDay, calendar: CalendarDay): InstitutionDay {
  if (day.closing) return { ...day, closing: { ...day.closing, calendar } };
  return { ...day, isHoliday: calendar === 'holiday', workingDays: calendar === 'open' ? EVERY_WEEKDAY : [] };
}

/**
 * Repairs days that are recorded already: after a late change of the calendar, after reopening a day, or on demand.
 * Works through people in small transactions; what a crash interrupts is finished by `resume`, and no two repairs work on
 * one day. Every repair can be
 * previewed: the same days are derived and nothing is written.
 */
export function createCalendarRepair({ repos, transact, events, settings }: Needs) {
  async function* pagesOfPeople(date: LocalDate, scope: Scope): AsyncGenerator<number[]> {
    for (let last = 0; ; ) {
      const ids = await repos.calendarHistory.peopleOn(date, scope, last, PEOPLE_AT_ONCE);
      if (ids.length > 0) yield ids;
      if (ids.length < PEOPLE_AT_ONCE) return;
      last = ids.at(-1) ?? last;
    }
  }

  /** Null if another repair has taken the day. */
  type Work = (date: LocalDate, personIds: readonly number[]) => Promise<readonly DayChange[] | null>;

  const countOver = async (
    dates: readonly LocalDate[],
    scope: Scope,
    work: Work,
    onDayDone: (date: LocalDate) => Promise<void> = async () => {},
  ): Promise<RepairSummary> => {
    const count = createRepairCount();
    for (const date of dates) {
      for await (const ids of pagesOfPeople(date, scope)) {
        const changes = await work(date, ids);
        if (!changes) break;
        count.add(changes);
      }
      await onDayDone(date);
    }
    return count.summary();
  };

  /** Derives days from their facts as `change` makes them, without writing. */
  const derive =
    ({ zone }: Today, change: (day: InstitutionDay) => InstitutionDay): Work =>
    async (date, ids) => {
      const facts = await repos.facts.ofMany(ids.map((personId) => ({ personId, date })));
      return facts.map(({ institutionDay, personDay }) => ({
        personId: personDay.personId,
        date,
        before: personDay.savedDay,
        after: deriveAgain(change(institutionDay), personDay, zone),
      }));
    };

  const rederive =
    ({ zone, now }: Today, repair?: string): Work =>
    (date, ids) =>
      transact(async (tx) => {
        if (repair !== undefined && !(await tx.calendarHistory.holdRepair(repair, date))) return null;
        await tx.attendance.lockPeople(ids);
        const keys = ids.map((personId) => ({ personId, date }));
        return rederiveDays(tx, keys, zone, now, null);
      });

  const span = (dates: readonly LocalDate[]): string => [...new Set([dates[0], dates.at(-1)])].join(' – ');

  const detailOf = (summary: RepairSummary) => ({
    days: summary.days,
    people: summary.people,
    absences_removed: summary.absencesRemoved,
    absences_added: summary.absencesAdded,
    excused_removed: summary.excusedRemoved,
    excused_added: summary.excusedAdded,
  });

  const auditRepair = async (actor: Actor, summary: RepairSummary, now: Date, subject: string) => {
    if (summary.days === 0) return;
    await repos.audit.insert(auditEntry(actor, now, 'days_repaired', subject, detailOf(summary)));
  };

  const publish = () => {
    events.publish({ topic: 'settings', personId: null });
    events.publish({ topic: 'attendance', personId: null });
  };

  /** The recorded days that the change makes something else. */
  const changedDays = async (
    { calendarHistory }: AttendanceRepos,
    change: CalendarChange,
    today: LocalDate,
  ) => {
    const to = change.to < today ? change.to : today;
    const known = change.from <= to ? await calendarHistory.knownDays(change.from, to, today) : [];
    const changed = known
      .map((day) => ({ date: day.date, before: day.calendar, calendar: change.calendarOf(day) }))
      .filter(({ before, calendar }) => before !== calendar);
    const opensOrCloses = changed.filter(
      ({ before, calendar }) => (before === 'open') !== (calendar === 'open'),
    );
    return { changed, dates: opensOrCloses.map(({ date }) => date) };
  };

  const repairDays = (today: Today, repair: string, dates: readonly LocalDate[]): Promise<RepairSummary> =>
    countOver(dates, EVERYONE, rederive(today, repair), (date) =>
      repos.calendarHistory.finishRepair(repair, date),
    );

  /** Takes back the verdicts that closing gave, or gives them again; a reopened day stays open until then. */
  const reopenOrClose = async (
    how: keyof typeof REOPENINGS,
    actor: Actor,
    date: LocalDate,
    { isPreview }: Mode,
  ): Promise<RepairSummary> => {
    const today = await settings.today();
    const { action, refusal } = REOPENINGS[how];
    await assertKept(repos, date);
    if (isPreview) {
      const at = how === 'reopen' ? null : today.now;
      const changed = (day: InstitutionDay): InstitutionDay =>
        day.closing ? { ...day, closing: { ...day.closing, at } } : day;
      return countOver([date], EVERYONE, derive(today, changed));
    }
    const repair = await transact(async (tx) => {
      await tx.calendar.lockClosing();
      if (!(await tx.calendarHistory[how](date, today.now)))
        throw new AppError('invalid_input', { fields: { date: refusal } });
      return tx.calendarHistory.beginRepair([date]);
    });
    try {
      const summary = await repairDays(today, repair, [date]);
      await repos.audit.insert(auditEntry(actor, today.now, action, date, detailOf(summary)));
      return summary;
    } finally {
      publish();
    }
  };

  return {
    async previewChange(change: CalendarChange): Promise<RepairSummary> {
      const today = await settings.today();
      const { changed, dates } = await changedDays(repos, change, today.date);
      const calendars = new Map(changed.map(({ date, calendar }) => [date, calendar]));
      return countOver(
        dates,
        EVERYONE,
        derive(today, (day) => withCalendar(day, calendars.get(day.date) ?? 'open')),
      );
    },

    /** Writes the change, then repairs the recorded days it covers. */
    async applyChange(actor: Actor, change: CalendarChange): Promise<RepairSummary> {
      const today = await settings.today();
      const { repair, dates } = await transact(async (tx) => {
        await tx.calendar.lockClosing();
        // Not before: a day may be closed, or changed by somebody else, until the lock is held.
        const { changed, dates } = await changedDays(tx, change, today.date);
        await change.write(tx);
        await tx.calendarHistory.reframe(changed);
        return { dates, repair: await tx.calendarHistory.beginRepair(dates) };
      });
      try {
        const summary = await repairDays(today, repair, dates);
        await auditRepair(actor, summary, today.now, span(dates));
        return summary;
      } finally {
        publish();
      }
    },

    /** Finishes repairs that a crash interrupted. */
    async resume(): Promise<RepairSummary> {
      const { repair, dates } = await repos.calendarHistory.takeOverRepairs();
      if (dates.length === 0) return NO_REPAIR;
      const today = await settings.today();
      const summary = await repairDays(today, repair, dates);
      if (summary.days === 0) return summary;
      await repos.audit.insert({
        at: today.now,
        actorId: null,
        actorName: 'Rollcall',
        action: 'days_repaired',
        subject: span(dates),
        address: 'server',
        detail: detailOf(summary),
      });
      publish();
      return summary;
    },

    reopenedDays: () => repos.calendarHistory.reopenedDays(),

    reopen: (actor: Actor, date: LocalDate, mode: Mode) => reopenOrClose('reopen', actor, date, mode),

    /** Closes a reopened day: everybody due and not seen gets a verdict again. */
    closeAgain: (actor: Actor, date: LocalDate, mode: Mode) => reopenOrClose('closeAgain', actor, date, mode),

    /** Derives the days of a range again, for everybody, a section or a class. */
    async repairRange(
      actor: Actor,
      { from, to, scope }: RepairRange,
      { isPreview }: Mode,
    ): Promise<RepairSummary> {
      const today = await settings.today();
      const last = to < today.date ? to : today.date;
      if (daysBetween(from, last) >= LONGEST_REPAIR_DAYS) {
        throw new AppError('invalid_input', {
          fields: { to: `You can recalculate up to ${LONGEST_REPAIR_DAYS} days at once.` },
        });
      }
      await assertKept(repos, from, 'from');
      const dates = eachDay(from, last);
      const work = isPreview ? derive(today, (day) => day) : rederive(today);
      const summary = await countOver(dates, scope, work);
      if (isPreview) return summary;
      await auditRepair(actor, summary, today.now, span(dates));
      if (summary.days > 0) publish();
      return summary;
    },
  };
}

export type CalendarRepair = ReturnType<typeof createCalendarRepair>;
