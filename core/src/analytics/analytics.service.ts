import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import { dueTimes, isRateKnown } from '../attendance/today/today.rules.ts';
import type { Events, SharedAnswers } from '../events/events.ports.ts';
import { type Actor, type Reach, requireReach } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { addDays, firstOfMonth, mondayOf } from '../kernel/local-date.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { SettingsReader, Today } from '../settings/settings.ports.ts';
import type { AnalyticsRepos } from './analytics.ports.ts';
import { rateOf, spanning } from './analytics.rules.ts';
import type { DateRange, PersonTally, Tally, TodayTally } from './analytics.types.ts';
import { insightsOf, trendPoints } from './insights.rules.ts';
import { createKeptLists } from './kept-lists.ts';
import { byDay, byMonth, byWeek, byWeekday, sumOf } from './trends.rules.ts';

type Repos = AnalyticsRepos & AttendanceRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly events: Events;
  readonly repos: Repos;
  readonly settings: SettingsReader;
  readonly share: SharedAnswers;
}

const TOP_PEOPLE = 10;
const RECENT_ACTIVITY = 8;
const ARRIVALS_SHOWN = 100;
const WEEKS_SHOWN = 12;
/** Before the rule of the day calls anybody absent, whoever was not seen is not here yet. */
const sumOfToday = (tallies: readonly TodayTally[], isWorkingDay: boolean) => {
  const total = (value: (tally: TodayTally) => number) =>
    tallies.reduce((sum, tally) => sum + value(tally), 0);
  const present = total((tally) => tally.present);
  const missing = isWorkingDay ? total((tally) => tally.missing) : 0;
  const absent = isWorkingDay ? total((tally) => tally.absent) : 0;
  return {
    people: total(({ people }) => people),
    present,
    absent,
    notYet: missing - absent,
    // Visits on a day off are shown, and are in no rate.
    due: isWorkingDay ? present + missing : 0,
  };
};

/** Figures of the institution. Those of one person are in `personal.service.ts`. */
export function createAnalyticsService({ clock, events, repos, settings, share }: Needs) {
  const mostPresent = createKeptLists({ clock, events }, (range, reach) =>
    repos.analytics.topPeople(range, TOP_PEOPLE, reach),
  );
  const topPeople = async (range: DateRange, reach: Reach): Promise<PersonTally[]> =>
    repos.analytics.withNames(await mostPresent(range, reach));

  /** Null until the first minute at which anybody is due. */
  const rateNow = async (now: Today, tally: Tally): Promise<number | null> => {
    const { startTime } = dueTimes(await settings.timeSettingsOn(now.date), now);
    return isRateKnown(now, startTime) ? rateOf(tally) : null;
  };

  const headcount = async (reach: Reach) => {
    const byKind = await repos.people.countByKind(reach);
    const students = byKind.student;
    const employees = byKind.teacher + byKind.staff + byKind.employee;
    return { students, employees, total: students + employees };
  };

  const dashboardOf = async (reach: Reach) => {
    const now = await settings.today();
    const { date, isWorkingDay, zone } = now;
    const tallies = await repos.analytics.peopleOn(date, reach);
    const { people, ...today } = sumOfToday(tallies, isWorkingDay);
    const students = sumOfToday(
      tallies.filter(({ isStudent }) => isStudent),
      isWorkingDay,
    );
    return {
      ...today,
      rate: await rateNow(now, today),
      zone,
      people: { students: students.people, employees: people - students.people, total: people },
      studentsPresent: students.present,
      arrivals: await repos.attendance.latestArrivals(date, ARRIVALS_SHOWN, reach),
    };
  };

  return {
    /** Today's figures of everybody whom the actor reaches. */
    async dashboard(actor: Actor) {
      const reach = requireReach(actor, 'dashboard.read');
      return share(`dashboard ${JSON.stringify(reach)}`, () => dashboardOf(reach));
    },

    /** Today's figures of the people of a teacher's classes, of a member's own section. */
    async classmates(actor: Actor) {
      const now = await settings.today();
      const { date, isWorkingDay } = now;
      const reach = requireReach(actor, 'dashboard.read');
      const section = (await repos.people.byId(actor.personId))?.classSection;
      const tallies = await repos.analytics.peopleOn(
        date,
        reach.of === 'classes' ? reach : { of: 'sections', sections: section ? [section] : [] },
      );
      const { people, ...today } = sumOfToday(tallies, isWorkingDay);
      return { classmates: people, ...today, rate: await rateNow(now, today) };
    },

    /** The institution, or as much of it as the actor reaches. */
    async institution(actor: Actor, range: DateRange) {
      const reach = requireReach(actor, 'analytics.read');
      const { date } = await settings.today();
      const week = { from: mondayOf(date), to: date };
      const month = { from: firstOfMonth(date), to: date };
      // One read for all trends; this week and this month may be outside the requested range.
      const all = await repos.analytics.days(spanning([range, week, month]), reach);
      const daysIn = ({ from, to }: DateRange) => all.filter((day) => day.date >= from && day.date <= to);
      const days = daysIn(range);
      const months = byMonth(days);
      const total = sumOf(days);
      const weeksFrom = mondayOf(addDays(range.to, -7 * WEEKS_SHOWN));
      return {
        people: await headcount(reach),
        total,
        months,
        weeks: byWeek(days.filter((day) => day.date >= weeksFrom)),
        weekdays: byWeekday(days),
        daily: byDay(days),
        sections: await repos.analytics.sections(range, reach),
        hours: await repos.analytics.hours(range, reach),
        topPeople: await topPeople(range, reach),
        recent: await repos.attendance.recent(RECENT_ACTIVITY, reach),
        insights: insightsOf(total, months, null, range.to),
        trendPoints: trendPoints(months, range.to),
        thisWeek: sumOf(daysIn(week)).present,
        thisMonth: sumOf(daysIn(month)).present,
      };
    },
  };
}
