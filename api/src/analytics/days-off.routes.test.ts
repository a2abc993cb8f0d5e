import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, rollupDifferences, statusOf } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let student: string;

/** D-1 comes on all seven days of the week, D-2 never. */
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-01T03:00:00Z'); // Sunday in Kathmandu
  await app.person('D-1');
  await app.person('D-2');
  for (const day of ['02', '03', '04', '05', '06', '07', '08']) {
    app.clock.set(`2026-03-${day}T03:00:00Z`);
    await checkIn(app, 'D-1');
    app.clock.set(`2026-03-${day}T05:00:00Z`);
    await app.services.closing.closeDueDays();
  }
  student = await app.signIn('d-1');
});
afterAll(() => app.close());

const institution = async (query = '') => (await app.admin('GET', `/admin/analytics${query}`)).body.analytics;
const mine = async (path: string) => (await app.call('GET', path, { token: student })).body;

describe('a visit on a day off', () => {
  it('is recorded and shown as one', async () => {
    const saturday = await statusOf(app, 'D-1', '03_07_26');
    expect(saturday?.[0]).toBe('present');
    expect(saturday?.[1]).toContain('A day off, so it counts in no rate.');
    const { body } = await app.admin('GET', '/admin/attendance-rows?from=2026-03-07&to=2026-03-08');
    expect(body.rows.map((row: { basis: { dayOff: boolean } }) => row.basis.dayOff)).toEqual([true, true]);
    const { stats } = (await app.admin('GET', '/dashboard/stats')).body; // Sunday
    expect(stats).toMatchObject({ present_today: 1, absent_today: 0, attendance_rate: null });
  });

  it('is not an open day of the institution', async () => {
    const analytics = await institution();
    expect(analytics.basic_stats).toMatchObject({
      total_days: 10,
      attended_days: 5,
      attendance_rate: 50,
      this_week: 5,
      this_month: 5,
      average_daily: 1,
    });
    expect(analytics.monthly_trend).toEqual([
      { month: '2026-03', attendance: 1, students: 1, employees: 0, rate: 50 },
    ]);
    expect(analytics.weekly_pattern[5]).toMatchObject({ day: 'Saturday', count: 0, percentage: 0 });
    expect(analytics.daily_attendance).toHaveLength(5);
    expect(analytics.attendance_by_time).toEqual([{ time: '08:00', count: 5 }]);
    expect(analytics.class_wise_stats[0]).toMatchObject({ attendance: 5, rate: 50 });
    expect(analytics.top_attendees[0]).toMatchObject({ user_id: 'D-1', days: 5, rate: 100 });
    const weekend = await institution('?from=2026-03-06&to=2026-03-07');
    expect(weekend.basic_stats).toMatchObject({ total_days: 2, attended_days: 1, average_daily: 1 });
    expect(weekend.top_attendees[0]).toMatchObject({ days: 1 });
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('neither lengthens nor breaks a streak of the person', async () => {
    expect(await mine('/user/attendance-stats')).toEqual({
      total_days: 5,
      attended_days: 5,
      attendance_rate: 100,
      current_streak: 5,
      longest_streak: 5,
    });
    const { analytics } = await mine('/user/analytics');
    expect(analytics.basic_stats).toMatchObject({ this_week: 5, this_month: 5, average_daily: 1 });
    expect(analytics.recent_attendance).toHaveLength(7);
    expect(analytics.weekly_pattern[5]).toMatchObject({ count: 0, percentage: 0 });
  });

  it('is in no rate of the reports', async () => {
    const { rows } = (await app.admin('GET', '/admin/register?month=2026-03')).body;
    const own = rows.find(({ user_id }: { user_id: string }) => user_id === 'D-1');
    expect(own).toMatchObject({ present: 5, rate: 100 });
    expect(own.marks.filter((mark: string | null) => mark === 'on_time')).toHaveLength(7);
    const summary = await app.download('/admin/reports/summary?from=2026-03-01&to=2026-03-08&format=csv');
    const line = (await summary.text()).split('\r\n').find((text) => text.includes('D-1'));
    expect(line).toContain(',5,5,');
  });
});

describe('personal analytics', () => {
  it('count this week and this month whatever the range, and days of leave not at all', async () => {
    app.clock.set('2026-03-09T05:00:00Z');
    const leave = { user_id: 'D-1', from: '2026-03-09', to: '2026-03-09', reason: 'Dentist' };
    await app.admin('POST', '/admin/leaves', leave);
    student = await app.signIn('d-1');
    const { analytics } = await mine('/user/analytics?from=2026-03-02&to=2026-03-03');
    expect(analytics.basic_stats).toMatchObject({ attended_days: 2, this_week: 0, this_month: 5 });
    const all = await mine('/user/analytics');
    expect(all.analytics.basic_stats.average_daily).toBe(1);
  });
});

describe('weekly trends', () => {
  it('begin on a Monday with the whole week', async () => {
    // 84 days before Thursday 28 May is Thursday 5 March.
    const { weekly_trends } = await institution('?from=2026-01-01&to=2026-05-28');
    expect(weekly_trends[0]).toEqual({ week: '2026-03-02', attendance: 5, rate: 50 });
  });
});
