import type { MissingPerson } from '@rollcall/core/analytics/analytics.ports';
import {
  arrivalText,
  rateOf,
  rateOrZero,
  WEEKDAY_NAMES,
  weeklyStatus,
} from '@rollcall/core/analytics/analytics.rules';
import type {
  HourTally,
  MonthTally,
  Tally,
  WeekdayTally,
  WeekTally,
} from '@rollcall/core/analytics/analytics.types';
import { fullWeek } from '@rollcall/core/analytics/trends.rules';
import { isPresent } from '@rollcall/core/attendance/attendance-day.rules';
import { type LocalDate, timeOfMinutes } from '@rollcall/core/kernel/local-date';
import type { Zone } from '@rollcall/core/kernel/zones/zone';
import type { Services } from '@rollcall/core/services';
import type { z } from 'zod';
import { presentArrival, presentPersonRecord, presentRecord } from '../attendance/attendance.presenter.ts';
import { toWireDate } from '../http/contract-parts.ts';
import { presentIdentity, presentUser } from '../people/people.presenter.ts';
import type * as wire from './analytics.contract.ts';
import type { wireAbsentee, wireAttention } from './follow-up.contract.ts';

type Dashboard = Awaited<ReturnType<Services['analytics']['dashboard']>>;
type Classmates = Awaited<ReturnType<Services['analytics']['classmates']>>;
type Institution = Awaited<ReturnType<Services['analytics']['institution']>>;
type OwnAnalytics = Awaited<ReturnType<Services['personal']['analytics']>>;
type OwnAttendance = Awaited<ReturnType<Services['personal']['attendance']>>;
type OwnProfile = Awaited<ReturnType<Services['personal']['profile']>>;
type Profile = Awaited<ReturnType<Services['personal']['profileOf']>>;
type Attention = Awaited<ReturnType<Services['followUp']['attention']>>;

const RECENT_SHOWN = 8;
const HISTORY_SHOWN = 400;
/** The specification's score on the profile page: presences per 30. */
const SCORE_DAYS = 30;

const perDay = (count: number, days: number): number =>
  days === 0 ? 0 : Math.round((count / days) * 10) / 10;

export const presentAdminStats = (today: Dashboard): z.infer<typeof wire.wireAdminStats> => ({
  total_users: today.people.total,
  today_attendance: today.present,
  present_today: today.present,
  absent_today: today.absent,
  not_yet_here: today.notYet,
  expected_today: today.due,
  students_present: today.studentsPresent,
  employees_present: today.present - today.studentsPresent,
  attendance_rate: today.rate,
  total_registered: today.people.total,
  attendance_data: today.arrivals.map(presentArrival(today.zone)),
});

export const presentStudentStats = ({
  classmates,
  present,
  absent,
  notYet,
  rate,
}: Classmates): z.infer<typeof wire.wireStudentStats> => ({
  total_classmates: classmates,
  present_today: present,
  absent_today: absent,
  not_yet_here: notYet,
  attendance_rate: rate,
});

/** For the institution the figures are people per open day, for one person they are days. */
const presentMonth =
  (of: 'institution' | 'person') =>
  (row: MonthTally): z.infer<typeof wire.wireMonth> => {
    const shown = (count: number) => (of === 'institution' ? perDay(count, row.days) : count);
    return {
      month: row.month,
      attendance: shown(row.present),
      students: shown(row.studentsPresent),
      employees: shown(row.present - row.studentsPresent),
      rate: rateOrZero(row),
    };
  };

function presentWeekdays(rows: readonly WeekdayTally[]): z.infer<typeof wire.wireWeekday>[] {
  return fullWeek(rows).map((row) => {
    const percentage = rateOrZero(row);
    return {
      day: WEEKDAY_NAMES[row.weekday - 1] ?? '',
      average: perDay(row.present, row.days),
      percentage,
      students: perDay(row.studentsPresent, row.days),
      employees: perDay(row.present - row.studentsPresent, row.days),
      count: row.present,
      avg_time: arrivalText(row.averageArrival),
      status: weeklyStatus(percentage),
    };
  });
}

/** The share of all presences that falls on each weekday. */
function presentDayFrequency(rows: readonly WeekdayTally[]) {
  const all = rows.reduce((total, { present }) => total + present, 0);
  return fullWeek(rows).map((row) => ({
    name: WEEKDAY_NAMES[row.weekday - 1] ?? '',
    count: row.present,
    percentage: rateOrZero({ present: row.present, due: all }),
  }));
}

const presentWeek = (row: WeekTally) => ({ week: row.week, attendance: row.present, rate: rateOrZero(row) });

const presentHour = ({ hour, count }: HourTally) => ({ time: timeOfMinutes(hour * 60), count });

const presentInsights = ({ insights, trendPoints }: Pick<Institution, 'insights' | 'trendPoints'>) => ({
  goal: insights.goal,
  trend: insights.trend,
  achievement: insights.achievement,
  trend_points: trendPoints,
});

const presentTotals = (totals: Tally) => ({
  total_days: totals.due,
  attended_days: totals.present,
  attendance_rate: rateOrZero(totals),
});

export const presentInstitution = (
  all: Institution,
  zone: Zone,
): z.infer<typeof wire.wireAdminAnalytics> => ({
  basic_stats: {
    total_users: all.people.total,
    ...presentTotals(all.total),
    this_week: all.thisWeek,
    this_month: all.thisMonth,
    average_daily: perDay(all.total.present, all.daily.length),
  },
  weekly_trends: all.weeks.map(presentWeek),
  monthly_trend: all.months.map(presentMonth('institution')),
  weekly_pattern: presentWeekdays(all.weekdays),
  attendance_by_time: all.hours.map(presentHour),
  day_frequency: presentDayFrequency(all.weekdays),
  performance_insights: presentInsights(all),
  class_wise_stats: all.sections.map((row) => ({
    class_section: row.section,
    students: row.people,
    attendance: row.present,
    rate: rateOrZero(row),
  })),
  top_attendees: all.topPeople.map((row) => ({
    user_id: row.code,
    name: row.name,
    type: row.kind,
    days: row.present,
    rate: rateOrZero(row),
  })),
  recent_system_activity: all.recent.map(presentPersonRecord(zone)),
  daily_attendance: all.daily.map((row) => ({ date: toWireDate(row.date), count: row.present })),
});

export const presentUserActivity = (all: Institution): z.infer<typeof wire.wireUserActivity>[] =>
  all.topPeople.map((row) => ({
    name: row.name,
    attendance_count: row.present,
    percentage: rateOrZero(row),
  }));

export const presentOwnAnalytics = (
  own: OwnAnalytics,
  zone: Zone,
): z.infer<typeof wire.wireUserAnalytics> => ({
  basic_stats: {
    total_users: 1,
    ...presentTotals(own.totals),
    this_week: own.thisWeek,
    this_month: own.thisMonth,
    average_daily: perDay(own.totals.present, own.totals.due),
  },
  weekly_trends: own.weeks.map(presentWeek),
  monthly_trend: own.months.map(presentMonth('person')),
  weekly_pattern: presentWeekdays(own.weekdays),
  attendance_by_time: own.hours.map(presentHour),
  day_frequency: presentDayFrequency(own.weekdays),
  performance_insights: presentInsights(own),
  recent_attendance: own.days.slice(0, RECENT_SHOWN).map(presentRecord(zone)),
  streak: own.streaks,
});

export const presentOwnAttendance = (
  own: OwnAttendance,
  today: { zone: Zone; date: LocalDate; isWorkingDay: boolean },
): z.infer<typeof wire.wireMyAttendance> => ({
  ...presentTotals(own.totals),
  this_month: own.thisMonth,
  today: { date: toWireDate(today.date), due: today.isWorkingDay },
  attendance: own.days.slice(0, HISTORY_SHOWN).map(presentRecord(today.zone)),
});

export const presentOwnStats = ({
  totals,
  streaks,
}: OwnAttendance): z.infer<typeof wire.wireAttendanceStats> => ({
  ...presentTotals(totals),
  current_streak: streaks.current,
  longest_streak: streaks.longest,
});

export const presentOwnProfile = (own: OwnProfile): z.infer<typeof wire.wireMyProfile> => ({
  profile: presentIdentity(own.person),
  total_logins: own.logins,
  consecutive_days: own.streaks.current,
  best_month: own.bestMonth?.month ?? 'N/A',
  avg_daily_time: arrivalText(own.totals.averageArrival),
  achievements: own.achievements.map(({ id, icon, name, description }) => ({ id, icon, name, description })),
});

export function presentProfile(
  { person, days, totals }: Profile,
  zone: Zone,
): z.infer<typeof wire.wireProfile> {
  const presences = days.filter((day) => isPresent(day.status)).length;
  return {
    user: presentUser(person),
    attendance_history: days.slice(0, HISTORY_SHOWN).map(presentRecord(zone)),
    total_days: totals.present,
    attendance_rate: Math.min(100, Math.round((presences / SCORE_DAYS) * 1000) / 10),
    rate: rateOf(totals),
    present_days: totals.present,
    due_days: totals.due,
    average_check_in: arrivalText(totals.averageArrival),
  };
}

export const presentAbsentee = ({
  code,
  name,
  kind,
  classSection,
}: MissingPerson): z.infer<typeof wireAbsentee> => ({
  user_id: code,
  name,
  type: kind,
  class_section: classSection,
});

export const presentAttention = ({
  target,
  range,
  inARow,
  belowTarget,
}: Attention): z.infer<typeof wireAttention> => ({
  target,
  from: range.from,
  to: range.to,
  in_a_row: inARow.map((person) => ({
    ...presentAbsentee(person),
    days: person.days,
    last_seen: person.lastSeenOn && toWireDate(person.lastSeenOn),
  })),
  below_target: belowTarget.map((person) => ({
    user_id: person.code,
    name: person.name,
    type: person.kind,
    days: person.present,
    due: person.due,
    rate: rateOrZero(person),
  })),
});
