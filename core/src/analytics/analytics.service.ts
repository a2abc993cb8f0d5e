import type { Actor } from '../access.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { addDays, firstOfMonth, mondayOf } from '../time/local-date.ts';
import { spanning } from './analytics.rules.ts';
import type { DateRange, PersonTally } from './analytics.types.ts';
import { insightsOf } from './insights.rules.ts';
import { byDay, byMonth, byWeek, byWeekday, sumOf } from './trend.rules.ts';

type Needs = Pick<Ports, 'clock' | 'repos'> & { settings: SettingsService };

const TOP_PEOPLE = 10;
const RECENT_ACTIVITY = 8;
const ARRIVALS_SHOWN = 100;
const WEEKS_SHOWN = 12;
/** A list of the ten most present people changes slowly; adding up everybody for it does not need to happen often. */
const TOP_PEOPLE_FRESH_MS = 60_000;

/** Figures about everybody. One person's own figures are in `personal.service.ts`. */
export function createAnalyticsService({ clock, repos, settings }: Needs) {
  const topLists = new Map<string, { until: number; list: PersonTally[] }>();

  const topPeople = async (range: DateRange): Promise<PersonTally[]> => {
    const now = clock.now().getTime();
    for (const [key, { until }] of topLists) if (until <= now) topLists.delete(key);
    const key = `${range.from} ${range.to}`;
    const known = topLists.get(key);
    if (known) return known.list;
    const list = await repos.analytics.topPeople(range, TOP_PEOPLE);
    topLists.set(key, { until: now + TOP_PEOPLE_FRESH_MS, list });
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

    /** What a student sees of today: their own class and section. */
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
      // One read for all trends; "this week" and "this month" may lie outside the range that was asked for.
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
