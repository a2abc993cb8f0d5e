import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptedScan, checkIn } from '../testing/attendance-fixtures.ts';
import { MONDAY, openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const mark = (token: string, body?: unknown) =>
  app.call('POST', '/user/mark-attendance', { token, ...(body === undefined ? {} : { body }) });

describe('marking attendance', () => {
  it('is refused without a face scan', async () => {
    const { token } = await app.person('A-1');
    const answer = await mark(token, {});
    expect([answer.status, answer.body.error.code]).toEqual([400, 'scan_required']);
  });

  it('uses an accepted scan once and explains the verdict', async () => {
    const { token } = await app.person('A-2');
    const scan_id = await acceptedScan(app, 'A-2');
    const { status, body } = await mark(token, { scan_id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      outcome: 'marked',
      attendance: {
        date: '03_02_26',
        time: '10:00',
        status: 'present',
        punctuality: 'Very Late',
        reason: 'Seen at 10:00. Very late after 09:30.',
      },
    });
    expect((await mark(token, { scan_id })).body.error.code).toBe('scan_not_accepted');
  });

  it('refuses a scan that is not accepted, expired, unknown or of another person', async () => {
    const { token } = await app.person('A-3');
    await app.person('A-4');
    const scans = [
      await acceptedScan(app, 'A-3', { accepted: false }),
      await acceptedScan(app, 'A-3', { expires: new Date(app.clock.now().getTime() - 1) }),
      await acceptedScan(app, 'A-4'),
      '00000000-0000-4000-8000-000000000000',
    ];
    for (const scan_id of scans) {
      expect((await mark(token, { scan_id })).body.error.code).toBe('scan_not_accepted');
    }
    expect((await mark(token, { scan_id: 'nonsense' })).status).toBe(400);
    const { body } = await app.call('GET', '/attendance', { token });
    expect(body.attendance).toEqual([]);
  });

  it('uses a scan once for two simultaneous requests', async () => {
    const { token } = await app.person('A-5');
    const scan_id = await acceptedScan(app, 'A-5');
    const answers = await Promise.all([mark(token, { scan_id }), mark(token, { scan_id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('an attendance day', () => {
  it('has the first check-in as arrival and the last as check-out; of those within five minutes the first counts', async () => {
    await app.person('A-10');
    app.clock.set('2026-03-03T03:10:00Z'); // 08:55
    await checkIn(app, 'A-10');
    app.clock.advance(4 * 60_000);
    expect((await checkIn(app, 'A-10')).outcome).toBe('already_marked');
    app.clock.set('2026-03-03T11:00:00Z'); // 16:45
    await checkIn(app, 'A-10');
    app.clock.advance(4 * 60_000);
    await checkIn(app, 'A-10');
    const { body } = await app.admin('GET', '/profile/A-10');
    expect(body.attendance_history[0]).toMatchObject({
      date: '03_03_26',
      time: '08:55',
      check_out: '16:45',
      punctuality: 'On Time',
    });
    app.clock.set(MONDAY);
  });

  it('begins at midnight in the time zone of the institution', async () => {
    await app.person('A-11');
    app.clock.set('2026-03-04T18:14:59Z'); // 23:59:59 on the 4th
    await checkIn(app, 'A-11');
    app.clock.set('2026-03-04T18:20:30Z'); // 00:05:30 on the 5th
    await checkIn(app, 'A-11');
    const { body } = await app.admin('GET', '/profile/A-11');
    expect(body.attendance_history.map(({ date }: { date: string }) => date)).toEqual([
      '03_05_26',
      '03_04_26',
    ]);
    app.clock.set(MONDAY);
  });

  it('is judged by the time rule of that day, not by a later one', async () => {
    await app.person('A-12');
    app.clock.set('2026-03-09T03:25:00Z'); // 09:10
    await checkIn(app, 'A-12');
    app.clock.set('2026-03-10T03:25:00Z');
    const body = { startTime: '08:00', gracePeriod: 0, cutoffTime: '08:30', autoAbsent: 60 };
    await app.admin('POST', '/admin/time-settings', body);
    await checkIn(app, 'A-12');
    const profile = (await app.admin('GET', '/profile/A-12')).body;
    expect(profile.attendance_history.map(({ punctuality }: { punctuality: string }) => punctuality)).toEqual(
      ['Very Late', 'On Time'],
    );
    app.clock.set(MONDAY);
  });

  it('records one check-in for simultaneous ones of the same person', async () => {
    await app.person('A-13');
    app.clock.set('2026-03-11T03:00:00Z');
    await Promise.all([checkIn(app, 'A-13'), checkIn(app, 'A-13'), checkIn(app, 'A-13')]);
    const { rows } = await app.pool.query(
      `select 1 from check_ins c join people p on p.id = c.person_id where p.code = 'A-13'`,
    );
    expect(rows).toHaveLength(1);
    app.clock.set(MONDAY);
  });
});

describe("today's attendance", () => {
  it('lists everybody for administrators and only themselves for others', async () => {
    app.clock.set('2026-03-12T03:00:00Z');
    const { token } = await app.person('A-20', { name: 'First In' });
    await app.person('A-21', { name: 'Second In', type: 'teacher' });
    await checkIn(app, 'A-20');
    app.clock.advance(60_000);
    await checkIn(app, 'A-21');
    const { body } = await app.admin('GET', '/attendance');
    expect(body).toEqual({
      date: '03_12_26',
      attendance: [
        { Name: 'First In', Roll: 'A-20', Time: '08:45', Type: 'student' },
        { Name: 'Second In', Roll: 'A-21', Time: '08:46', Type: 'teacher' },
      ],
    });
    const own = await app.call('GET', '/attendance', { token });
    expect(own.body.attendance.map(({ Roll }: { Roll: string }) => Roll)).toEqual(['A-20']);
  });

  it('becomes history by date key, newest day first', async () => {
    const { body } = await app.admin('GET', '/admin/attendance-history?from=03_11_26&to=2026-03-12');
    expect(Object.keys(body.history)).toEqual(['03_12_26', '03_11_26']);
    expect(body.history['03_12_26'][0]).toEqual({
      user_id: 'A-20',
      name: 'First In',
      time: '08:45',
      type: 'student',
    });
    expect((await app.admin('GET', '/admin/attendance-history?from=02_30_26')).status).toBe(400);
  });

  it('is first in recent activity', async () => {
    const { body } = await app.admin('GET', '/admin/recent-activity');
    expect(body.activities[0]).toMatchObject({
      user_id: 'A-21',
      user_name: 'Second In',
      user_type: 'teacher',
      status: 'present',
    });
  });
});
