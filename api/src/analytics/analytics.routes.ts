import { arrivalText, rangeOf, rateOrZero } from '@rollcall/core/analytics/analytics.rules';
import type { DateRange } from '@rollcall/core/analytics/analytics.types';
import { isPresent } from '@rollcall/core/attendance/attendance-day.rules';
import type { Services } from '@rollcall/core/services';
import { firstOfMonth, type LocalDate, mondayOf } from '@rollcall/core/time/local-date';
import type { z } from 'zod';
import {
  presentPersonRecord,
  presentRecord,
  presentRegisterRow,
} from '../attendance/attendance.presenter.ts';
import { actorOf } from '../http/access.ts';
import { createRouter } from '../http/router.ts';
import { toWireDate } from '../http/wire-time.ts';
import { presentIdentity, presentUser } from '../people/people.presenter.ts';
import * as contract from './analytics.contract.ts';
import {
  basicStats,
  presentDayFrequency,
  presentHour,
  presentMonth,
  presentWeek,
  presentWeekdays,
} from './analytics.presenter.ts';

const RECENT_SHOWN = 8;
const HISTORY_SHOWN = 400;
/** The specification's own rule for the profile page: records of 30 days. */
const PROFILE_DAYS = 30;

type RangeQuery = z.infer<typeof contract.rangeQuery>;

const rangeFrom = ({ range, from, to }: RangeQuery, today: LocalDate): DateRange =>
  from && to ? { from, to } : rangeOf(range, today);

export function analyticsRoutes({ analytics, personal, settings }: Services) {
  return createRouter()
    .openapi(contract.dashboardStats, async (c) => {
      const actor = actorOf(c);
      if (actor.role !== 'admin') {
        const { classmates, present, absent } = await analytics.classmates(actor);
        const attendance_rate = rateOrZero({ present, due: present + absent });
        return c.json(
          {
            stats: {
              total_classmates: classmates,
              present_today: present,
              absent_today: absent,
              attendance_rate,
            },
          },
          200,
        );
      }
      const { zone, people, present, studentsPresent, due, absent, arrivals } = await analytics.dashboard();
      return c.json(
        {
          stats: {
            total_users: people.total,
            today_attendance: present,
            present_today: present,
            absent_today: absent,
            students_present: studentsPresent,
            employees_present: present - studentsPresent,
            attendance_rate: rateOrZero({ present, due }),
            total_registered: people.total,
            attendance_data: arrivals.map(presentRegisterRow(zone)),
          },
        },
        200,
      );
    })
    .openapi(contract.adminAnalytics, async (c) => {
      const { zone, date } = await settings.today();
      const all = await analytics.institution(rangeFrom(c.req.valid('query'), date));
      return c.json(
        {
          analytics: {
            basic_stats: basicStats({
              users: all.people.total,
              total: all.total,
              days: all.daily.length,
              thisWeek: all.thisWeek,
              thisMonth: all.thisMonth,
            }),
            weekly_trends: all.weeks.map(presentWeek),
            monthly_trend: all.months.map(presentMonth('everyone')),
            weekly_pattern: presentWeekdays(all.weekdays),
            attendance_by_time: all.hours.map(presentHour),
            day_frequency: presentDayFrequency(all.weekdays),
            performance_insights: all.insights,
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
          },
          userActivity: all.topPeople.map((row) => ({
            name: row.name,
            attendance_count: row.present,
            percentage: rateOrZero(row),
          })),
        },
        200,
      );
    })
    .openapi(contract.userAnalytics, async (c) => {
      const { zone, date } = await settings.today();
      const mine = await personal.analytics(actorOf(c), rangeFrom(c.req.valid('query'), date));
      const presentSince = (from: LocalDate) =>
        mine.days.filter((day) => day.date >= from && isPresent(day.status)).length;
      return c.json(
        {
          analytics: {
            basic_stats: basicStats({
              users: 1,
              total: mine.totals,
              days: mine.days.length,
              thisWeek: presentSince(mondayOf(date)),
              thisMonth: presentSince(firstOfMonth(date)),
            }),
            weekly_trends: mine.weeks.map(presentWeek),
            monthly_trend: mine.months.map(presentMonth('one')),
            weekly_pattern: presentWeekdays(mine.weekdays),
            attendance_by_time: mine.hours.map(presentHour),
            day_frequency: presentDayFrequency(mine.weekdays),
            performance_insights: mine.insights,
            recent_attendance: mine.days.slice(0, RECENT_SHOWN).map(presentRecord(zone)),
            streak: mine.streaks,
          },
        },
        200,
      );
    })
    .openapi(contract.myAttendance, async (c) => {
      const { zone, date, isWorkingDay } = await settings.today();
      const { days, totals, thisMonth } = await personal.attendance(actorOf(c));
      return c.json(
        {
          total_days: totals.due,
          attended_days: totals.present,
          attendance_rate: rateOrZero(totals),
          this_month: thisMonth,
          today: { date: toWireDate(date), due: isWorkingDay },
          attendance: days.slice(0, HISTORY_SHOWN).map(presentRecord(zone)),
        },
        200,
      );
    })
    .openapi(contract.attendanceStats, async (c) => {
      const { totals, streaks } = await personal.attendance(actorOf(c));
      return c.json(
        {
          total_days: totals.due,
          attended_days: totals.present,
          attendance_rate: rateOrZero(totals),
          current_streak: streaks.current,
          longest_streak: streaks.longest,
        },
        200,
      );
    })
    .openapi(contract.myProfile, async (c) => {
      const mine = await personal.profile(actorOf(c));
      return c.json(
        {
          profile: presentIdentity(mine.person),
          total_logins: mine.logins,
          consecutive_days: mine.streaks.current,
          best_month: mine.bestMonth?.month ?? 'N/A',
          avg_daily_time: arrivalText(mine.totals.averageArrival),
          achievements: mine.achievements,
        },
        200,
      );
    })
    .openapi(contract.profileOf, async (c) => {
      const { zone } = await settings.today();
      const { person, days, totals } = await personal.profileOf(actorOf(c), c.req.valid('param').id);
      const records = days.filter((day) => isPresent(day.status)).length;
      return c.json(
        {
          user: presentUser(person),
          attendance_history: days.slice(0, HISTORY_SHOWN).map(presentRecord(zone)),
          total_days: totals.present,
          attendance_rate: Math.min(100, Math.round((records / PROFILE_DAYS) * 1000) / 10),
          average_check_in: arrivalText(totals.averageArrival),
        },
        200,
      );
    });
}
