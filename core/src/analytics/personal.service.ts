import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { isPresent } from '../attendance/attendance-day.rules.ts';
import type { AuditRepos } from '../audit/audit.ports.ts';
import type { Actor } from '../kernel/access.ts';
import { AppError } from '../kernel/errors.ts';
import { firstOfMonth, type LocalDate, mondayOf } from '../kernel/local-date.ts';
import type { PeopleReach, PeopleRepos } from '../people/people.ports.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import { achievementsOf, streaksOf } from './achievements.rules.ts';
import { bestMonth } from './analytics.rules.ts';
import type { DateRange } from './analytics.types.ts';
import { insightsOf, trendPoints } from './insights.rules.ts';
import { averageArrival, byMonth, byWeek, byWeekday, hoursOf, sumOf, talliesOf } from './trends.rules.ts';

type Repos = AttendanceRepos & AuditRepos & PeopleRepos;

interface Needs {
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly reach: PeopleReach;
}

/** Limit of days read of one person: more than ten years. */
const MAX_HISTORY_DAYS = 4000;

/** Figures of one person. */
export function createPersonalService({ repos, settings, reach }: Needs) {
  const historyOf = (personId: number, range?: DateRange): Promise<AttendanceDay[]> =>
    repos.attendance.daysOf(personId, { ...range, limit: MAX_HISTORY_DAYS });

  const me = async (actor: Actor): Promise<PersonListing> => {
    const person = await repos.people.byId(actor.personId);
    if (!person) throw new AppError('user_not_found');
    return person;
  };

  /** Days present in this week and this month, whatever range the other figures have. */
  const presentLately = async (personId: number, today: LocalDate) => {
    const [week, month] = [mondayOf(today), firstOfMonth(today)];
    const days = await historyOf(personId, { from: week < month ? week : month, to: today });
    const presentSince = (from: LocalDate) =>
      days.filter((day) => day.date >= from && isPresent(day.status) && !day.isDayOff).length;
    return { thisWeek: presentSince(week), thisMonth: presentSince(month) };
  };

  const summaryOf = async (person: PersonListing, range?: DateRange) => {
    const { date, zone } = await settings.today();
    const days = await historyOf(person.id, range);
    // Visits on days off are listed, and are in no figure.
    const counted = days.filter(({ isDayOff }) => !isDayOff);
    const tallies = talliesOf(counted, zone, person.kind === 'student');
    return {
      person,
      days,
      counted,
      tallies,
      totals: { ...sumOf(tallies), averageArrival: averageArrival(tallies) },
      streaks: streaksOf(counted),
      onTime: counted.filter(({ status }) => status === 'on_time').length,
      ...(await presentLately(person.id, date)),
    };
  };

  return {
    me,

    attendance: async (actor: Actor) => summaryOf(await me(actor)),

    async profile(actor: Actor) {
      const { person, totals, tallies, streaks, onTime } = await summaryOf(await me(actor));
      return {
        person,
        totals,
        streaks,
        logins: await repos.audit.countOf('sign_in', actor.personId),
        bestMonth: bestMonth(byMonth(tallies)),
        achievements: achievementsOf({
          total: totals,
          onTime,
          currentStreak: streaks.current,
          longestStreak: streaks.longest,
        }),
      };
    },

    async analytics(actor: Actor, range: DateRange) {
      const { zone } = await settings.today();
      const summary = await summaryOf(await me(actor), range);
      const months = byMonth(summary.tallies);
      return {
        ...summary,
        months,
        weeks: byWeek(summary.tallies),
        weekdays: byWeekday(summary.tallies),
        hours: hoursOf(summary.counted, zone),
        insights: insightsOf(summary.totals, months, summary.streaks.longest, range.to),
        trendPoints: trendPoints(months, range.to),
      };
    },

    /** Fails with `user_not_found` beyond the actor's reach. */
    async profileOf(actor: Actor, code: string) {
      return summaryOf(await reach.requireOrSelf(actor, 'profile.read', code));
    },
  };
}
