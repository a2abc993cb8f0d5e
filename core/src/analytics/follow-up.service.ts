import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { rangeOf, TARGET_RATE } from './analytics.rules.ts';
import type { DateRange } from './analytics.types.ts';
import type { DayFilter } from './follow-up.ports.ts';

type Needs = Pick<Ports, 'repos'> & { settings: SettingsService };

const DAYS_IN_A_ROW = 3;
const MINIMUM_DUE = 5;
const LISTED = 100;

export function createFollowUpService({ repos, settings }: Needs) {
  return {
    /** Nobody is missed on a day off. */
    async absentees() {
      const { date, isWorkingDay } = await settings.today();
      return { date, people: isWorkingDay ? await repos.followUp.missingOn(date) : [] };
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
