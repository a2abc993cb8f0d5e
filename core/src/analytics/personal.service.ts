import type { Actor } from '../access.ts';
import { canSeePerson } from '../access.ts';
import type { AttendanceDay } from '../attendance/attendance.types.ts';
import { isPresent } from '../attendance/attendance-day.rules.ts';
import { AppError } from '../errors.ts';
import type { PersonListing } from '../people/people.types.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { firstOfMonth } from '../time/local-date.ts';
import { achievementsOf } from './achievements.rules.ts';
import { bestMonth } from './analytics.rules.ts';
import type { DateRange } from './analytics.types.ts';
import { insightsOf } from './insights.rules.ts';
import { hoursOf, talliesOf } from './person-days.rules.ts';
import { streaksOf } from './streaks.rules.ts';
import { averageArrival, byMonth, byWeek, byWeekday, sumOf } from './trend.rules.ts';

type Needs = Pick<Ports, 'repos'> & { settings: SettingsService };

/** Ten years of school days: a person's whole history, and still a bound. */
const HISTORY_MAX = 4000;

/** One person's own figures. */
export function createPersonalService({ repos, settings }: Needs) {
  const historyOf = (personId: number, range?: DateRange): Promise<AttendanceDay[]> =>
    repos.attendance.daysOf(personId, { ...range, limit: HISTORY_MAX });

  const me = async (actor: Actor): Promise<PersonListing> => {
    const person = await repos.people.byId(actor.personId);
    if (!person) throw new AppError('user_not_found');
    return person;
  };

  const summaryOf = async (person: PersonListing, range?: DateRange) => {
    const { date, zone } = await settings.today();
    const days = await historyOf(person.id, range);
    const tallies = talliesOf(days, zone, person.kind === 'student');
    const monthStart = firstOfMonth(date);
    return {
      person,
      days,
      tallies,
      totals: { ...sumOf(tallies), averageArrival: averageArrival(tallies) },
      streaks: streaksOf(days),
      onTime: days.filter(({ status }) => status === 'on_time').length,
      thisMonth: days.filter((day) => day.date >= monthStart && isPresent(day.status)).length,
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
        hours: hoursOf(summary.days, zone),
        insights: insightsOf(summary.totals, months, summary.streaks.longest),
      };
    },

    /** For anyone but the person and administrators, the profile does not exist. */
    async profileOf(actor: Actor, code: string) {
      const person = await repos.people.byCode(code);
      if (!person || !canSeePerson(actor, person.id)) throw new AppError('user_not_found');
      return summaryOf(person);
    },
  };
}
