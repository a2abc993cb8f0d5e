import type { AuditRepos } from '../audit/audit.ports.ts';
import type { Events } from '../events/events.ports.ts';
import { addDays, eachDay, type LocalDate } from '../kernel/local-date.ts';
import type { Transact } from '../kernel/transact.ts';
import type { SettingsReader, SettingsRepos } from '../settings/settings.ports.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import type { AttendanceRepos } from './attendance.ports.ts';
import { isClosable } from './attendance-day.rules.ts';
import { calendarDay } from './calendar.rules.ts';

type Repos = AttendanceRepos & AuditRepos & SettingsRepos;

interface Needs {
  readonly repos: Repos;
  readonly transact: Transact<Repos>;
  readonly events: Events;
  readonly settings: SettingsReader;
}

/** Days older than this are not closed any more after a long downtime. */
const CATCH_UP_DAYS = 400;

/**
 * Closes days: gives everyone due and not seen a verdict, once per day even with several servers, including days missed
 * while no server ran. A later check-in overrides that verdict.
 */
export function createClosingService({ repos, transact, events, settings }: Needs) {
  const unclosedDays = async (today: LocalDate): Promise<LocalDate[]> => {
    const last = await repos.calendar.lastClosed();
    const first = last ? addDays(last, 1) : await repos.calendar.firstDay();
    if (!first) return [];
    const oldest = addDays(today, -CATCH_UP_DAYS);
    return eachDay(first < oldest ? oldest : first, today);
  };

  /** Answers how many people got a verdict, or null if another server closed the day. */
  const closeDay = (date: LocalDate, rule: TimeSettings, now: Date): Promise<number | null> =>
    transact(async (tx) => {
      await tx.calendar.lockClosing();
      if (await tx.calendar.isClosed(date)) return null;
      const { workingDays } = (await tx.settings.institution()) ?? { workingDays: [] };
      const isOpen = calendarDay(date, workingDays, await tx.calendar.isHoliday(date)) === 'open';
      const people = await tx.calendar.closeDay({ date, rule, isOpen, at: now });
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

  return {
    async closeDueDays(): Promise<{ days: number; people: number }> {
      const { now, zone, date: today } = await settings.today();
      const minutes = zone.minutesOf(now);
      const closed = { days: 0, people: 0 };
      try {
        for (const date of await unclosedDays(today)) {
          const rule = await settings.timeSettingsOn(date);
          if (!isClosable(date, rule, { date: today, minutes })) break;
          const people = await closeDay(date, rule, now);
          if (people === null) continue;
          closed.days += 1;
          closed.people += people;
        }
      } finally {
        // One event for all days: every open page refetches on each event.
        if (closed.days > 0) events.publish({ topic: 'attendance', personId: null });
      }
      return closed;
    },
  };
}
