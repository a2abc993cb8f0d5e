import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seen } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T02:00:00Z'); // Monday 07:45 in Kathmandu
  for (const id of ['T-1', 'T-2', 'T-3']) await app.person(id);
});
afterAll(() => app.close());

const statusOf = async (id: string, date: string) => {
  const { body } = await app.admin('GET', `/profile/${id}`);
  const record = body.attendance_history.find((each: { date: string }) => each.date === date);
  return record ? [record.status, record.reason] : null;
};
const close = () => app.services.closing.closeDueDays();
const noDifferences = async () => {
  const { createRepositories } = await import('@rollcall/db/repositories');
  return createRepositories(app.db).analytics.differences();
};

describe('closing a day', () => {
  it('waits for the configured minutes, then marks everyone due and unseen absent, once', async () => {
    await seen(app, 'T-1');
    app.clock.set('2026-03-02T04:14:00Z'); // 09:59
    expect(await close()).toEqual({ days: 0, people: 0 });
    app.clock.set('2026-03-02T04:15:00Z'); // 10:00
    const results = await Promise.all([close(), close(), close()]);
    expect(results.reduce((sum, { people }) => sum + people, 0)).toBe(2);
    expect(await statusOf('T-2', '03_02_26')).toEqual(['absent', 'not seen by 10:00, so absent']);
    expect((await statusOf('T-1', '03_02_26'))?.[0]).toBe('present');
  });

  it('is taken back by someone who comes after all, and says so', async () => {
    app.clock.set('2026-03-02T05:15:00Z'); // 11:00
    await seen(app, 'T-2');
    expect(await statusOf('T-2', '03_02_26')).toEqual([
      'present',
      'first seen 11:00, after the cutoff at 09:30, so very late (was absent until then)',
    ]);
  });

  it('catches up with the days the server was off, skipping days off and holidays, and tells of it once', async () => {
    app.clock.set('2026-03-03T02:00:00Z');
    await app.admin('POST', '/admin/holidays', { date: '2026-03-04', name: 'Spring' });
    app.clock.set('2026-03-10T02:00:00Z'); // Tuesday of the next week, 07:45
    const told: string[] = [];
    const leave = app.services.events.subscribe(({ topic }) => told.push(topic));
    const { days } = await close();
    leave();
    expect(days).toBe(7); // 3rd to 9th
    // Every open page reads anew when it hears of it.
    expect(told).toEqual(['attendance']);
    const { rows } = await app.pool.query(
      `select day::text, count(*)::int as people from attendance_days where day between '2026-03-03' and '2026-03-09' group by day order by day`,
    );
    expect(rows).toEqual(['03', '05', '06', '09'].map((day) => ({ day: `2026-03-${day}`, people: 3 })));
  });

  it('marks nobody absent where the setting says never, and still counts the day as due', async () => {
    const never = { startTime: '09:00', gracePeriod: 15, cutoffTime: '09:30', autoAbsent: 0 };
    await app.admin('POST', '/admin/time-settings', never);
    app.clock.set('2026-03-10T17:00:00Z');
    expect((await close()).days).toBe(0);
    app.clock.set('2026-03-11T02:00:00Z');
    await close();
    expect((await statusOf('T-3', '03_10_26'))?.[0]).toBe('unmarked');
    await app.admin('POST', '/admin/time-settings', { ...never, autoAbsent: 30 });
  });
});

describe('leave', () => {
  it('excuses past days at once and days ahead when they are closed, and can be taken back', async () => {
    const body = { user_id: 'T-3', from: '2026-03-09', to: '2026-03-12', reason: 'Flu' };
    const { body: answer } = await app.admin('POST', '/admin/leaves', body);
    expect(answer.message).toBe('Person T-3 is excused.');
    expect(await statusOf('T-3', '03_09_26')).toEqual(['excused', 'excused for the day']);
    expect((await statusOf('T-3', '03_11_26'))?.[0]).toBe('excused');
    app.clock.set('2026-03-13T02:00:00Z');
    await close();
    expect((await statusOf('T-3', '03_12_26'))?.[0]).toBe('excused');
    const { body: list } = await app.admin('GET', '/admin/leaves?from=2026-03-01&to=2026-03-31');
    expect(list.leaves).toEqual([{ id: answer.id, name: 'Person T-3', ...body }]);
    await app.admin('DELETE', `/admin/leaves/${answer.id}`);
    expect((await statusOf('T-3', '03_12_26'))?.[0]).toBe('absent');
  });

  it('of someone who came anyway does not hide that they came', async () => {
    await app.admin('POST', '/admin/leaves', {
      user_id: 'T-1',
      from: '03_02_26',
      to: '03_02_26',
      reason: 'Dentist',
    });
    expect((await statusOf('T-1', '03_02_26'))?.[0]).toBe('present');
  });

  it('must not end before it begins', async () => {
    const body = { user_id: 'T-1', from: '2026-03-09', to: '2026-03-08', reason: 'x' };
    expect((await app.admin('POST', '/admin/leaves', body)).status).toBe(400);
  });
});

describe('corrections', () => {
  const ask = async (id: string, body: Record<string, unknown>) => {
    const { body: session } = await app.call('POST', '/user/login', {
      body: { username: id.toLowerCase(), password: 'secret123' },
    });
    return app.call('POST', '/user/corrections', { token: session.access_token, body });
  };

  it('are asked with a reason, decided by an administrator, and keep what was there before', async () => {
    const wish = { date: '03_05_26', wanted: 'present', time: '08:55', reason: 'I was there, camera failed' };
    const { body: asked } = await ask('T-2', wish);
    expect((await statusOf('T-2', '03_05_26'))?.[0]).toBe('absent');
    expect((await ask('T-2', wish)).body.error.code).toBe('correction_pending');
    await app.admin('POST', `/admin/corrections/${asked.id}/decision`, {
      accept: true,
      note: 'Seen on the plan',
    });
    expect(await statusOf('T-2', '03_05_26')).toEqual([
      'present',
      'corrected by an administrator: first seen 08:55, start 09:00 + 15 min grace = 09:15, so on time',
    ]);
    const { body } = await app.admin('GET', '/admin/corrections?state=accepted');
    expect(body.corrections[0]).toMatchObject({
      user_id: 'T-2',
      asked_by: 'Person T-2',
      decided_by: 'Administrator',
      note: 'Seen on the plan',
      before: { status: 'Absent', time: null },
    });
    const again = await app.admin('POST', `/admin/corrections/${asked.id}/decision`, { accept: false });
    expect(again.body.error.code).toBe('correction_not_found');
  });

  it('that are declined change nothing', async () => {
    const { body } = await ask('T-2', { date: '03_06_26', wanted: 'excused', reason: 'Please' });
    await app.admin('POST', `/admin/corrections/${body.id}/decision`, { accept: false, note: 'No letter' });
    expect((await statusOf('T-2', '03_06_26'))?.[0]).toBe('absent');
  });

  it('can be made directly, of a presence into an absence too', async () => {
    const url = '/admin/users/T-1/attendance/03_02_26';
    const { body } = await app.admin('PUT', url, { wanted: 'absent', reason: 'Left at once' });
    expect(body.attendance).toMatchObject({ status: 'absent', time: null });
    const { body: audit } = await app.admin('GET', '/admin/audit?action=attendance_corrected');
    expect(audit.entries[0]).toMatchObject({
      subject: 'T-1',
      detail: { reason: 'Left at once', wanted: 'absent' },
    });
  });

  it('need a reason, a time for a presence, and a day that has come', async () => {
    const url = '/admin/users/T-1/attendance/03_02_26';
    expect((await app.admin('PUT', url, { wanted: 'absent', reason: ' ' })).status).toBe(400);
    expect((await app.admin('PUT', url, { wanted: 'present', reason: 'x' })).status).toBe(400);
    const ahead = await app.admin('PUT', '/admin/users/T-1/attendance/2030-01-01', {
      wanted: 'absent',
      reason: 'x',
    });
    expect(ahead.body.error.fields.date).toBe('This day has not come yet.');
  });
});

describe('the calendar', () => {
  it('takes an iCalendar file and shows what it holds', async () => {
    const ics =
      'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260503\nSUMMARY:May\nEND:VEVENT';
    const { body } = await app.admin('POST', '/admin/holidays/import', { ics });
    expect(body).toMatchObject({ added: 2, skipped: 0 });
    const { body: list } = await app.admin('GET', '/admin/holidays?from=2026-05-01&to=2026-05-31');
    expect(list).toEqual({
      holidays: [
        { date: '2026-05-01', name: 'May' },
        { date: '2026-05-02', name: 'May' },
      ],
      working_days: [1, 2, 3, 4, 5],
    });
    await app.admin('DELETE', '/admin/holidays/2026-05-02');
    expect((await app.admin('DELETE', '/admin/holidays/2026-05-02')).status).toBe(404);
    expect((await app.admin('POST', '/admin/holidays/import', { ics: 'nothing' })).status).toBe(400);
  });

  it('knows other weeks than Monday to Friday', async () => {
    await app.admin('PUT', '/admin/working-days', { working_days: [7, 1, 2, 3, 4, 4] });
    const { body } = await app.admin('GET', '/admin/holidays?from=2026-05-01&to=2026-05-01');
    expect(body.working_days).toEqual([1, 2, 3, 4, 7]);
  });
});

describe('the roll-ups', () => {
  it('agree with the days after all of this, and after someone is erased', async () => {
    expect(await noDifferences()).toEqual([]);
    await app.admin('DELETE', '/admin/users/T-3?erase=true');
    expect(await noDifferences()).toEqual([]);
    await app.admin('DELETE', '/admin/users/T-2');
    expect(await noDifferences()).toEqual([]);
  });

  it('would be caught if they did not', async () => {
    await app.pool.query(
      'update day_rollups set late = late + 1 where day = (select min(day) from day_rollups)',
    );
    expect((await noDifferences())[0]).toContain('day_rollups');
  });
});
