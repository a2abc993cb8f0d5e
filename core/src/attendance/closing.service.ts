import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { addDays, eachDay, type LocalDate, minutesOf } from '../time/local-date.ts';
import { calendarDay } from './calendar.rules.ts';

type Needs = Pick<Ports, 'repos' | 'transact' | 'events'> & { settings: SettingsService };

/** A server that was off for longer than this begins again with the recent past; older days are for an import. */
const CATCH_UP_DAYS = 400;

/** Whether a day can be closed: it is over, or the minutes after its start have passed. */
export function isClosable(
  date: LocalDate,
  rule: TimeSettings,
  now: { readonly date: LocalDate; readonly minutes: number },
): boolean {
  if (date < now.date) return true;
  if (date > now.date || rule.autoAbsentMinutes === 0) return false;
  return now.minutes >= minutesOf(rule.startTime) + rule.autoAbsentMinutes;
}

/**
 * Gives everyone due and unseen their verdict, once per day, whichever server comes first, and catches up with the
 * days nobody was there to close. Someone who comes later takes the verdict back by being seen.
 */
export function createClosingService({ repos, transact, events, settings }: Needs) {
  const unclosedDays = async (today: LocalDate): Promise<LocalDate[]> => {
    const last = await repos.calendar.lastClosed();
    const first = last ? addDays(last, 1) : await repos.calendar.firstDay();
    if (!first) return [];
    const oldest = addDays(today, -CATCH_UP_DAYS);
    return eachDay(first < oldest ? oldest : first, today);
  };

  /** How many people got their verdict, or null where somebody else closed the day. */
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
      const done = { days: 0, people: 0 };
      try {
        for (const date of await unclosedDays(today)) {
          const rule = await settings.timeSettingsOn(date);
          if (!isClosable(date, rule, { date: today, minutes })) break;
          const people = await closeDay(date, rule, now);
          if (people === null) continue;
          done.days += 1;
          done.people += people;
        }
      } finally {
        // Told once: after a long pause there are hundreds of days, and every open page reads anew when it hears of one.
        if (done.days > 0) events.publish({ topic: 'attendance', personId: null });
      }
      return done;
    },
  };
}
