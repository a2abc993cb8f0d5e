import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOREIGN, FOREIGN_TEXT, OWN, openSchool, type School } from '../testing/school.ts';
import { createScriptedEngine, enrolmentImages, sceneImage } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { toCursor } from './formats/cursor.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  school = await openSchool(app);
});
afterAll(() => app.close());

type Caller = keyof School['tokens'];
const as = (caller: Caller, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: school.tokens[caller], ...(body === undefined ? {} : { body }) });
const statusAs = async (...call: Parameters<typeof as>) => (await as(...call)).status;
const noticesOf = async (caller: Caller, path = '/user/notices'): Promise<string[]> =>
  (await as(caller, 'GET', path)).body.notices.map(({ title }: { title: string }) => title);
const FEBRUARY = 'from=2026-02-01&to=2026-03-02';

describe('an office of a section', () => {
  it('counts, lists and pages its own people only', async () => {
    const { users, total, sections } = (await as('office', 'GET', '/admin/users?limit=1')).body;
    expect([users.length, total, sections]).toEqual([1, 2, [OWN.section]]);
    const { analytics } = (await as('office', 'GET', `/admin/analytics?${FEBRUARY}`)).body;
    expect(analytics.basic_stats).toMatchObject({ total_users: 2, attended_days: 1, total_days: 5 });
    expect(analytics.class_wise_stats).toMatchObject([{ class_section: OWN.section, students: 2 }]);
    expect(analytics.attendance_by_time).toMatchObject([{ count: 1 }]);
    expect(analytics.top_attendees).toMatchObject([{ user_id: OWN.person }]);
    const rows = (await as('office', 'GET', `/admin/attendance-rows?${FEBRUARY}&limit=1`)).body;
    expect([rows.rows.length, rows.total]).toEqual([1, 5]);
    const { stats } = (await as('office', 'GET', '/dashboard/stats')).body;
    expect(stats).toMatchObject({ total_users: 2, present_today: 1, absent_today: 1 });
    const { absentees } = (await as('office', 'GET', '/admin/absentees')).body;
    expect(absentees).toMatchObject([{ user_id: 'A-2' }]);
    expect((await as('office', 'GET', '/admin/face-status')).body).toMatchObject({ people: 1, templates: 3 });
  });

  it('goes on in the list after its own people only: others are as unknown as nobody', async () => {
    const { rows } = await app.pool.query<{ id: number; code: string }>('select id, code from people');
    const pageAfter = async (id: number) => {
      const { status, body } = await as('office', 'GET', `/admin/users?limit=1&cursor=${toCursor([id])}`);
      const { request_id: _, ...error } = body.error ?? {};
      return { status, error };
    };
    const idOf = (code: string) => rows.find((row) => row.code === code)?.id ?? 0;
    expect(await pageAfter(idOf(OWN.person))).toEqual({ status: 200, error: {} });
    const foreign = await pageAfter(idOf(FOREIGN.person));
    expect(foreign).toEqual(await pageAfter(2_000_000_000));
    expect(foreign.status).toBe(400);
  });

  it('registers students of its sections, and nobody into another section or a rank', async () => {
    const person = { name: 'P', user_id: 'P-1', username: 'p-1', password: 'long-secret-7', type: 'student' };
    const register = (more: object) => statusAs('office', 'POST', '/admin/register', { ...person, ...more });
    expect(await register({ type: 'teacher' })).toBe(403);
    expect(await register({ class_section: null })).toBe(403);
    expect(await register({ class_section: OWN.section })).toBe(200);
    expect(await statusAs('office', 'PUT', '/admin/users/P-1', { type: 'staff' })).toBe(403);
    expect(await statusAs('office', 'PUT', '/admin/users/P-1', { name: 'Q' })).toBe(200);
    await app.pool.query(`update people set role = 'administrator' where code = 'P-1'`);
    for (const [method, path, body] of [
      ['PUT', '/admin/users/P-1', { name: 'R' }],
      ['PUT', '/admin/users/P-1/password', { password: 'another-secret-7' }],
      ['DELETE', '/admin/users/P-1', undefined],
    ] as const)
      expect(`${path} ${await statusAs('office', method, path, body)}`).toBe(`${path} 403`);
    await app.pool.query(`update people set role = 'member' where code = 'P-1'`);
    expect(await statusAs('administrator', 'DELETE', '/admin/users/P-1?erase=true')).toBe(200);
  });

  it('changes its own people together, and nobody of another section by a guessed ID', async () => {
    const stateOf = async () =>
      (
        await app.pool.query(
          `select p.class_section, c.password_hash from people p left join credentials c on c.person_id = p.id
           where p.code in ($1, 'R-ADM') order by p.code`,
          [FOREIGN.person],
        )
      ).rows;
    const before = await stateOf();
    const user_ids = ['A-2', FOREIGN.person, 'R-ADM', 'NOBODY'];
    const refused = user_ids.slice(1).map((user_id) => ({ user_id, reason: 'not_found' }));
    const moved = await as('office', 'POST', '/admin/users/bulk/section', {
      user_ids,
      class_section: OWN.section,
    });
    expect(moved.body).toEqual({ done: 1, refused });
    const renewed = await as('office', 'POST', '/admin/users/bulk/passwords', { user_ids });
    expect(renewed.body.passwords).toMatchObject([{ id: 'A-2', name: 'Bo Near', username: 'a-2' }]);
    expect(renewed.body.refused).toEqual(refused);
    expect(await statusAs('office', 'POST', '/admin/users/bulk/delete', { user_ids })).toBe(403);
    expect(await stateOf()).toEqual(before);
  });

  it('is not told whose face it is that somebody elsewhere has', async () => {
    const enrol = (caller: Caller) =>
      as(caller, 'POST', '/admin/capture-face', { user_id: 'A-2', images: enrolmentImages(2) });
    const { body, text } = await enrol('office');
    expect(body).toMatchObject({ success: false, reason: 'duplicate', duplicate_of: null });
    expect(text).not.toMatch(FOREIGN_TEXT);
    expect((await enrol('administrator')).body.duplicate_of).toEqual({
      id: FOREIGN.person,
      name: FOREIGN.personName,
    });
  });

  it('keeps the days that people had in its section, and does not find them where they have gone', async () => {
    const rowsOf = async () => (await as('office', 'GET', `/admin/attendance-rows?${FEBRUARY}`)).body.total;
    const registered = async () =>
      (await as('office', 'GET', `/admin/register?month=2026-02&section=${OWN.section}`)).body.rows.map(
        ({ user_id }: { user_id: string }) => user_id,
      );
    await as('administrator', 'PUT', `/admin/users/${OWN.person}`, { class_section: FOREIGN.section });
    // Today goes with the person.
    expect(await rowsOf()).toBe(4);
    expect(await statusAs('office', 'GET', `/profile/${OWN.person}`)).toBe(404);
    expect(await registered()).toContain(OWN.person);
    await as('administrator', 'PUT', `/admin/users/${OWN.person}`, { class_section: OWN.section });
    expect(await rowsOf()).toBe(5);
  });

  it('sees the part of a class that is in its sections, and takes no attendance', async () => {
    const roster = { user_ids: [OWN.person, 'A-2', FOREIGN.person] };
    await as('administrator', 'PUT', `/admin/classes/${school.ownClass}/roster`, roster);
    const { classes } = (await as('office', 'GET', '/admin/classes')).body;
    expect(classes).toMatchObject([{ id: school.ownClass, students: 2 }]);
    const shown = (await as('office', 'GET', `/admin/classes/${school.ownClass}/roster`)).body.roster;
    expect(shown).toHaveLength(2);
    expect(await statusAs('office', 'POST', '/attendance/start', { class_id: school.ownClass })).toBe(403);
    // The class is a teacher's as a whole.
    const sheet = (await as('teacher', 'GET', `/admin/classes/${school.ownClass}/attendance`)).body.roster;
    expect(sheet).toHaveLength(3);
    roster.user_ids.pop();
    await as('administrator', 'PUT', `/admin/classes/${school.ownClass}/roster`, roster);
  });
});

describe('a teacher', () => {
  it('finds and reports on the people of their classes', async () => {
    expect((await as('teacher', 'GET', '/admin/users')).body.total).toBe(2);
    const everyone = (await as('teacher', 'GET', '/admin/register?month=2026-03')).body;
    expect(everyone.total).toBe(2);
    const { stats } = (await as('teacher', 'GET', '/dashboard/stats')).body;
    expect(stats).toMatchObject({ total_classmates: 2, present_today: 1, absent_today: 1 });
    const today = (await as('teacher', 'GET', '/attendance')).body.attendance;
    expect(today).toMatchObject([{ Roll: OWN.person }]);
  });

  it('gets no name for a face that is not on the roster', async () => {
    const identify = (scene: number) =>
      as('teacher', 'POST', `/admin/classes/${school.ownClass}/identify`, {
        image: sceneImage({ person: scene }),
      });
    expect((await identify(1)).body.faces).toMatchObject([{ person: { user_id: OWN.person } }]);
    expect((await identify(2)).body.faces).toMatchObject([{ outcome: 'unknown', person: null }]);
  });

  it('asks for corrections that an office decides', async () => {
    const wish = { user_id: OWN.person, date: '2026-02-26', wanted: 'excused', reason: 'Was ill' };
    expect(await statusAs('teacher', 'POST', '/admin/corrections', wish)).toBe(200);
    const [asked] = (await as('office', 'GET', '/admin/corrections?state=pending')).body.corrections;
    expect(asked).toMatchObject({ user_id: OWN.person, asked_by: 'Person R-TEA', state: 'pending' });
    const decision = `/admin/corrections/${asked.id}/decision`;
    expect(await statusAs('teacher', 'POST', decision, { accept: true })).toBe(403);
    expect(await statusAs('office', 'POST', decision, { accept: true })).toBe(200);
    expect((await as('member', 'GET', '/user/corrections')).body.corrections).toMatchObject([
      { asked_by: 'Person R-TEA', state: 'accepted' },
    ]);
    expect((await as('teacher', 'GET', '/user/corrections')).body.corrections).toMatchObject([
      { user_id: OWN.person, state: 'accepted' },
    ]);
  });

  it('has a class as a substitute on the given days only', async () => {
    const { rows } = await app.pool.query(
      `insert into class_teachers (class_id, person_id, first_day, last_day)
       select $1, id, '2026-03-03', '2026-03-03' from people where code = 'R-TEA' returning id`,
      [school.foreignClass],
    );
    const roster = () => statusAs('teacher', 'GET', `/admin/classes/${school.foreignClass}/roster`);
    const today = app.clock.now().toISOString();
    const seen = [await roster()];
    for (const day of ['2026-03-03', '2026-03-04']) {
      app.clock.set(`${day}T04:15:00Z`);
      school.tokens.teacher = await app.signIn('r-tea');
      seen.push(await roster());
    }
    expect(seen).toEqual([404, 200, 404]);
    app.clock.set(today);
    school.tokens.teacher = await app.signIn('r-tea');
    await app.pool.query('delete from class_teachers where id = $1', [rows[0].id]);
  });
});

describe('a notice', () => {
  const post = (caller: Caller, title: string, audience?: unknown) =>
    statusAs(caller, 'POST', '/admin/notices', { title, content: 'x', audience });

  it('is read by its audience, its author and nobody else', async () => {
    const [ownClass, foreignClass] = [{ class_id: school.ownClass }, { class_id: school.foreignClass }];
    expect(await post('teacher', 'To my class', ownClass)).toBe(200);
    expect(await post('office', 'To my section', { section: OWN.section })).toBe(200);
    expect(await post('administrator', 'To all')).toBe(200);
    expect(await post('administrator', 'To another class', foreignClass)).toBe(200);
    expect(await noticesOf('member')).toEqual(['To all', 'To my section', 'To my class']);
    expect(await noticesOf('teacher')).toEqual(['To all', 'To my class']);
    expect(await noticesOf('office')).toEqual(['To all', 'To my section']);
    expect(await noticesOf('administrator')).toEqual(['To another class', 'To all']);
    const foreign = await app.call('GET', '/user/notices', { token: school.foreignToken });
    expect(foreign.body.notices.map(({ audience }: { audience: unknown }) => audience)).toEqual([
      { ...foreignClass, class_name: 'Faraway class' },
      null,
      { section: FOREIGN.section },
    ]);
  });

  it('is managed by whoever reaches its whole audience', async () => {
    expect(await noticesOf('teacher', '/admin/notices')).toEqual(['To my class']);
    expect(await noticesOf('office', '/admin/notices')).toEqual(['To my section']);
    expect(await noticesOf('administrator', '/admin/notices')).toHaveLength(5);
  });

  it('is not posted to more people than the author reaches', async () => {
    expect(await post('teacher', 'x')).toBe(403);
    expect(await post('teacher', 'x', { section: OWN.section })).toBe(403);
    expect(await post('office', 'x')).toBe(403);
    expect(await post('office', 'x', { class_id: school.ownClass })).toBe(403);
    expect(await post('administrator', 'x', { class_id: 2_000_000_007 })).toBe(404);
    const both = { class_id: school.ownClass, section: OWN.section };
    expect(await post('administrator', 'x', both)).toBe(400);
  });
});

describe('rank', () => {
  it('lets administrators save their own record with the address it has, and with no other', async () => {
    await app.pool.query(`update people set email = 'kept@school.example' where code = 'R-ADM'`);
    const save = (email: string) =>
      statusAs('administrator', 'PUT', '/admin/users/R-ADM', { name: 'Own', email });
    expect([await save('kept@school.example'), await save('other@school.example')]).toEqual([200, 403]);
  });

  it('keeps administrators from owners, and everybody from resetting themselves without their password', async () => {
    await app.pool.query(`update people set role = 'owner' where code = 'A-2'`);
    const reset = (caller: Caller, id: string) =>
      statusAs(caller, 'PUT', `/admin/users/${id}/password`, { password: 'another-secret-7' });
    expect(await reset('administrator', 'A-2')).toBe(403);
    expect(await statusAs('administrator', 'PUT', '/admin/users/A-2', { name: 'X' })).toBe(403);
    expect(await statusAs('administrator', 'DELETE', '/admin/users/A-2')).toBe(403);
    expect((await as('owner', 'DELETE', '/admin/users/A-2')).body.error.code).toBe('owner_stays');
    expect(await reset('administrator', 'R-ADM')).toBe(403);
    expect(await reset('owner', 'R-ADM')).toBe(200);
    await app.pool.query(`update people set role = 'member' where code = 'A-2'`);
  });
});
