import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, rollupDifferences, statusOf } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T02:00:00Z'); // Monday 07:45 in Kathmandu
  await app.person('T-1');
  await app.person('T-2');
  await checkIn(app, 'T-1');
  app.clock.set('2026-03-13T02:00:00Z');
  await app.services.closing.closeDueDays();
});
afterAll(() => app.close());

describe('corrections', () => {
  const ask = async (id: string, body: Record<string, unknown>) => {
    const token = await app.signIn(id.toLowerCase());
    return app.call('POST', '/user/corrections', { token, body });
  };

  it('are requested with a reason, decided by an administrator, and keep the earlier verdict', async () => {
    const request = {
      date: '03_05_26',
      wanted: 'present',
      time: '08:55',
      reason: 'I was there, camera failed',
    };
    const { body: asked } = await ask('T-2', request);
    expect((await statusOf(app, 'T-2', '03_05_26'))?.[0]).toBe('absent');
    expect((await ask('T-2', request)).body.error.code).toBe('correction_pending');
    await app.admin('POST', `/admin/corrections/${asked.id}/decision`, {
      accept: true,
      note: 'Seen on the plan',
    });
    expect(await statusOf(app, 'T-2', '03_05_26')).toEqual([
      'present',
      'Entered by hand. Seen at 08:55. On time until 09:15.',
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
    expect((await statusOf(app, 'T-2', '03_06_26'))?.[0]).toBe('absent');
  });

  it('can be made directly, also from present to absent', async () => {
    const url = '/admin/users/T-1/attendance/03_02_26';
    const { body } = await app.admin('PUT', url, { wanted: 'absent', reason: 'Left at once' });
    expect(body.attendance).toMatchObject({ status: 'absent', time: null });
    const { body: audit } = await app.admin('GET', '/admin/audit?action=attendance_corrected');
    expect(audit.entries[0]).toMatchObject({
      subject: 'T-1',
      detail: { reason: 'Left at once', wanted: 'absent' },
    });
  });

  it('of their own days are made by nobody but an owner, nor excuses', async () => {
    await app.person('OFF-1', { type: 'staff' });
    await app.admin('PUT', '/admin/accounts/OFF-1', { role: 'office', sections: null });
    const token = await app.signIn('off-1');
    const as = async (method: string, path: string, body?: unknown) =>
      (await app.call(method, path, { token, body })).body;
    const wish = { date: '03_13_26', wanted: 'excused', reason: 'Dentist' };
    const { id } = (await app.call('POST', '/user/corrections', { token, body: wish })).body;
    const leave = { user_id: 'OFF-1', from: '2026-03-13', to: '2026-03-13', reason: 'Dentist' };
    const noted = (
      await app.admin('POST', '/admin/leaves', { ...leave, from: '2026-03-16', to: '2026-03-16' })
    ).body.id;
    for (const [method, path, body] of [
      ['POST', `/admin/corrections/${id}/decision`, { accept: true }],
      ['PUT', '/admin/users/OFF-1/attendance/03_13_26', { wanted: 'excused', reason: 'Dentist' }],
      ['POST', '/admin/leaves', leave],
      ['DELETE', `/admin/leaves/${noted}`],
    ] as const)
      expect([path, (await as(method, path, body)).error?.code]).toEqual([path, 'own_record']);
    const other = await as('PUT', '/admin/users/T-1/attendance/03_12_26', {
      wanted: 'excused',
      reason: 'Ill',
    });
    expect(other.attendance.status).toBe('excused');
  });

  it('need a reason, a time for present, and a day that is not in the future', async () => {
    const url = '/admin/users/T-1/attendance/03_02_26';
    expect((await app.admin('PUT', url, { wanted: 'absent', reason: ' ' })).status).toBe(400);
    expect((await app.admin('PUT', url, { wanted: 'present', reason: 'x' })).status).toBe(400);
    const future = await app.admin('PUT', '/admin/users/T-1/attendance/2030-01-01', {
      wanted: 'absent',
      reason: 'x',
    });
    expect(future.body.error.fields.date).toBe('This day is in the future.');
  });

  it.each([
    ['', 'id desc'],
    ['state=accepted', 'id desc'],
    ['state=pending', 'id'],
  ])('are listed two hundred at a time, and a cursor leads on: %s', async (query, order) => {
    await app.pool.query(`
      insert into corrections (person_id, day, wanted, reason, asked_at, state, decided_at)
      select id, date '2020-01-01' + n, 'absent', 'x', now(), 'accepted', now()
      from people, generate_series(1, 230) n where code = 'T-1' and not exists (select 1 from corrections where day < '2021-01-01');
      insert into corrections (person_id, day, wanted, reason, asked_at, state)
      select id, date '2020-01-01' + n, 'absent', 'x', now(), 'pending'
      from people, generate_series(1, 210) n where code = 'T-2' and not exists (select 1 from corrections
        where state = 'pending' and day < '2021-01-01')`);
    const seen: number[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body }: { body: { corrections: { id: number }[]; next_cursor?: string } } = await app.admin(
        'GET',
        `/admin/corrections?${query}${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.corrections.map(({ id }) => id));
      cursor = body.next_cursor;
    }
    const { rows } = await app.pool.query(
      `select id from corrections ${query && `where state = '${query.slice(6)}'`} order by ${order}`,
    );
    expect(seen.length).toBeGreaterThan(200);
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  it('keep the roll-up tables in agreement with the days', async () => {
    expect(await rollupDifferences(app)).toEqual([]);
  });
});
