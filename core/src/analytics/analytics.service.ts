import type { AttendanceRepos } from '../attendance/attendance.ports.ts';
import type { Actor } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { addDays, firstOfMonth, mondayOf } from '../kernel/local-date.ts';
import type { PeopleRepos } from '../people/people.ports.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { AnalyticsRepos } from './analytics.ports.ts';
import { spanning } from './analytics.rules.ts';
import type { DateRange, PersonTally } from './analytics.types.ts';
import { insightsOf } from './insights.rules.ts';
import { byDay, byMonth, byWeek, byWeekday, sumOf } from './trends.rules.ts';

type Repos = AnalyticsRepos & AttendanceRepos & PeopleRepos;

interface Needs {
  readonly clock: Clock;
  readonly repos: Repos;
  readonly settings: SettingsReader;
}

const TOP_PEOPLE = 10;
const RECENT_ACTIVITY = 8;
const ARRIVALS_SHOWN = 100;
const WEEKS_SHOWN = 12;
/** The list of the ten most present people changes slowly and is expensive to compute, so it is cached. */
const TOP_PEOPLE_CACHE_MS = 60_000;

/** Figures of the institution. Those of one person are in `personal.service.ts`. */
export function createAnalyticsService({ clock, repos, settings }: Needs) {
  const topLists = new Map<string, { until: number; list: PersonTally[] }>();

  const topPeople = async (range: DateRange): Promise<PersonTally[]> => {
    const now = clock.now().getTime();
    for (const [key, { until }] of topLists) if (until <= now) topLists.delete(key);
    const key = `${range.from} ${range.to}`;
    const cached = topLists.get(key);
    if (cached) return cached.list;
    const list = await repos.analytics.topPeople(range, TOP_PEOPLE);
    topLists.set(key, { until: now + TOP_PEOPLE_CACHE_MS, list });
    return list;
  };

  const headcount = async () => {
    const byKind = await repos.people.countByKind();
    const students = byKind.student;
    const employees = byKind.teacher + byKind.staff + byKind.employee;
    return { students, employees, total: students + employees };
  };

  return {
    async dashboard() {
      const { date, isWorkingDay, zone } = await settings.today();
      const people = await headcount();
      const today = await repos.analytics.days({ from: date, to: date });
      const { present } = sumOf(today);
      const excused = today.reduce((total, day) => total + day.excused, 0);
      const due = isWorkingDay ? Math.max(present, people.total - excused) : present;
      return {
        zone,
        people,
        present,
        studentsPresent: sumOf(today.filter(({ isStudent }) => isStudent)).present,
        due,
        absent: due - present,
        arrivals: await repos.attendance.latestArrivals(date, ARRIVALS_SHOWN),
      };
    },

    /** Today's figures of the actor's own class and section. */
    async classmates(actor: Actor) {
      const { date, isWorkingDay } = await settings.today();
      const section = (await repos.people.byId(actor.personId))?.classSection;
      if (!section) return { classmates: 0, present: 0, absent: 0 };
      const { people, present, excused } = await repos.analytics.sectionOn(section, date);
      const due = isWorkingDay ? Math.max(present, people - excused) : present;
      return { classmates: people, present, absent: due - present };
    },

    async institution(range: DateRange) {
      const { date } = await settings.today();
      const week = { from: mondayOf(date), to: date };
      const month = { from: firstOfMonth(date), to: date };
      // One read for all trends; this week and this month may be outside the requested range.
      const all = await repos.analytics.days(spanning([range, week, month]));
      const daysIn = ({ from, to }: DateRange) => all.filter((day) => day.date >= from && day.date <= to);
      const days = daysIn(range);
      const months = byMonth(days);
      const total = sumOf(days);
      const weeksFrom = addDays(range.to, -7 * WEEKS_SHOWN);
      return {
        people: await headcount(),
        total,
        months,
        weeks: byWeek(days.filter((day) => day.date >= weeksFrom)),
        weekdays: byWeekday(days),
        daily: byDay(days),
        sections: await repos.analytics.sections(range),
        hours: await repos.analytics.hours(range),
        topPeople: await topPeople(range),
        recent: await repos.attendance.recent(RECENT_ACTIVITY),
        insights: insightsOf(total, months, null),
        thisWeek: sumOf(daysIn(week)).present,
        thisMonth: sumOf(daysIn(month)).present,
      };
    },
  };
}
