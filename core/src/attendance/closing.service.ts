import type { Announcing } from '../events/announcing.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { TimeSettings } from '../settings/settings.types.ts';
import { addDays, eachDay, type LocalDate, minutesOf } from '../time/local-date.ts';
import { calendarDay } from './calendar.rules.ts';

type Needs = Pick<Ports, 'repos'> & { announcing: Announcing; settings: SettingsService };

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
export function createClosingService({ repos, announcing, settings }: Needs) {
  const unclosedDays = async (today: LocalDate): Promise<LocalDate[]> => {
    const last = await repos.calendar.lastClosed();
    const first = last ? addDays(last, 1) : await repos.calendar.firstDay();
    if (!first) return [];
    const oldest = addDays(today, -CATCH_UP_DAYS);
    return eachDay(first < oldest ? oldest : first, today);
  };

  return {
    async closeDueDays(): Promise<{ days: number; people: number }> {
      const { now, zone, date: today } = await settings.today();
      const minutes = zone.minutesOf(now);
      const done = { days: 0, people: 0 };
      for (const date of await unclosedDays(today)) {
        const rule = await settings.timeSettingsOn(date);
        if (!isClosable(date, rule, { date: today, minutes })) break;
        const marked = await announcing('attendance', async (tx) => {
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
        if (marked !== null) {
          done.days += 1;
          done.people += marked;
        }
      }
      return done;
    },
  };
}
