import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedScan, checkIn, statusOf } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  at('07:45');
  for (const id of ['K-1', 'K-2', 'K-3', 'K-4']) await app.person(id);
});
afterAll(() => app.close());

/** Monday, 2 March 2026, in Kathmandu. */
const at = (time: string) =>
  app.clock.set(new Date(new Date(`2026-03-02T${time}:00Z`).getTime() - 345 * 60_000).toISOString());
const correct = (id: string, body: Record<string, unknown>) =>
  app.admin('PUT', `/admin/users/${id}/attendance/03_02_26`, { reason: 'Seen on the plan', ...body });
const times = async (id: string) => {
  const { body } = await app.admin('GET', `/profile/${id}`);
  const { time, check_out } = body.attendance_history[0];
  return [time, check_out];
};

describe('a corrected day', () => {
  it('keeps its check-out and goes on counting sightings', async () => {
    at('09:40');
    await checkIn(app, 'K-1');
    at('12:00');
    await checkIn(app, 'K-1');
    await correct('K-1', { wanted: 'present', time: '09:00' });
    expect(await times('K-1')).toEqual(['09:00', '12:00']);
    at('17:00');
    await checkIn(app, 'K-1');
    expect(await times('K-1')).toEqual(['09:00', '17:00']);
  });

  it('cannot be corrected to a time that has not come', async () => {
    at('12:00');
    const { status, body } = await correct('K-2', { wanted: 'present', time: '23:00' });
    expect([status, body.error.fields]).toEqual([400, { time: 'This time is in the future.' }]);
    const token = await app.signIn('k-2');
    const wish = { date: '03_02_26', wanted: 'present', time: '12:01', reason: 'Soon' };
    expect((await app.call('POST', '/user/corrections', { token, body: wish })).status).toBe(400);
  });

  it('to absent says so at the camera, and stays', async () => {
    at('09:00');
    await correct('K-2', { wanted: 'absent' });
    const token = await app.signIn('k-2');
    const body = { scan_id: await acceptedScan(app, 'K-2') };
    const answer = await app.call('POST', '/user/mark-attendance', { token, body });
    expect(answer.body).toMatchObject({
      success: true,
      outcome: 'already_marked',
      message: 'You were seen. An administrator has corrected this day: Absent.',
      attendance: { status: 'absent' },
    });
    const { rows } = await app.pool.query(
      `select count(*)::int as seen from check_ins c join people p on p.id = c.person_id where p.code = 'K-2'`,
    );
    expect(rows).toEqual([{ seen: 1 }]);
  });
});

describe('the order in which facts arrive', () => {
  const openClass = async (section: string, startTime: string, roster: readonly string[]) => {
    const slot = { startTime, endTime: '15:30', weekdays: [1] };
    const { body } = await app.admin('POST', '/admin/classes', { name: section, section, ...slot });
    const { id } = body.class;
    await app.admin('PUT', `/admin/classes/${id}/roster`, { user_ids: roster });
    return async (status: string) => {
      const { body: sheet } = await app.admin('GET', `/admin/classes/${id}/attendance`);
      const marks = roster.map((user_id) => ({ user_id, status }));
      const saved = await app.admin('PUT', `/admin/classes/${id}/attendance`, {
        revision: sheet.revision,
        marks,
      });
      expect(saved.status).toBe(200);
    };
  };

  it('does not matter for two class sheets: the later class decides', async () => {
    at('13:00');
    const verdicts: unknown[] = [];
    for (const [index, isLaterFirst] of [true, false].entries()) {
      const roster = [['K-3', 'K-4'][index] ?? ''];
      const early = await openClass(`E${index}`, '10:00', roster);
      const late = await openClass(`L${index}`, '11:00', roster);
      if (isLaterFirst) await late('excused');
      await early('absent');
      if (!isLaterFirst) await late('excused');
      verdicts.push(await statusOf(app, roster[0] ?? '', '03_02_26'));
    }
    expect(verdicts[0]).toEqual(['excused', 'Excused when attendance was taken in class.']);
    expect(verdicts[1]).toEqual(verdicts[0]);
  });
});
