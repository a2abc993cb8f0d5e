import { createJobs } from '@rollcall/core/jobs';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, openTestApp, SETUP_CODE, type TestApp } from '../../testing/test-app.ts';
import { pairKiosk, type TestDevice } from '../../testing/test-kiosk.ts';

let app: TestApp;
let door: TestDevice;
/** Friday before the summer time begins, 8:05 in Berlin. */
const FRIDAY = '2026-03-27T07:05:00Z';
beforeAll(async () => {
  app = await openTestApp({
    limits: 'none',
    setUp: false,
    startAt: FRIDAY,
  });
  const institution = { name: 'School', kind: 'school', timeZone: 'Europe/Berlin' } as const;
  await app.services.setup.run({ ...institution, code: SETUP_CODE, password: ADMIN_PASSWORD }, '192.0.2.1');
  door = await pairKiosk(app);
});
afterAll(() => app.close());

const NONE = Array.from({ length: 13 }, () => 0);
const COUNTS = {
  asked: 0,
  answered: 0,
  second_tries: 0,
  answer_times: NONE,
  camera_restarts: 0,
  faces: 0,
  backlit_faces: 0,
};
const REPORT = {
  app_version: '0.0.0',
  camera: 'ready',
  camera_for_ms: 60_000,
  brightness: 0.4,
  clock_offset_ms: -1500,
  storage_used: 1000,
  storage_granted: 1_000_000,
  storage_persistent: true,
  queue: 0,
  wake_lock: true,
  counts: COUNTS,
};
const report = (change: object = {}, counts: object = {}, from = door) =>
  from.send('POST', '/kiosk/health', { body: { ...REPORT, ...change, counts: { ...COUNTS, ...counts } } });
const healthOf = async (id = door.kioskId) =>
  (await app.admin('GET', '/admin/kiosks/health')).body.kiosks.find(
    (each: { kiosk_id: string }) => each.kiosk_id === id,
  );
const rows = async () =>
  (await app.pool.query('select * from kiosk_counts where kiosk_id = $1 order by slot', [door.kioskId])).rows;
const moveTo = (instant: string) => app.clock.set(instant);

describe('a report', () => {
  it('is answered with the version of the server, and shown to administrators', async () => {
    expect(await healthOf()).toMatchObject({ presence: 'never_seen', report: null, problems: [] });
    const { status, body } = await report();
    expect([status, body]).toEqual([200, { version: '0.0.0' }]);
    expect(await healthOf()).toEqual({
      kiosk_id: door.kioskId,
      presence: 'online',
      last_seen_at: FRIDAY.replace('Z', '.000Z'),
      problems: [],
      report: {
        at: FRIDAY.replace('Z', '.000Z'),
        app_version: '0.0.0',
        camera: 'ready',
        camera_since: '2026-03-27T07:04:00.000Z',
        brightness: expect.closeTo(0.4),
        clock_offset_ms: -1500,
        storage_used: 1000,
        storage_granted: 1_000_000,
        storage_persistent: true,
        queue: 0,
        undelivered: 0,
        wake_lock: true,
      },
      backlit: [],
      answer_ms: null,
      second_tries_per_100: null,
      busiest: null,
      camera_restarts: 0,
      silences: [],
    });
    // Nothing happened: nothing to add up.
    expect(await rows()).toEqual([]);
  });

  it('with silly figures is refused, and changes nothing', async () => {
    const silly: [object, object][] = [
      [{ camera: 'on fire' }, {}],
      [{ brightness: 1.1 }, {}],
      [{ app_version: '<script>' }, {}],
      [{ clock_offset_ms: 1e14 }, {}],
      [{ storage_used: -1 }, {}],
      [{ queue: 0.5 }, {}],
      [{ camera_for_ms: -5 }, {}],
      [{}, { asked: 1001 }],
      [{}, { asked: -1 }],
      [{}, { faces: 1, backlit_faces: 2 }],
      [{}, { asked: 1, second_tries: 2 }],
      [{}, { asked: 1, answered: 1 }],
      [{}, { answer_times: [0] }],
      [{}, { answer_times: [...NONE, 0] }],
    ];
    for (const [change, counts] of silly) {
      const { status, body } = await report(change, counts);
      expect(`${JSON.stringify([change, counts])} ${status} ${body.error?.code}`).toContain(
        '400 invalid_input',
      );
    }
    expect(await rows()).toEqual([]);
    expect((await healthOf()).report.queue).toBe(0);
  });

  it('of a revoked kiosk is refused', async () => {
    const lost = await pairKiosk(app, { name: 'Lost' });
    expect((await report({}, {}, lost)).status).toBe(200);
    await app.admin('POST', `/admin/kiosks/${lost.kioskId}/revoke`);
    const { status, body } = await report({}, {}, lost);
    expect([status, body.error.code]).toEqual([401, 'kiosk_unknown']);
    expect(await healthOf(lost.kioskId)).toBeUndefined();
    await app.admin('DELETE', `/admin/kiosks/${lost.kioskId}`);
    const { rows: left } = await app.pool.query('select * from kiosk_health');
    expect(left).toHaveLength(1);
  });

  it('names what somebody should do', async () => {
    await report({ camera: 'denied', camera_for_ms: 180_000, wake_lock: false, clock_offset_ms: 3_600_000 });
    expect((await healthOf()).problems).toEqual(['camera_denied', 'clock', 'screen_may_sleep']);
    await report();
  });
});

describe('counts', () => {
  it('are added up by ten minutes, across the hour and the change of the clocks', async () => {
    const times = (at: number, count: number) => NONE.with(at, count);
    const backlit = { faces: 4, backlit_faces: 4 };
    moveTo('2026-03-27T07:52:00Z');
    await report({}, { asked: 2, answered: 2, answer_times: times(3, 2), ...backlit });
    moveTo('2026-03-27T07:59:59Z');
    await report({}, { asked: 1, answered: 1, second_tries: 1, answer_times: times(3, 1), ...backlit });
    moveTo('2026-03-27T08:00:00Z');
    await report({}, { asked: 1, answered: 1, answer_times: times(9, 1), camera_restarts: 1, ...backlit });
    // Monday: the same time of the day is an hour earlier in UTC.
    moveTo('2026-03-30T06:55:00Z');
    await report({}, { asked: 4, answered: 0, ...backlit });
    const slots = (await rows()).map(({ slot, asked }) => `${slot.toISOString()} ${asked}`);
    expect(slots).toEqual([
      '2026-03-27T07:50:00.000Z 3',
      '2026-03-27T08:00:00.000Z 1',
      '2026-03-30T06:50:00.000Z 4',
    ]);
    expect(await healthOf()).toMatchObject({
      backlit: [{ from: '08:50', to: '09:10' }],
      problems: ['backlit'],
      answer_ms: { median: expect.any(Number), p95: expect.any(Number) },
      second_tries_per_100: 13,
      camera_restarts: 1,
    });
    const { answer_ms } = await healthOf();
    expect(answer_ms).toEqual({ median: 917, p95: 3800 });
  });

  it('of a kiosk that sends nonsense stay within one row of ten minutes', async () => {
    await app.pool.query('update kiosk_counts set asked = 999999 where slot = $1', ['2026-03-30T06:50:00Z']);
    for (let sent = 0; sent < 5; sent++) await report({}, { asked: 1000 });
    expect((await rows()).map(({ asked }) => asked)).toEqual([3, 1, 1_000_000]);
  });

  it('of people come from the check-ins: the busiest ten minutes', async () => {
    const comeIn = async (code: string) => {
      const { token } = await app.person(code);
      await app.call('PUT', '/user/pin', { token, body: { pin: '4719' } });
      const { body } = await door.send('POST', '/kiosk/pin', { body: { user_id: code, pin: '4719' } });
      expect(body.outcome).toBe('marked');
    };
    await comeIn('H-1');
    await comeIn('H-2');
    app.clock.advance(20 * 60_000);
    await comeIn('H-3');
    expect((await healthOf()).busiest).toEqual({ at: '2026-03-30T06:50:00.000Z', people: 2 });
  });

  it('are removed after a quarter of a year', async () => {
    moveTo('2026-06-28T07:55:00Z');
    const { services } = app;
    const jobs = createJobs({ services, repos: createRepositories(app.db), clock: app.clock });
    await jobs.find(({ kind }) => kind === 'kiosk_answers')?.run();
    expect((await rows()).map(({ slot }) => slot.toISOString())).toEqual(['2026-03-30T06:50:00.000Z']);
    moveTo('2026-07-02T07:55:00Z');
    await jobs.find(({ kind }) => kind === 'kiosk_answers')?.run();
    expect(await rows()).toEqual([]);
  });
});
