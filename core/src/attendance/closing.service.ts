import type { AuditRepos } from '../audit/audit.ports.ts';
import type { ClockTrust } from '../clock-guard/clock-guard.ports.ts';
import type { Events } from '../events/events.ports.ts';
import { addDays, eachDay, type LocalDate } from '../kernel/local-date.ts';
import { inLanes } from '../kernel/serial.ts';
import type { Transact } from '../kernel/transact.ts';
import type { SettingsReader, SettingsRepos, Today } from '../settings/settings.ports.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { AttendanceRepos } from './attendance.ports.ts';
import { isClosable, ruleOnDay } from './attendance-day.rules.ts';
import { calendarDay } from './calendar.rules.ts';
import { rederiveDays, saveSameDay } from './write-days.ts';

type Repos = AttendanceRepos & AuditRepos & SettingsRepos;

interface Needs {
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly events: Events;
  readonly settings: SettingsReader;
  readonly clockGuard: ClockTrust;
}

/** Days older than this are not closed any more after a long downtime. */
const CATCH_UP_DAYS = 400;
/** People who get their verdicts in one transaction: few enough that marks never wait long. */
const PEOPLE_AT_ONCE = 1000;
/** While the database saves the days of some people, those of others are derived. */
const TRANSACTIONS_AT_ONCE = 2;
/** While a server runs: a day that another one has been closing for longer than this was left unfinished. */
const INTERRUPTED_AFTER_MS = 5 * 60_000;

/**
 * Closes days: gives everyone due and not seen a verdict, once per day even with several servers, including days missed
 * while no server ran. A later check-in overrides that verdict.
 */
export function createClosingService({ repos, transact, events, settings, clockGuard }: Needs) {
  /** Until the first run has finished what this process left when it ended; another server's work is done twice at most. */
  let isFirst = true;

  const unclosedDays = async (today: LocalDate): Promise<LocalDate[]> => {
    const last = await repos.calendar.lastClosed();
    const first = last ? addDays(last, 1) : await repos.calendar.firstDay();
    if (!first) return [];
    const oldest = addDays(today, -CATCH_UP_DAYS);
    return eachDay(first < oldest ? oldest : first, today);
  };

  /** Whether the day is over by its rule. */
  const isOver = (date: LocalDate, rule: TimeSettings, { date: local, zone, now }: Today): boolean =>
    isClosable(date, ruleOnDay(rule, date, zone), { date: local, minutes: zone.minutesOf(now) });

  /** Saves the frame of the day; false if another server closed it, or a new rule makes it go on. */
  const beginClosing = (date: LocalDate, today: Today): Promise<boolean> =>
    transact(async (tx) => {
      await tx.calendar.lockClosing();
      const rule = await settings.timeSettingsOn(date, tx);
      const { closing, workingDays, isHoliday } = await tx.facts.institutionDay(date);
      if (closing || !isOver(date, rule, today)) return false;
      await tx.calendar.closeDay(
        date,
        { calendar: calendarDay(date, workingDays ?? [], isHoliday), rule },
        today.now,
      );
      return true;
    });

  /** The people who may lack a verdict, some at a time. */
  async function* unseenOn(date: LocalDate): AsyncGenerator<readonly number[], void> {
    for (let last = 0; ; ) {
      const ids = await repos.calendar.unseenOn(date, last, PEOPLE_AT_ONCE);
      yield ids;
      if (ids.length < PEOPLE_AT_ONCE) return;
      last = ids.at(-1) ?? last;
    }
  }

  /** Gives these people their verdict and answers how many had none. Most of them have no facts, and get the same. */
  const giveVerdicts = (ids: readonly number[], date: LocalDate, { zone, now }: Today): Promise<number> =>
    transact(async (tx) => {
      const existing = [...(await tx.attendance.lockPeople(ids))];
      const plain = await tx.facts.withoutAny(existing, date);
      const keys = existing.flatMap((personId) => (plain.has(personId) ? [] : [{ personId, date }]));
      const changes = await rederiveDays(tx, keys, zone, now, null);
      const given = changes.filter(({ before, after }) => !before && after).length;
      return given + (await saveSameDay(tx, [...plain], date, zone, now));
    });

  /** Answers how many people got their verdict, or null if another server finished the day. */
  const finishClosing = async (date: LocalDate, today: Today): Promise<number | null> => {
    const { now } = today;
    let people = 0;
    await inLanes(unseenOn(date), TRANSACTIONS_AT_ONCE, async (ids) => {
      const given = await giveVerdicts(ids, date, today);
      people += given;
    });
    return transact(async (tx) => {
      if (!(await tx.calendar.finishDay(date, now))) return null;
      await tx.audit.insert({
        at: now,
        actorId: null,
        actorName: 'Rollcall',
        action: 'day_closed',
        subject: date,
        address: 'server',
        detail: { people },
      });
      return people;
    });
  };

  return {
    async closeDueDays(): Promise<{ days: number; people: number }> {
      const today = await settings.today();
      const { now } = today;
      const closed = { days: 0, people: 0 };
      // A day closed by a wrong clock would invent absences. Asked after the clock was read, and again for each day.
      const isTrusted = () => clockGuard.isTrusted(now);
      if (!(await isTrusted())) return closed;
      const finish = async (date: LocalDate) => {
        const people = await finishClosing(date, today);
        if (people === null) return;
        closed.days += 1;
        closed.people += people;
      };
      try {
        const interrupted = new Date(now.getTime() - (isFirst ? 0 : INTERRUPTED_AFTER_MS));
        for (const date of await repos.calendar.unfinishedDays(interrupted)) await finish(date);
        isFirst = false;
        for (const date of await unclosedDays(today.date)) {
          if (!(await isTrusted())) break;
          if (!isOver(date, await settings.timeSettingsOn(date), today)) break;
          if (await beginClosing(date, today)) await finish(date);
        }
      } finally {
        // One event for all days: every open page refetches on each event.
        if (closed.days > 0) events.publish({ topic: 'attendance', personId: null });
      }
      return closed;
    },
  };
}
