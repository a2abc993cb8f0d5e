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
import { bestMonth, rangeOf } from './analytics.rules.ts';
import type { DateRange } from './analytics.types.ts';
import { insightsOf } from './insights.rules.ts';
import { streaksOf } from './streaks.rules.ts';

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

  const summaryOf = async (personId: number) => {
    const { date } = await settings.today();
    const days = await historyOf(personId);
    const totals = await repos.analytics.totalsOf(personId, rangeOf('all', date));
    const monthStart = firstOfMonth(date);
    return {
      days,
      totals,
      streaks: streaksOf(days),
      onTime: days.filter(({ status }) => status === 'on_time').length,
      thisMonth: days.filter((day) => day.date >= monthStart && isPresent(day.status)).length,
    };
  };

  return {
    me,

    attendance: async (actor: Actor) => ({ person: await me(actor), ...(await summaryOf(actor.personId)) }),

    async profile(actor: Actor) {
      const { date } = await settings.today();
      const person = await me(actor);
      const { totals, streaks, onTime } = await summaryOf(actor.personId);
      const months = await repos.analytics.months({ ...rangeOf('all', date), personId: actor.personId });
      return {
        person,
        totals,
        streaks,
        logins: await repos.audit.countOf('sign_in', actor.personId),
        bestMonth: bestMonth(months),
        achievements: achievementsOf({
          total: totals,
          onTime,
          currentStreak: streaks.current,
          longestStreak: streaks.longest,
        }),
      };
    },

    async analytics(actor: Actor, range: DateRange) {
      const scope = { ...range, personId: actor.personId };
      const days = await historyOf(actor.personId, range);
      const totals = await repos.analytics.totalsOf(actor.personId, range);
      const months = await repos.analytics.months(scope);
      const streaks = streaksOf(days);
      return {
        person: await me(actor),
        days,
        totals,
        streaks,
        months,
        weeks: await repos.analytics.weeks(scope),
        weekdays: await repos.analytics.weekdays(scope),
        hours: await repos.analytics.hours(scope),
        insights: insightsOf(totals, months, streaks.longest),
      };
    },

    /** For anyone but the person and administrators, the profile does not exist. */
    async profileOf(actor: Actor, code: string) {
      const person = await repos.people.byCode(code);
      if (!person || !canSeePerson(actor, person.id)) throw new AppError('user_not_found');
      const { days, totals } = await summaryOf(person.id);
      return { person, days, totals };
    },
  };
}
