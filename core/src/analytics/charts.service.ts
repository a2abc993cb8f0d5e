import { ruleOnDay } from '../attendance/attendance-day.rules.ts';
import type { Events } from '../events/events.ports.ts';
import { type Actor, type Reach, requireReach } from '../kernel/access.ts';
import type { Clock } from '../kernel/clock.ts';
import { addDays, addMonths, firstOfMonth, minutesOf, mondayOf } from '../kernel/local-date.ts';
import type { SettingsReader } from '../settings/settings.ports.ts';
import type { AnalyticsRepos } from './analytics.ports.ts';
import type { DateRange } from './analytics.types.ts';
import { rankSections } from './charts.rules.ts';
import { createKeptLists } from './kept-lists.ts';

interface Needs {
  readonly clock: Clock;
  readonly events: Events;
  readonly repos: AnalyticsRepos;
  readonly settings: SettingsReader;
}

const DAY_WEEKS = 12;
const TREND_WEEKS = 26;
const YEAR_WEEKS = 53;
const ARRIVALS_EVERY_MINUTES = 5;
/** Longer holidays have no day before to compare with. */
const SCHOOL_DAY_WITHIN = 60;
const FALL_WEEKS = 4;
const FALL = { points: 5, minimumDue: 5, limit: 8 };

/**
 * Figures behind the pictures, of everybody whom the actor reaches: the institution, the sections of an office, the
 * people of a teacher's classes, or the actor alone. Each covers a bounded range.
 */
export function createChartService({ clock, events, repos, settings }: Needs) {
  /** The last four weeks, and the four before them; the range that `createKeptLists` keeps by is both. */
  const halves = ({ from, to }: DateRange) => {
    const middle = addDays(from, 7 * FALL_WEEKS);
    return { before: { from, to: addDays(middle, -1) }, after: { from: middle, to } };
  };
  const largestFalls = createKeptLists({ clock, events }, (range: DateRange, reach: Reach) => {
    const { before, after } = halves(range);
    return repos.charts.falls(before, after, FALL, reach);
  });

  /**
   * The last day of which a rate says anything: today once it is closed, else yesterday. Before that only those who came
   * have a verdict, and every rate of the day is 100 %.
   */
  const lastDay = async () => {
    const { date } = await settings.today();
    return (await repos.charts.isClosed(date)) ? date : addDays(date, -1);
  };

  return {
    /** The last days, by status. */
    async days(actor: Actor, section?: string) {
      const date = await lastDay();
      const range = { from: addDays(mondayOf(date), -7 * (DAY_WEEKS - 1)), to: date };
      const reach = requireReach(actor, 'dashboard.read');
      return { ...range, days: await repos.charts.statusDays(range, reach, section) };
    },

    /** The last twelve months in whole weeks. */
    async year(actor: Actor, section?: string) {
      const date = await lastDay();
      const range = { from: addDays(mondayOf(date), -7 * (YEAR_WEEKS - 1)), to: date };
      const reach = requireReach(actor, 'dashboard.read');
      return { ...range, days: await repos.charts.dates(range, reach, section) };
    },

    /** The last weeks of every section, this week included. */
    async sectionWeeks(actor: Actor) {
      const date = await lastDay();
      const range = { from: addDays(mondayOf(date), -7 * (TREND_WEEKS - 1)), to: date };
      const reach = requireReach(actor, 'dashboard.read');
      return { ...range, weeks: await repos.charts.sectionPeriods('week', range, reach) };
    },

    /** Sections by their rate in the last month with attendance, with the month before. */
    async sectionRanks(actor: Actor) {
      const date = await lastDay();
      const range = { from: addMonths(firstOfMonth(date), -2), to: date };
      const reach = requireReach(actor, 'dashboard.read');
      return rankSections(await repos.charts.sectionPeriods('month', range, reach), firstOfMonth(date));
    },

    /** Today's arrivals and those of the school day before, with the times that decide about being late. */
    async arrivals(actor: Actor) {
      const reach = requireReach(actor, 'dashboard.read');
      const { date, zone, isWorkingDay } = await settings.today();
      const rule = ruleOnDay(await settings.timeSettingsOn(date), date, zone);
      const before = await repos.charts.schoolDayBefore(date, SCHOOL_DAY_WITHIN);
      const dates = before === null ? [date] : [date, before];
      const counts = await repos.charts.arrivals(dates, ARRIVALS_EVERY_MINUTES, reach);
      const on = (day: string | null) => counts.filter((each) => each.date === day);
      return {
        date,
        isWorkingDay,
        everyMinutes: ARRIVALS_EVERY_MINUTES,
        start: minutesOf(rule.startTime),
        onTimeUntil: minutesOf(rule.startTime) + rule.graceMinutes,
        cutoff: minutesOf(rule.cutoffTime),
        arrivals: on(date),
        before: before && { date: before, arrivals: on(before) },
      };
    },

    /** People whose rate of the last four weeks is lowest against the four weeks before, with their eight weeks. */
    async falls(actor: Actor) {
      const reach = requireReach(actor, 'dashboard.read');
      const date = await lastDay();
      const range = { from: addDays(date, 1 - 14 * FALL_WEEKS), to: date };
      const falls = await largestFalls(range, reach);
      const weeks = await repos.charts.weeksOf(
        falls.map(({ personId }) => personId),
        range,
      );
      const people = await repos.analytics.withNames(falls);
      return {
        ...range,
        weeks: 2 * FALL_WEEKS,
        people: people.flatMap(({ personId, ...person }) => {
          const fall = falls.find((each) => each.personId === personId);
          return fall
            ? { ...person, before: fall.before, weeks: weeks.filter((week) => week.personId === personId) }
            : [];
        }),
      };
    },
  };
}
