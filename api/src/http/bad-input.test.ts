import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { refusedByDatabase } from './database-errors.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.adminToken();
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: admin, ...(body === undefined ? {} : { body }) });

describe('numbers', () => {
  const settings = { startTime: '09:00', gracePeriod: 15, cutoffTime: '09:30', autoAbsent: 60 };

  it.each([null, true, false, '', ' ', [], [5], {}, '0x10', '+5', ' 5', '5 ', '1e1', 5.5, '5.5'])(
    'are not made of %j',
    async (gracePeriod) => {
      const { status, body } = await call('POST', '/admin/time-settings', { ...settings, gracePeriod });
      expect([status, Object.keys(body.error.fields)]).toEqual([400, ['gracePeriod']]);
    },
  );

  it('may be text of digits', async () => {
    expect((await call('POST', '/admin/time-settings', { ...settings, gracePeriod: '10' })).status).toBe(200);
  });

  it.each(['0x1', '+1', '%201', '1%20', '1e0', '１', '1.0', '0', '-1', '2147483648'])(
    'are no ids when written as %s',
    async (id) => {
      expect((await call('DELETE', `/admin/notices/${id}`)).status).toBe(400);
    },
  );
});

describe('dates', () => {
  it.each([
    '9999-12-31',
    '0000-00-00',
    '0001-01-01',
    '1899-12-31',
    '2200-01-01',
    '2026-02-30',
    '10000-01-01',
  ])('outside of the calendar are refused: %s', async (date) => {
    expect((await call('GET', `/admin/audit?to=${date}`)).status).toBe(400);
    expect((await call('GET', `/admin/holidays?from=2026-01-01&to=${date}`)).status).toBe(400);
    expect((await call('POST', '/admin/holidays', { date, name: 'x' })).status).toBe(400);
  });
});

describe('the same thing twice', () => {
  it('in a class sheet is refused', async () => {
    await app.person('B-1');
    const given = { name: 'B', section: 'B', startTime: '09:00', endTime: '10:00' };
    const { id } = (await call('POST', '/admin/classes', given)).body.class;
    await call('PUT', `/admin/classes/${id}/roster`, { user_ids: ['B-1'] });
    const marks = ['B-1', 'b-1'].map((user_id) => ({ user_id, status: 'present' }));
    const { status, body } = await call('PUT', `/admin/classes/${id}/attendance`, { revision: 0, marks });
    expect([status, body.message]).toEqual([400, 'The same person is in the list twice.']);
  });

  it('at once, twenty consents of one person, is twenty times noted and one in force', async () => {
    const { token } = await app.person('B-2');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call('POST', '/user/consent', { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const { body } = await call('GET', '/admin/users/B-2/consent');
    const inForce = body.consents.filter((each: { withdrawn_at: string | null }) => !each.withdrawn_at);
    expect([body.consents.length, inForce.length]).toEqual([20, 1]);
  });
});

describe('what only the database refuses', () => {
  const failed = (code: string) =>
    Object.assign(new Error('Failed query'), { cause: Object.assign(new Error('no'), { code }) });

  it.each(['22P05', '22021', '22008', '22003', '23514'])('is the mistake of the caller: %s', (code) => {
    expect(refusedByDatabase(failed(code))).toMatchObject({ code: 'invalid_input' });
  });

  it('is a conflict when two inserted the same, and nothing else is taken for either', () => {
    expect(refusedByDatabase(failed('23505'))).toMatchObject({ code: 'conflict' });
    for (const code of ['57014', '40001', 'ECONNRESET', '42P01'])
      expect(refusedByDatabase(failed(code))).toBeNull();
  });
});

describe('requests for correction', () => {
  const ask = (token: string, date: string) =>
    app.call('POST', '/user/corrections', { token, body: { date, wanted: 'absent', reason: 'Ill' } });

  it('are refused for days before the registration', async () => {
    const { token } = await app.person('B-3');
    const { status, body } = await ask(token, '1990-01-01');
    expect([status, body.error.fields]).toEqual([400, { date: 'You were not in Rollcall yet on this day.' }]);
  });

  it('of one person are ten at most, and the oldest of everybody is listed first', async () => {
    const [honest, flood] = [await app.person('B-4'), await app.person('B-5')];
    await app.pool.query(`update people set registered_on = '2026-01-01' where code in ('B-4', 'B-5')`);
    await ask(honest.token, '2026-02-02');
    const statuses: number[] = [];
    for (let day = 1; day <= 12; day += 1)
      statuses.push((await ask(flood.token, `2026-02-${String(day).padStart(2, '0')}`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    const { body } = await call('GET', '/admin/corrections?state=pending');
    expect(body.corrections[0].user_id).toBe('B-4');
    expect((await call('GET', '/admin/corrections?state=pending&page=2')).body.corrections).toEqual([]);
  });
});
