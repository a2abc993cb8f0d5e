import { replay } from '@rollcall/core/attendance/replay';
import { localDate } from '@rollcall/core/kernel/local-date';
import { createZone } from '@rollcall/core/kernel/zones/zone-data';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedScan, checkIn, rollupDifferences, statusOf } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const NEVER = { startTime: '09:00', gracePeriod: 15, cutoffTime: '09:30', autoAbsent: 0 };
const zone = createZone('Asia/Kathmandu');

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-06T02:00:00Z'); // Friday 07:45 in Kathmandu
  await app.admin('PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5, 6] });
  for (const id of ['H-1', 'H-2', 'H-3', 'H-4']) await app.person(id);
  app.clock.set('2026-03-09T02:00:00Z'); // Monday
  await closeDays();
});
afterAll(() => app.close());

const closeDays = () => app.services.closing.closeDueDays();
const status = async (id: string, date: string) => (await statusOf(app, id, date))?.[0] ?? null;

async function askAndDecide(id: string, date: string, accept: boolean) {
  const token = await app.signIn(id.toLowerCase());
  const body = { date, wanted: 'excused', reason: 'Please' };
  const { body: asked } = await app.call('POST', '/user/corrections', { token, body });
  return app.admin('POST', `/admin/corrections/${asked.id}/decision`, { accept });
}
async function leaveAndBack(id: string, from: string, to: string) {
  const { body } = await app.admin('POST', '/admin/leaves', { user_id: id, from, to, reason: 'Ill' });
  const during = await status(id, `${from.slice(5, 7)}_${from.slice(8)}_26`);
  expect((await app.admin('DELETE', `/admin/leaves/${body.id}`)).status).toBe(200);
  return during;
}
/** Days whose verdict would change if it were derived again. */
async function wouldChange(): Promise<string[]> {
  const range = { from: localDate('2026-01-01'), to: localDate('2026-04-30') };
  const changed: string[] = [];
  for await (const days of replay(createRepositories(app.db), zone, range, {}))
    for (const { date, before, after } of days)
      if (before !== after?.status) changed.push(`${date} ${before} -> ${after?.status}`);
  return changed;
}

describe('a closed day', () => {
  it('keeps its working day when the working days change and a request is declined', async () => {
    await app.admin('PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5] });
    expect(await status('H-1', '03_07_26')).toBe('absent'); // Saturday
    await askAndDecide('H-1', '03_07_26', false);
    expect(await status('H-1', '03_07_26')).toBe('absent');
    expect(await leaveAndBack('H-1', '2026-03-07', '2026-03-07')).toBe('excused');
    expect(await status('H-1', '03_07_26')).toBe('absent');
  });

  it('keeps its day off when the working days change', async () => {
    await app.admin('PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5, 6, 7] });
    expect(await leaveAndBack('H-2', '2026-03-08', '2026-03-08')).toBe(null); // Sunday
    expect(await status('H-2', '03_08_26')).toBe(null);
    await app.admin('PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5] });
  });

  it('keeps its rule when auto-absent is switched off afterwards', async () => {
    app.clock.set('2026-03-09T05:00:00Z'); // 10:45
    await closeDays();
    await app.admin('POST', '/admin/time-settings', NEVER);
    await leaveAndBack('H-1', '2026-03-09', '2026-03-09');
    expect(await status('H-1', '03_09_26')).toBe('absent');
    await app.admin('POST', '/admin/time-settings', { ...NEVER, autoAbsent: 60 });
  });
});

describe('registration', () => {
  it('makes nobody absent before it, whatever is declined or taken back', async () => {
    app.clock.set('2026-03-11T02:00:00Z');
    await app.person('N-1');
    await askAndDecide('N-1', '03_05_26', false);
    expect(await leaveAndBack('N-1', '2026-03-02', '2026-03-06')).toBe(null);
    expect((await app.admin('GET', '/profile/N-1')).body.attendance_history).toEqual([]);
  });

  it('makes nobody absent on its own day, before or after closing, unless seen', async () => {
    const register = (id: string) =>
      app.admin('POST', '/admin/register', {
        name: `Person ${id}`,
        user_id: id,
        username: id.toLowerCase(),
        password: 'secret-enough-1',
        type: 'student',
        class_section: 'CS-A',
      });
    app.clock.set('2026-03-12T03:45:00Z'); // 09:30
    for (const id of ['N-2', 'N-3']) expect((await register(id)).status).toBe(200);
    await checkIn(app, 'N-3');
    app.clock.set('2026-03-12T05:00:00Z');
    await closeDays();
    await register('N-4');
    await leaveAndBack('N-4', '2026-03-12', '2026-03-12');
    expect(await Promise.all(['N-2', 'N-3', 'N-4'].map((id) => status(id, '03_12_26')))).toEqual([
      null,
      'present',
      null,
    ]);
    app.clock.set('2026-03-13T05:00:00Z');
    await closeDays();
    expect(await status('N-2', '03_13_26')).toBe('absent');
  });
});

describe('a section', () => {
  it('is the one the person was in on the day, when a past day gets its verdict later', async () => {
    const { rows: before } = await app.pool.query(
      `delete from attendance_days d using people p where p.id = d.person_id and p.code = 'H-3' and d.day = '2026-03-10'
       returning d.section`,
    );
    expect(before).toEqual([{ section: 'CS-A' }]);
    await app.admin('PUT', '/admin/users/H-3', { class_section: 'CS-B' });
    for (const [date, time] of [
      ['03_10_26', '08:50'],
      ['03_13_26', '08:55'],
    ])
      await app.admin('PUT', `/admin/users/H-3/attendance/${date}`, {
        wanted: 'present',
        time,
        reason: 'Seen',
      });
    app.clock.set('2026-03-16T05:00:00Z');
    await closeDays();
    const { rows } = await app.pool.query(
      `select d.day::text, d.section from attendance_days d join people p on p.id = d.person_id
       where p.code = 'H-3' and d.day in ('2026-03-10', '2026-03-16') order by 1`,
    );
    expect(rows).toEqual([
      { day: '2026-03-10', section: 'CS-A' },
      { day: '2026-03-16', section: 'CS-B' },
    ]);
  });

  it('is the one of the day in reports and repairs too', async () => {
    const register = async (section: string) => {
      const { body } = await app.admin('GET', `/admin/register?month=2026-03&section=${section}`);
      const row = body.rows.find(({ user_id }: { user_id: string }) => user_id === 'H-3');
      return [row?.marks[9], row?.marks[15], body.total]; // the 10th and the 16th
    };
    const everybody = (await app.admin('GET', '/admin/register?month=2026-03')).body.total;
    expect(await register('CS-A')).toEqual(['on_time', null, everybody]);
    expect(await register('CS-B')).toEqual([null, 'absent', 1]);
    const april = (await app.admin('GET', '/admin/register?month=2026-04&section=CS-A')).body;
    expect(april.total).toBe(everybody - 1);
    await app.pool.query(
      `update attendance_days set status = 'unmarked' where source = 'closing' and day in ('2026-03-09', '2026-03-16')`,
    );
    const repair = (day: string, section: string) =>
      app.admin('POST', '/admin/days/repair', { from: day, to: day, section });
    expect((await repair('2026-03-09', 'CS-B')).body.changes.people).toBe(0);
    expect((await repair('2026-03-16', 'CS-B')).body.changes.people).toBe(1);
    const rest = [(await repair('2026-03-09', 'CS-A')).body, (await repair('2026-03-16', 'CS-A')).body];
    const { rows } = await app.pool.query(
      `select count(*)::int as left from attendance_days where status = 'unmarked'`,
    );
    expect([rest.every(({ changes }) => changes.people > 0), rows]).toEqual([true, [{ left: 0 }]]);
  });

  it('is the one of the day for somebody who was moved by a version that kept no history', async () => {
    const isListed = async (section: string) => {
      const { body } = await app.admin('GET', `/admin/register?month=2026-03&section=${section}`);
      return body.rows.some(({ user_id }: { user_id: string }) => user_id === 'H-1');
    };
    await app.pool.query(`update people set class_section = 'CS-B' where code = 'H-1'`);
    expect([await isListed('CS-A'), await isListed('CS-B')]).toEqual([true, false]);
    await app.pool.query(`update people set class_section = 'CS-A' where code = 'H-1'`);
  });
});

describe('imported absences', () => {
  const importDays = async (text: string) => {
    const { body } = await app.upload('/admin/import/attendance/upload', new TextEncoder().encode(text));
    return app.admin('POST', '/admin/import/attendance', {
      upload: body.upload,
      mapping: body.mapping,
      date_order: 'dmy',
      bad_rows: 'skip',
      dry_run: false,
    });
  };

  it('are kept when the day is derived again, and say where they come from', async () => {
    const answer = await importDays('ID,Date,Check in\nH-4,2026-02-02,\nH-4,2026-02-03,08:50\n');
    expect(answer.body).toMatchObject({ imported: 2 });
    expect(await statusOf(app, 'H-4', '02_02_26')).toEqual(['absent', 'Absent in the imported records.']);
    expect(await leaveAndBack('H-4', '2026-02-02', '2026-02-03')).toBe('excused');
    expect([await status('H-4', '02_02_26'), await status('H-4', '02_03_26')]).toEqual(['absent', 'present']);
  });

  it('are refused on holidays and days off', async () => {
    const { body } = await importDays('ID,Date,Check in\nH-4,2026-02-01,\nH-4,2026-02-08,10:00\n'); // Sundays
    expect(body).toMatchObject({ imported: 1, problems: [{ row: 2, code: 'day_off' }] });
  });
});

describe('the administrator', () => {
  it('has no attendance: nothing to ask for, nothing to mark, nothing counted', async () => {
    const ask = await app.admin('POST', '/user/corrections', {
      date: '03_13_26',
      wanted: 'absent',
      reason: 'Me',
    });
    expect(ask.status).toBe(403);
    const { rows } = await app.pool.query<{ code: string }>(`select code from people where kind = 'admin'`);
    const scan = await acceptedScan(app, rows[0]?.code ?? '');
    expect((await app.admin('POST', '/user/mark-attendance', { scan_id: scan })).status).toBe(403);
    const { rows: days } = await app.pool.query(`select 1 from attendance_days where kind = 'admin'`);
    expect(days).toEqual([]);
  });
});

describe('deriving every day again', () => {
  it('changes none, also after people with leave and corrections were deleted', async () => {
    const leave = { user_id: 'H-1', from: '2026-03-10', to: '2026-03-10', reason: 'Ill' };
    await app.admin('POST', '/admin/leaves', leave);
    await askAndDecide('H-2', '03_10_26', true);
    await checkIn(app, 'H-2');
    expect(await wouldChange()).toEqual([]);
    await app.admin('DELETE', '/admin/users/H-1');
    await app.admin('DELETE', '/admin/users/H-2');
    expect(await wouldChange()).toEqual([]);
    expect(await rollupDifferences(app)).toEqual([]);
  });
});
