import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, openTestApp, SETUP_CODE, type TestApp } from '../testing/test-app.ts';

describe('settings', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  it('start with the defaults of the specification', async () => {
    expect((await app.admin('GET', '/admin/time-settings')).body).toEqual({
      startTime: '09:00',
      gracePeriod: 15,
      cutoffTime: '09:30',
      autoAbsent: 60,
    });
    expect((await app.admin('GET', '/admin/class-config')).body).toEqual({
      program: 'bachelors',
      semester: '4th',
      section: 'E',
      subject: '',
    });
  });

  it('return what was saved', async () => {
    const times = { startTime: '08:15', gracePeriod: 5, cutoffTime: '08:45', autoAbsent: 0 };
    const saved = await app.admin('POST', '/admin/time-settings', times);
    expect(saved.body.message).toBe('Time settings saved successfully!');
    expect((await app.admin('GET', '/admin/time-settings')).body).toEqual(times);
    const config = { program: 'masters', semester: '1st', section: 'B', subject: 'Statistics' };
    const answer = await app.admin('POST', '/admin/class-config', config);
    expect(answer.body.message).toBe('Class configuration saved successfully!');
    expect((await app.admin('GET', '/admin/class-config')).body).toEqual(config);
  });

  it('of time apply from today; earlier rules stay', async () => {
    const body = { startTime: '10:00', gracePeriod: 0, cutoffTime: '10:30', autoAbsent: 30 };
    app.clock.set('2026-03-05T04:15:00Z');
    await app.admin('POST', '/admin/time-settings', body);
    await app.admin('POST', '/admin/time-settings', { ...body, gracePeriod: 10 });
    const { rows } = await app.pool.query(
      'select effective_from::text as day, grace_minutes as grace from time_rules order by 1',
    );
    expect(rows).toEqual([
      { day: '2026-03-02', grace: 5 },
      { day: '2026-03-05', grace: 10 },
    ]);
    app.clock.set('2026-03-02T04:15:00Z');
  });

  it.each([
    [{ startTime: '9:00' }, 'startTime'],
    [{ gracePeriod: 31 }, 'gracePeriod'],
    [{ gracePeriod: -1 }, 'gracePeriod'],
    [{ autoAbsent: 45 }, 'autoAbsent'],
    [{ cutoffTime: '09:05' }, 'cutoffTime'],
  ])('refuse %j and name the field', async (change, field) => {
    const body = { startTime: '09:00', gracePeriod: 15, cutoffTime: '09:30', autoAbsent: 60, ...change };
    const answer = await app.admin('POST', '/admin/time-settings', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  });

  it('for visitors name the institution and hold no credentials', async () => {
    const { body } = await app.call('GET', '/settings/public');
    expect(body).toEqual({
      institution_name: 'Test School',
      time_zone: 'Asia/Kathmandu',
      zone_offsets: [{ from: '2016-01-01T00:00:00.000Z', minutes: 345 }],
      demo_mode: false,
      needs_setup: false,
      sign_in: { admin_username: false, providers: [], password_reset: false, passkeys: false },
      institution: {
        name: 'Test School',
        kind: 'university',
        logo: null,
        colour: null,
        support_email: null,
      },
    });
  });
});

describe('setup', () => {
  let app: TestApp | undefined;
  afterEach(async () => {
    await app?.close();
  });
  const request = (change = {}) => ({
    code: SETUP_CODE,
    institution_name: 'Hill School',
    time_zone: 'Europe/Berlin',
    password: 'first-password',
    ...change,
  });

  it('needs the code from the console, works once and sets the administrator password', async () => {
    app = await openTestApp({ setUp: false });
    expect((await app.call('GET', '/settings/public')).body.needs_setup).toBe(true);
    expect((await app.call('POST', '/admin/login', { body: { password: ADMIN_PASSWORD } })).status).toBe(401);
    expect((await app.call('POST', '/setup', { body: request({ code: 'WRONG' }) })).status).toBe(403);
    expect((await app.call('POST', '/setup', { body: request({ time_zone: 'Mars/Base' }) })).status).toBe(
      400,
    );
    expect((await app.call('POST', '/setup', { body: request({ password: '123' }) })).status).toBe(400);
    expect((await app.call('POST', '/setup', { body: request() })).status).toBe(200);
    expect((await app.call('POST', '/setup', { body: request() })).body.error.code).toBe('already_set_up');
    expect((await app.call('POST', '/admin/login', { body: { password: 'first-password' } })).status).toBe(
      200,
    );
    expect((await app.call('GET', '/settings/public')).body).toMatchObject({
      institution_name: 'Hill School',
      needs_setup: false,
    });
    // A new institution takes no face without consent.
    const token = (await app.call('POST', '/admin/login', { body: { password: 'first-password' } })).body
      .access_token;
    const privacy = await app.call('GET', '/admin/privacy-settings', { token });
    expect(privacy.body.consent_required).toBe(true);
  });

  it('lets the right code in after any number of wrong ones', async () => {
    app = await openTestApp({ setUp: false });
    for (let attempt = 0; attempt < 30; attempt += 1)
      expect((await app.call('POST', '/setup', { body: request({ code: 'NO' }) })).status).toBe(403);
    const weak = await app.call('POST', '/setup', { body: request({ password: 'password1' }) });
    expect([weak.status, weak.body.error.code]).toEqual([400, 'weak_password']);
    expect((await app.call('POST', '/setup', { body: request() })).status).toBe(200);
  });

  it('succeeds once for two simultaneous requests', async () => {
    app = await openTestApp({ setUp: false });
    const { call } = app;
    const answers = await Promise.all([
      call('POST', '/setup', { body: request(), address: '192.0.2.50' }),
      call('POST', '/setup', { body: request({ institution_name: 'Other' }), address: '192.0.2.51' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
