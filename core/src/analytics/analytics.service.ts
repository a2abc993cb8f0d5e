import type { Actor } from '../access.ts';
import type { DayOfPerson } from '../attendance/attendance.types.ts';
import type { Ports } from '../ports.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { addDays, firstOfMonth } from '../time/local-date.ts';
import { lastDays } from './analytics.rules.ts';
import type { DateRange, Tally } from './analytics.types.ts';
import { insightsOf } from './insights.rules.ts';

type Needs = Pick<Ports, 'repos'> & { settings: SettingsService };

const TOP_PEOPLE = 10;
const RECENT_ACTIVITY = 8;
const WEEKS_SHOWN = 12;

const sum = (tallies: readonly Tally[]): Tally => ({
  present: tallies.reduce((total, { present }) => total + present, 0),
  due: tallies.reduce((total, { due }) => total + due, 0),
});

/** Figures about everybody. One person's own figures are in `personal.service.ts`. */
export function createAnalyticsService({ repos, settings }: Needs) {
  const headcount = async () => {
    const byKind = await repos.people.countByKind();
    const students = byKind.student;
    const employees = byKind.teacher + byKind.staff + byKind.employee;
    return { students, employees, total: students + employees };
  };

  return {
    async dashboard() {
      const { date, isWorkingDay } = await settings.today();
      const people = await headcount();
      const today = await repos.analytics.today(date);
      const rows: DayOfPerson[] = await repos.attendance.presentOn(date);
      const due = isWorkingDay ? people.total - today.excused : today.present;
      return { date, people, today, due, absent: Math.max(0, due - today.present), rows };
    },

    /** What a student sees of today: their own class and section. */
    async classmates(actor: Actor) {
      const { date, isWorkingDay } = await settings.today();
      const me = await repos.people.byId(actor.personId);
      const section = me?.classSection;
      if (!section) return { classmates: 0, present: 0, absent: 0 };
      const classmates = await repos.analytics.sectionSize(section);
      const { present, excused } = await repos.analytics.today(date, section);
      const due = isWorkingDay ? classmates - excused : present;
      return { classmates, present, absent: Math.max(0, due - present) };
    },

    async institution(range: DateRange) {
      const { date } = await settings.today();
      const months = await repos.analytics.months(range);
      const weeks = await repos.analytics.weeks({
        from:
          range.from > addDays(range.to, -7 * WEEKS_SHOWN) ? range.from : addDays(range.to, -7 * WEEKS_SHOWN),
        to: range.to,
      });
      const total = sum(months);
      return {
        date,
        people: await headcount(),
        total,
        months,
        weeks,
        weekdays: await repos.analytics.weekdays(range),
        sections: await repos.analytics.sections(range),
        hours: await repos.analytics.hours(range),
        topPeople: await repos.analytics.topPeople(range, TOP_PEOPLE),
        recent: await repos.attendance.recent(RECENT_ACTIVITY),
        insights: insightsOf(total, months, null),
        thisWeek: await repos.analytics.totalCheckIns(lastDays(date, 7)),
        thisMonth: await repos.analytics.totalCheckIns({ from: firstOfMonth(date), to: date }),
        daily: await repos.analytics.dailyPresence(range),
      };
    },
  };
}
