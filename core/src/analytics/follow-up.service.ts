import { calendarDay } from '../attendance/calendar.rules.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { LocalDate } from '../time/local-date.ts';
import { rangeOf, TARGET_RATE } from './analytics.rules.ts';
import type { DateRange } from './analytics.types.ts';
import type { DayFilter } from './follow-up.ports.ts';

type Needs = Pick<Ports, 'repos'> & { settings: SettingsService };

const DAYS_IN_A_ROW = 3;
const MINIMUM_DUE = 5;
const LISTED = 100;

export function createFollowUpService({ repos, settings }: Needs) {
  const wasOpen = async (date: LocalDate): Promise<boolean> => {
    const { workingDays } = await settings.institution();
    return calendarDay(date, workingDays, await repos.calendar.isHoliday(date)) === 'open';
  };

  return {
    /** Today, or on another day. Nobody is missed on a day off. */
    async absentees(on?: LocalDate) {
      const today = await settings.today();
      const date = on ?? today.date;
      const isOpen = date === today.date ? today.isWorkingDay : await wasOpen(date);
      return { date, isOpen, people: isOpen ? await repos.followUp.missingOn(date) : [] };
    },

    async attention(range?: DateRange) {
      const { date } = await settings.today();
      const over = range ?? rangeOf('last3months', date);
      return {
        range: over,
        target: TARGET_RATE,
        inARow: await repos.followUp.missingInARow(DAYS_IN_A_ROW, LISTED),
        belowTarget: await repos.followUp.belowRate(over, TARGET_RATE, MINIMUM_DUE, LISTED),
      };
    },

    days: (filter: DayFilter) => repos.followUp.days(filter),
  };
}
