import { DEMO_PINS, giveDemoPins } from '@rollcall/core/demo-data/demo-pins';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markByFace } from '../testing/face-scan.ts';
import { createScriptedEngine, enrolmentImages, sceneImage } from '../testing/scripted-engine.ts';
import { ADMIN_PASSWORD, openTestApp, type TestApp } from '../testing/test-app.ts';
import { pairKiosk } from '../testing/test-kiosk.ts';

describe('the demo school', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ demo: true, engine: createScriptedEngine() });
    await app.services.demoData.populate();
  });
  afterAll(() => app.close());

  it('has at least 60 people in three classes and 90 school days', async () => {
    const { body } = await app.admin('GET', '/admin/demo-summary');
    expect(body.total_users).toBeGreaterThanOrEqual(60);
    expect(body.classes).toBe(3);
    const { rows } = await app.pool.query(
      'select count(distinct day)::int as days, count(*) filter (where extract(isodow from day) > 5)::int as weekend from attendance_days',
    );
    expect(rows[0].days).toBeGreaterThanOrEqual(90);
    expect(rows[0].weekend).toBe(0);
    const { rows: priorities } = await app.pool.query('select distinct priority from notices');
    expect(priorities).toHaveLength(4);
  });

  it('changes nothing when it is populated again', async () => {
    const everything = async () =>
      (
        await app.pool.query(
          'select (select count(*) from people) p, (select count(*) from check_ins) c, (select count(*) from attendance_days) d, (select count(*) from notices) n, (select max(id) from notices) m',
        )
      ).rows;
    const before = await everything();
    const { body } = await app.admin('POST', '/admin/populate-demo-data');
    expect(body.message).toBe('The demo school is ready.');
    expect(await everything()).toEqual(before);
  });

  it('publishes its credentials, and they work', async () => {
    const { body } = await app.call('GET', '/settings/public');
    expect(body.demo_mode).toBe(true);
    expect(body.demo_credentials.admin.password).toBe(ADMIN_PASSWORD);
    const login = await app.call('POST', '/user/login', { body: body.demo_credentials.user });
    expect(login.body.role).toBe('user');
  });

  it('has a teacher with two classes and an office of two sections to try, and one administrator', async () => {
    const { body } = await app.call('GET', '/settings/public');
    const tokenOf = async (account: unknown): Promise<string> =>
      (await app.call('POST', '/user/login', { body: account })).body.access_token;
    const teacher = await app.call('GET', '/teacher/today', {
      token: await tokenOf(body.demo_credentials.teacher),
    });
    expect(teacher.body.classes.map(({ name }: { name: string }) => name)).toEqual([
      'Data Structures CS-A',
      'Operating Systems CS-B',
    ]);
    const office = await app.call('GET', '/admin/users', {
      token: await tokenOf(body.demo_credentials.office),
    });
    expect(office.body.sections).toEqual(['CS-A', 'CS-C']);
    expect((await app.call('POST', '/admin/login', { body: body.demo_credentials.admin })).status).toBe(200);
  });

  it('gives a demo school of an earlier version its teacher and office', async () => {
    const duties = `select (select count(*)::int from class_teachers) as classes,
      (select count(*)::int from office_sections) as sections,
      (select count(*)::int from people where role = 'office') as offices`;
    const before = (await app.pool.query(duties)).rows;
    await app.pool.query(`delete from class_teachers`);
    await app.pool.query(`delete from office_sections`);
    await app.pool.query(
      `update people set role = 'member', username = 'dolores.vega' where username = 'office'`,
    );
    await app.pool.query(`update people set username = 'samuel.osei' where username = 'teacher'`);
    await app.services.demoData.populate();
    expect((await app.pool.query(duties)).rows).toEqual(before);
    expect(before).toEqual([{ classes: 3, sections: 2, offices: 1 }]);
  });

  it('leaves alone whom somebody has renamed, and starts where a username is taken', async () => {
    const accounts = `select code, username, role, password_hash from people left join credentials on person_id = people.id
      where code in (select code from people where username in ('teacher', 'office', 'mine', 'dolores.vega')) order by code`;
    await app.pool.query(`update people set username = 'mine' where username = 'teacher'`);
    await app.pool.query(
      `update people set username = 'dolores.vega', role = 'member' where username = 'office'`,
    );
    await app.person('TAKEN', { username: 'office' });
    const before = (await app.pool.query(accounts)).rows;
    await app.services.demoData.populate();
    expect((await app.pool.query(accounts)).rows).toEqual(before);
    await app.pool.query(`delete from people where code = 'TAKEN'`);
    await app.pool.query(`update people set username = 'teacher' where username = 'mine'`);
    await app.services.demoData.populate();
  });

  it('is the same every time', async () => {
    const digestOf = async ({ pool }: TestApp) => {
      const { rows } = await pool.query(
        `select md5(string_agg(p.code || d.day || d.status || coalesce(d.first_in::text, ''), ',' order by p.code, d.day)) as digest
         from attendance_days d join people p on p.id = d.person_id`,
      );
      return rows;
    };
    const first = await digestOf(app);
    const again = await openTestApp({ demo: true });
    await again.services.demoData.populate();
    const second = await digestOf(again);
    await again.close();
    expect(second).toEqual(first);
  });

  it('has attendance for a later day too', async () => {
    app.clock.set('2026-03-10T09:00:00Z');
    await app.services.demoData.populate();
    const { body } = await app.admin('GET', '/attendance');
    expect(body.attendance.length).toBeGreaterThan(40);
  });
});

describe('a visitor of the demo', () => {
  it('registers their own face after agreeing, marks themselves, and sees the figures change', async () => {
    const app = await openTestApp({ demo: true, engine: createScriptedEngine() });
    await app.services.demoData.populate();
    const token = await app.signIn('student', 'student123');
    const as = (method: string, path: string, body?: unknown) => app.call(method, path, { token, body });
    const before = (await as('GET', '/user/my-attendance')).body;
    expect((await as('GET', '/user/mark-readiness')).body).toMatchObject({
      due: true,
      registered: false,
      allowed: false,
      may_register: true,
      attendance: null,
    });
    const register = () => as('POST', '/user/register-face', { images: enrolmentImages(3) });
    expect((await register()).body.error.code).toBe('consent_missing');
    await as('POST', '/user/consent', { version: '1' });
    expect((await register()).body).toMatchObject({ success: true, photos: 3 });
    const marked = await markByFace(app, token, sceneImage({ person: 3 }));
    expect(marked.body).toMatchObject({ success: true, outcome: 'marked' });
    const after = (await as('GET', '/user/my-attendance')).body;
    expect(after.attended_days).toBe(before.attended_days + 1);
    expect((await as('GET', '/user/mark-readiness')).body).toMatchObject({
      registered: true,
      allowed: true,
      attendance: { status: 'present' },
    });
    // Everybody else has agreed already, as the demo requires.
    const { body } = await app.admin('GET', '/admin/users/STU002/consent');
    expect(body).toMatchObject({ required: true, consents: [{ method: 'paper', given_by: 'Aarav Sharma' }] });
    await app.close();
  });

  it('finds a school day on a Sunday, and marks are of that day', async () => {
    // Sunday 10:00 in Kathmandu.
    const app = await openTestApp({
      demo: true,
      engine: createScriptedEngine(),
      startAt: '2026-03-01T04:15:30Z',
    });
    await app.services.demoData.populate();
    const settings = (await app.call('GET', '/settings/public')).body;
    expect(settings.demo_day).toEqual({ date: '2026-02-27', days_back: 2 });
    const token = await app.signIn('student', 'student123');
    const as = (method: string, path: string, body?: unknown) => app.call(method, path, { token, body });
    expect((await as('GET', '/user/mark-readiness')).body).toMatchObject({ date: '02_27_26', due: true });
    await as('POST', '/user/consent', {});
    await as('POST', '/user/register-face', { images: enrolmentImages(3) });
    const { body } = await markByFace(app, token, sceneImage({ person: 3 }));
    expect(body.attendance).toMatchObject({ date: '02_27_26', time: '10:00', status: 'present' });
    expect((await app.admin('GET', '/dashboard/stats')).body.stats.present_today).toBeGreaterThan(40);
    // On Monday it is Monday.
    app.clock.set('2026-03-02T04:15:00Z');
    expect((await app.call('GET', '/settings/public')).body.demo_day).toBeUndefined();
    await app.close();
  });
});

describe('outside demo mode', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ engine: createScriptedEngine() });
  });
  afterAll(() => app.close());

  it('nobody registers their own face, whatever they have agreed to', async () => {
    const { token } = await app.person('S-1');
    const as = (method: string, path: string, body?: unknown) => app.call(method, path, { token, body });
    await as('POST', '/user/consent', {});
    expect((await as('GET', '/user/mark-readiness')).body.may_register).toBe(false);
    const register = () => as('POST', '/user/register-face', { images: enrolmentImages(1) });
    const { status, body } = await register();
    expect([status, body.error.code]).toEqual([403, 'demo_only']);
    // Nor where a host in demo mode holds the data of an institution.
    Object.assign(app.services.demo, { on: true });
    expect((await register()).body.error.code).toBe('demo_only');
    Object.assign(app.services.demo, { on: false });
    expect((await app.admin('GET', '/admin/face-status')).body.people).toBe(0);
  });

  it('a weekend is a weekend', async () => {
    app.clock.set('2026-03-07T04:15:00Z');
    expect((await app.call('GET', '/settings/public')).body.demo_day).toBeUndefined();
    const token = await app.signIn('s-1');
    const { body } = await app.call('GET', '/user/mark-readiness', { token });
    expect(body).toMatchObject({ date: '03_07_26', due: false });
  });

  it('the demo calls are refused', async () => {
    expect((await app.admin('POST', '/admin/populate-demo-data')).status).toBe(403);
    expect((await app.admin('GET', '/admin/demo-summary')).status).toBe(403);
  });
});

it('the demo in a browser gives two people PINs that visitors are told, and leaves one that a visitor chose', async () => {
  const app = await openTestApp({ demo: true });
  await app.services.demoData.populate();
  const repos = createRepositories(app.db);
  const give = () => giveDemoPins({ repos, savePin: app.services.pins.save });
  const kiosk = await pairKiosk(app);
  await give();
  const type = async (code: string, pin: string) =>
    (await kiosk.send('POST', '/kiosk/pin', { body: { user_id: code, pin } })).body.outcome;
  for (const { code, pin } of DEMO_PINS) expect(await type(code, pin)).toBe('marked');
  const { body } = await app.call('POST', '/user/login', {
    body: { username: 'student', password: 'student123' },
  });
  await app.call('PUT', '/user/pin', { token: body.access_token, body: { pin: '90817' } });
  await give();
  expect(await type('STU001', '90817')).toBe('marked');
  expect(await type('STU001', '4711')).toBe('wrong_pin');
  await app.close();
});
