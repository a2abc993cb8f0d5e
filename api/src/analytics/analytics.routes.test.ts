import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, markAbsent } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let student: string;

/** Three people over two weeks. 08:45 is on time, 09:20 is late. */
const AT = { onTime: '03:00', late: '03:35' };
const PLAN: Record<string, Record<string, keyof typeof AT | 'absent'>> = {
  'M-1': { '2026-02-23': 'onTime', '2026-02-24': 'late', '2026-02-25': 'absent', '2026-03-02': 'onTime' },
  'M-2': { '2026-02-23': 'onTime', '2026-02-24': 'absent', '2026-03-02': 'absent' },
  'M-3': { '2026-02-23': 'onTime' },
};

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-02-22T04:00:00Z');
  await app.person('M-1');
  await app.person('M-2');
  await app.person('M-3', { type: 'teacher' });
  for (const [code, days] of Object.entries(PLAN)) {
    for (const [day, what] of Object.entries(days)) {
      if (what === 'absent') {
        await markAbsent(app, code, day);
        continue;
      }
      app.clock.set(`${day}T${AT[what]}:00Z`);
      await checkIn(app, code);
    }
  }
  app.clock.set('2026-03-02T06:00:00Z');
  student = await app.signIn('m-1');
});
afterAll(() => app.close());

const mine = async (path: string) => (await app.call('GET', path, { token: student })).body;

describe("the administrator's dashboard", () => {
  it('counts the rows of today', async () => {
    const { stats } = (await app.admin('GET', '/dashboard/stats')).body;
    expect(stats).toEqual({
      total_users: 3,
      today_attendance: 1,
      present_today: 1,
      absent_today: 1,
      not_yet_here: 1,
      expected_today: 3,
      students_present: 1,
      employees_present: 0,
      attendance_rate: 33.3,
      total_registered: 3,
      attendance_data: [{ Name: 'Person M-1', Roll: 'M-1', Time: '08:45', Type: 'student' }],
    });
  });

  it('counts nobody as absent on a day off', async () => {
    app.clock.set('2026-03-07T06:00:00Z');
    const { stats } = (await app.admin('GET', '/dashboard/stats')).body;
    expect(stats).toMatchObject({
      present_today: 0,
      absent_today: 0,
      not_yet_here: 0,
      attendance_rate: null,
    });
    app.clock.set('2026-03-02T06:00:00Z');
  });
});

describe('institution analytics', () => {
  it('add up by month, week and weekday', async () => {
    const { analytics, userActivity } = (await app.admin('GET', '/admin/analytics')).body;
    expect(analytics.basic_stats).toMatchObject({
      total_users: 3,
      total_days: 8,
      attended_days: 5,
      attendance_rate: 62.5,
      this_week: 1, // a Monday
      this_month: 1,
    });
    expect(analytics.monthly_trend).toEqual([
      { month: '2026-02', attendance: 1.3, students: 1, employees: 0.3, rate: 66.7 },
      { month: '2026-03', attendance: 1, students: 1, employees: 0, rate: 50 },
    ]);
    expect(
      analytics.weekly_trends.map(({ week, rate }: { week: string; rate: number }) => [week, rate]),
    ).toEqual([
      ['2026-02-23', 66.7],
      ['2026-03-02', 50],
    ]);
    expect(analytics.weekly_pattern).toHaveLength(7);
    expect(analytics.weekly_pattern[0]).toMatchObject({
      day: 'Monday',
      count: 4,
      percentage: 80,
      status: 'Excellent',
      avg_time: '08:45',
    });
    expect(analytics.weekly_pattern[6]).toMatchObject({
      day: 'Sunday',
      count: 0,
      percentage: 0,
      avg_time: 'N/A',
    });
    expect(analytics.attendance_by_time).toEqual([
      { time: '08:00', count: 4 },
      { time: '09:00', count: 1 },
    ]);
    expect(analytics.class_wise_stats).toEqual([
      { class_section: 'CS-A', students: 2, attendance: 4, rate: 57.1 },
    ]);
    expect(userActivity[0]).toEqual({ name: 'Person M-1', attendance_count: 3, percentage: 75 });
    expect(analytics.performance_insights.goal).toBe('62.5% attendance, 12.5 points below the 75% goal.');
    expect(analytics.performance_insights.trend).toBe('Down 16.7 points from the month before.');
  });

  it('answer a range of dates, and need both dates', async () => {
    const { analytics } = (await app.admin('GET', '/admin/analytics?from=2026-02-24&to=2026-02-25')).body;
    expect(analytics.basic_stats).toMatchObject({ total_days: 3, attended_days: 1 });
    expect(analytics.daily_attendance).toEqual([
      { date: '02_24_26', count: 1 },
      { date: '02_25_26', count: 0 },
    ]);
    const half = await app.admin('GET', '/admin/analytics?from=2026-02-24');
    expect([half.status, half.body.message]).toEqual([400, 'Please select both start and end dates']);
    expect((await app.admin('GET', '/admin/analytics?from=2026-02-24&to=2026-02-23')).status).toBe(400);
  });

  it('are empty without data', async () => {
    const { analytics } = (await app.admin('GET', '/admin/analytics?from=2020-01-01&to=2020-02-01')).body;
    expect(analytics.monthly_trend).toEqual([]);
    expect(analytics.basic_stats.attendance_rate).toBe(0);
    expect(analytics.performance_insights.goal).toContain('There is no attendance yet.');
  });
});

describe('personal analytics', () => {
  it('count only the days of the person', async () => {
    expect(await mine('/user/my-attendance')).toMatchObject({
      total_days: 4,
      attended_days: 3,
      attendance_rate: 75,
      this_month: 1,
    });
    expect(await mine('/user/attendance-stats')).toEqual({
      total_days: 4,
      attended_days: 3,
      attendance_rate: 75,
      current_streak: 1,
      longest_streak: 2,
    });
    const { analytics } = await mine('/user/analytics?range=thisyear');
    expect(analytics.monthly_trend.map(({ attendance }: { attendance: number }) => attendance)).toEqual([
      2, 1,
    ]);
    expect(analytics.performance_insights.achievement).toBe('Longest streak: 2 days present in a row.');
    expect(analytics.recent_attendance[0]).toMatchObject({ date: '03_02_26', status: 'present' });
  });

  it('include a profile', async () => {
    const { body } = await app.call('GET', '/user/my-profile', { token: student });
    expect(body).toMatchObject({
      profile: { id: 'M-1', name: 'Person M-1', type: 'student', class_section: 'CS-A' },
      total_logins: 2,
      consecutive_days: 1,
      best_month: '2026-03',
      avg_daily_time: '08:57',
    });
    expect(body.achievements.map(({ id }: { id: string }) => id)).toEqual(['first-day']);
  });

  it('show a student how many classmates are present today', async () => {
    const { stats } = await mine('/dashboard/stats');
    expect(stats).toEqual({
      total_classmates: 2,
      present_today: 1,
      absent_today: 1,
      not_yet_here: 0,
      attendance_rate: 50,
    });
  });

  it('use the rate of the specification on the profile page: presences of 30 days', async () => {
    const body = await mine('/profile/M-1');
    expect(body).toMatchObject({ total_days: 3, attendance_rate: 10, average_check_in: '08:57' });
  });
});

describe('follow-up lists', () => {
  it('name absentees: people due and not seen, before and after the day is closed', async () => {
    const { body } = await app.admin('GET', '/admin/absentees');
    expect(body).toEqual({
      date: '03_02_26',
      due: true,
      expected: 3,
      absentees: [
        { user_id: 'M-2', name: 'Person M-2', type: 'student', class_section: 'CS-A' },
        { user_id: 'M-3', name: 'Person M-3', type: 'teacher', class_section: null },
      ],
    });
    const before = (await app.admin('GET', '/admin/absentees?date=2015-03-02')).body;
    expect(before).toMatchObject({ due: true, expected: 0, absentees: [] }); // before anybody was registered
    app.clock.set('2026-03-07T06:00:00Z');
    expect((await app.admin('GET', '/admin/absentees')).body).toMatchObject({ due: false, absentees: [] });
    const friday = (await app.admin('GET', '/admin/absentees?date=2026-03-02')).body;
    expect([friday.due, friday.absentees.length]).toEqual([true, 2]);
    app.clock.set('2026-03-02T06:00:00Z');
  });

  it('name people absent several days in a row, with the day they were last seen', async () => {
    await markAbsent(app, 'M-2', '2026-02-25');
    const { body } = await app.admin('GET', '/admin/attention');
    expect(body.in_a_row).toEqual([
      {
        user_id: 'M-2',
        name: 'Person M-2',
        type: 'student',
        class_section: 'CS-A',
        days: 3,
        last_seen: '02_23_26',
      },
    ]);
    expect(body.target).toBe(75);
    expect(body.below_target).toEqual([]); // four due days are too few
  });

  it('name people below the target once there are enough due days', async () => {
    await markAbsent(app, 'M-2', '2026-02-26');
    const { body } = await app.admin('GET', '/admin/attention');
    expect(body.below_target).toEqual([
      { user_id: 'M-2', name: 'Person M-2', type: 'student', days: 1, due: 5, rate: 20 },
    ]);
  });
});

describe('attendance rows', () => {
  it('are filtered by day, section, status and weekday, and paged', async () => {
    const query = '/admin/attendance-rows?from=2026-02-23&to=2026-02-24&section=CS-A';
    const { body } = await app.admin('GET', `${query}&limit=2`);
    expect([body.total, body.rows.length, body.rows[0].date]).toEqual([4, 2, '02_24_26']);
    const late = await app.admin('GET', `${query}&status=late`);
    expect(late.body.rows.map(({ user_id }: { user_id: string }) => user_id)).toEqual(['M-1']);
    expect((await app.admin('GET', `${query}&status=present`)).body.total).toBe(3);
    const tuesdays = await app.admin('GET', `${query}&weekday=2`);
    expect(tuesdays.body.rows.map(({ date }: { date: string }) => date)).toEqual(['02_24_26', '02_24_26']);
  });
});
