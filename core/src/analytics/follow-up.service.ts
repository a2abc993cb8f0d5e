import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import { type Actor, requireReach } from '../kernel/access.ts';
import type { LocalDate } from '../kernel/local-date.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { AnalyticsRepos, DayFilter } from './analytics.ports.ts';
import { rangeOf, TARGET_RATE } from './analytics.rules.ts';
import type { DateRange } from './analytics.types.ts';

type Repos = AnalyticsRepos & AttendanceRepos;

interface Needs {
  readonly repos: Repos;
  readonly settings: SettingsReader;
}

const DAYS_IN_A_ROW = 3;
const MINIMUM_DUE = 5;
const MAX_LISTED = 100;

/** Lists people to follow up on: missing on a day, missing in a row, below the target rate. */
export function createFollowUpService({ repos, settings }: Needs) {
  const wasOpen = async (date: LocalDate): Promise<boolean> =>
    (await repos.facts.calendarDays([date]))[0]?.calendar === 'open';

  return {
    /** People missing today or on another day, and how many in all; nobody on a day off. */
    async absentees(actor: Actor, on: LocalDate | undefined, page: { limit: number; offset: number }) {
      const reach = requireReach(actor, 'analytics.read');
      const today = await settings.today();
      const date = on ?? today.date;
      const isOpen = date === today.date ? today.isWorkingDay : await wasOpen(date);
      // Nobody is missing yet on a day that has not come.
      const isListed = isOpen && date <= today.date;
      if (!isListed) return { date, isOpen, people: [], total: 0, expected: 0 };
      const tallies = await repos.analytics.peopleOn(date, reach);
      const total = tallies.reduce((sum, { missing }) => sum + missing, 0);
      const expected = tallies.reduce((sum, { present }) => sum + present, total);
      const people =
        total > page.offset ? await repos.followUp.missingOn(date, reach, { ...page, total }) : [];
      return { date, isOpen, people, total, expected };
    },

    async attention(actor: Actor, range?: DateRange) {
      const reach = requireReach(actor, 'analytics.read');
      const { date } = await settings.today();
      const over = range ?? rangeOf('last3months', date);
      return {
        range: over,
        target: TARGET_RATE,
        inARow: await repos.followUp.missingInARow(DAYS_IN_A_ROW, MAX_LISTED, reach),
        belowTarget: await repos.followUp.belowRate(
          over,
          { percent: TARGET_RATE, minimumDue: MINIMUM_DUE, limit: MAX_LISTED },
          reach,
        ),
      };
    },

    days: async (actor: Actor, filter: DayFilter) =>
      repos.followUp.days(filter, requireReach(actor, 'analytics.read')),
  };
}
