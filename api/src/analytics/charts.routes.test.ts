import type { Actor } from '@rollcall/core/kernel/access';
import { localDate } from '@rollcall/core/kernel/local-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, markAbsent, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const OWNER: Actor = {
  personId: 0,
  role: 'owner',
  name: 'Owner',
  code: 'admin',
  hasAttendance: false,
  sections: null,
  classIds: [],
  sessionId: 1,
  onlyActions: null,
  mustDo: null,
  confirmedAt: null,
  address: '192.0.2.1',
};

let app: TestApp;
let student: string;

/** 08:45 is on time, 09:20 late, in the zone of the tests. */
const AT = { onTime: '03:00', late: '03:35' };
const TODAY = '2026-03-02'; // a Monday
/** C-1 was excused for a day and came on a Saturday, which counts in no rate. */
const PLAN: Record<string, Record<string, keyof typeof AT | 'absent'>> = {
  'C-1': {
    '2026-02-02': 'onTime',
    '2026-02-03': 'late',
    '2026-02-04': 'absent',
    '2026-02-07': 'onTime',
    '2026-02-26': 'onTime',
    [TODAY]: 'late',
  },
  'C-2': { '2026-02-02': 'absent', '2026-02-26': 'onTime', [TODAY]: 'onTime' },
};
const FELL = 'C-3';

const record = async (code: string, day: string, what: keyof typeof AT | 'absent') => {
  if (what === 'absent') return markAbsent(app, code, day);
  app.clock.set(`${day}T${AT[what]}:00Z`);
  await checkIn(app, code);
};

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-01-04T04:00:00Z');
  await app.person('C-1');
  await app.person('C-2', { class_section: 'CS-B' });
  await app.person(FELL, { class_section: 'CS-B', name: 'Falling Fay' });
  await app.admin('POST', '/admin/leaves', {
    user_id: 'C-1',
    from: '2026-02-05',
    to: '2026-02-05',
    reason: 'ill',
  });
  for (const [code, days] of Object.entries(PLAN))
    for (const [day, what] of Object.entries(days)) await record(code, day, what);
  // Five of five days before the last four weeks, one of five since.
  for (const day of ['06', '07', '08', '09', '12']) await record(FELL, `2026-01-${day}`, 'onTime');
  for (const day of ['03', '04', '05', '06']) await record(FELL, `2026-02-${day}`, 'absent');
  await record(FELL, '2026-02-27', 'onTime');
  app.clock.set(`${TODAY}T06:00:00Z`);
  // Closed by hand: closing would mark everybody absent on all earlier days.
  await app.pool.query(
    `insert into closed_days (day, closed_at, finished_at, calendar, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
     values ($1, now(), now(), 'open', '09:00', 15, '09:30', 60)`,
    [TODAY],
  );
  student = await app.signIn('c-1');
});
afterAll(() => app.close());

const asAdmin = async (path: string) => (await app.admin('GET', path)).body;

describe('one rate', () => {
  it('is the same on dashboard, profile, own attendance, register, summary and person report', async () => {
    const range = `from=2026-01-01&to=${TODAY}`;
    const mine = async (path: string) => (await app.call('GET', path, { token: student })).body;
    const lastCell = async (path: string, row: string) => {
      const text = (await (await app.download(path)).text()).replace(/\r/g, '');
      const line = text.split('\n').find((each) => each.includes(row)) ?? '';
      return line.split(',').at(-1)?.replaceAll('"', '');
    };
    const profile = await mine('/profile/C-1');
    // Five days present or absent; neither the excused day nor the Saturday counts.
    expect(profile).toMatchObject({ rate: 80, present_days: 4, due_days: 5 });
    // The specification's 30-day score: five records, the Saturday among them.
    expect(profile.attendance_rate).toBe(16.7);
    expect((await mine('/user/my-attendance')).attendance_rate).toBe(80);
    expect((await mine('/user/attendance-stats')).attendance_rate).toBe(80);
    expect((await mine('/user/analytics')).analytics.basic_stats.attendance_rate).toBe(80);
    const { analytics } = await asAdmin(`/admin/analytics?${range}`);
    expect(analytics.top_attendees.find(({ user_id }: { user_id: string }) => user_id === 'C-1').rate).toBe(
      80,
    );
    expect(await lastCell(`/admin/reports/summary?${range}&format=csv`, 'C-1')).toBe('80');
    const report = await app.services.reports.person(
      OWNER,
      'C-1',
      { from: localDate('2026-01-01'), to: localDate(TODAY) },
      'en',
    );
    expect(report.lines.join('\n')).toMatch(/Expected: 5 {3}Present: 4 .*Rate %: 80/);

    // The same month in the register and on the dashboard.
    const months = (await mine('/user/analytics')).analytics.monthly_trend;
    expect(months.find(({ month }: { month: string }) => month === '2026-02').rate).toBe(75);
    expect(await lastCell('/admin/reports/register?month=2026-02&format=csv', 'C-1')).toBe('75');
  });
});

describe('figures behind the pictures', () => {
  it('count days by status, of everybody and of one section', async () => {
    const { days, from, to } = await asAdmin('/charts/days');
    expect([from, to]).toEqual(['2025-12-15', TODAY]);
    expect(days).toContainEqual({ date: '2026-02-04', on_time: 0, late: 0, absent: 2, excused: 0 });
    expect(days.at(-1)).toEqual({ date: TODAY, on_time: 1, late: 1, absent: 0, excused: 0 });
    const ofSection = await asAdmin('/charts/days?section=CS-A');
    expect(ofSection.days.find(({ date }: { date: string }) => date === '2026-02-04').absent).toBe(1);
  });

  it('give every open day of a year its rate, and leave days off out', async () => {
    const { days } = await asAdmin('/charts/year');
    expect(days).toContainEqual({ date: '2026-02-02', present: 1, due: 2, rate: 50 });
    expect(days.map(({ date }: { date: string }) => date)).not.toContain('2026-02-07');
    const ofSection = await asAdmin('/charts/year?section=CS-A');
    expect(ofSection.days).toContainEqual({ date: '2026-02-02', present: 1, due: 1, rate: 100 });
  });

  it('rank sections against last month and draw a line for each', async () => {
    const ranks = await asAdmin('/charts/sections');
    expect(ranks).toEqual({
      month: '2026-03-01',
      before: '2026-02-01',
      sections: [
        { section: 'CS-A', present: 1, due: 1, rate: 100, change: 25 },
        { section: 'CS-B', present: 1, due: 1, rate: 100, change: 71.4 },
      ],
    });
    const { weeks } = await asAdmin('/charts/weeks');
    expect(weeks).toContainEqual({ section: 'CS-A', week: '2026-02-02', present: 2, due: 3, rate: 66.7 });
  });

  it('leave today out until it is closed', async () => {
    await app.pool.query('update closed_days set finished_at = null where day = $1', [TODAY]);
    expect((await asAdmin('/charts/days')).to).toBe('2026-03-01');
    expect((await asAdmin('/charts/sections')).month).toBe('2026-02-01');
    await app.pool.query('update closed_days set finished_at = now() where day = $1', [TODAY]);
    expect((await asAdmin('/charts/days')).to).toBe(TODAY);
  });

  it('count arrivals per five minutes, with the school day before and the times of the rule', async () => {
    expect(await asAdmin('/charts/arrivals')).toEqual({
      date: TODAY,
      due: true,
      every_minutes: 5,
      start: 540,
      on_time_until: 555,
      cutoff: 570,
      arrivals: [
        { minute: 525, count: 1, late: 0, very_late: 0 },
        { minute: 560, count: 1, late: 1, very_late: 0 },
      ],
      before: { date: '2026-02-27', arrivals: [{ minute: 525, count: 1, late: 0, very_late: 0 }] },
    });
  });

  it('count arrivals as late that share their five minutes with the last ones on time', async () => {
    const people = { 'D-1': '03:30', 'D-2': '03:33', 'D-3': '03:46' }; // 09:15, 09:18, 09:31
    const now = app.clock.now().toISOString();
    for (const [code, time] of Object.entries(people)) {
      await app.person(code);
      app.clock.set(`${TODAY}T${time}:00Z`);
      await checkIn(app, code);
    }
    app.clock.set(now);
    const { arrivals } = await asAdmin('/charts/arrivals');
    expect(arrivals.slice(1)).toEqual([
      { minute: 555, count: 2, late: 1, very_late: 0 },
      { minute: 560, count: 1, late: 1, very_late: 0 },
      { minute: 570, count: 1, late: 0, very_late: 1 },
    ]);
    for (const code of Object.keys(people)) await app.admin('DELETE', `/admin/users/${code}`);
  });

  it('list the people whose last four weeks fell, and nobody who has been erased', async () => {
    const { people } = await asAdmin('/charts/falls');
    expect(people).toEqual([
      {
        user_id: FELL,
        name: 'Falling Fay',
        type: 'student',
        class_section: 'CS-B',
        rate: 20,
        rate_before: 100,
        weeks: [100, null, null, null, 0, null, null, 100],
      },
    ]);
    await app.admin('DELETE', `/admin/users/${FELL}`);
    expect((await asAdmin('/charts/falls')).people).toEqual([]);
  });

  it('are of the reader alone for somebody without a role', async () => {
    const mine = async (path: string) => (await app.call('GET', path, { token: student })).body;
    expect((await mine('/charts/weeks')).weeks.map(({ section }: { section: string }) => section)).toEqual([
      'CS-A',
      'CS-A',
      'CS-A',
    ]);
    expect((await mine('/charts/arrivals')).arrivals).toEqual([
      { minute: 560, count: 1, late: 1, very_late: 0 },
    ]);
    expect((await mine('/charts/days?section=CS-B')).days).toEqual([]);
    expect((await mine('/charts/falls')).people).toEqual([]);
    expect(await rollupDifferences(app)).toEqual([]);
  });
});
