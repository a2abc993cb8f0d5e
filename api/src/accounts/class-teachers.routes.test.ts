import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { MONDAY, openTestApp, PERSON_PASSWORD, type TestApp } from '../testing/test-app.ts';

/** MONDAY is 10:00 on 2026-03-02. */
const TODAY = '2026-03-02';
let app: TestApp;
let classId = 0;
let teacher: string;
beforeAll(async () => {
  app = await openTestApp();
  for (const id of ['P-1', 'P-2', 'P-3']) await app.person(id, { name: `Pupil ${id}` });
  teacher = (await app.person('T-1', { type: 'teacher', class_section: null })).token;
  await app.person('T-2', { type: 'teacher', class_section: null });
  classId = await openClass('Maths', ['P-1', 'P-2', 'P-3'], '09:30');
});
afterAll(() => app.close());

async function openClass(name: string, roster: readonly string[], startTime: string): Promise<number> {
  const { body } = await app.admin('POST', '/admin/classes', {
    name,
    section: name,
    startTime,
    endTime: '12:00',
  });
  await app.admin('PUT', `/admin/classes/${body.class.id}/roster`, { user_ids: roster });
  return body.class.id;
}
const setTeachers = (id: number, ...teachers: Record<string, unknown>[]) =>
  app.admin('PUT', `/admin/classes/${id}/teachers`, { teachers });
const today = async (token = teacher) => (await app.call('GET', '/teacher/today', { token })).body;

describe('the teachers of a class', () => {
  it('are several, with substitutes for some days, who have the class on those days only', async () => {
    const { status, body } = await setTeachers(
      classId,
      { user_id: 't-2', first_day: TODAY, last_day: '2026-03-03' },
      { user_id: 'T-1' },
    );
    expect([status, body.teachers]).toEqual([
      200,
      [
        { user_id: 'T-1', name: 'Person T-1', first_day: null, last_day: null },
        { user_id: 'T-2', name: 'Person T-2', first_day: TODAY, last_day: '2026-03-03' },
      ],
    ]);
    expect((await app.admin('GET', `/admin/classes/${classId}/teachers`)).body).toEqual(body);
    const substitute = await app.signIn('t-2');
    expect((await today(substitute)).classes).toMatchObject([{ id: classId, substitute: true }]);
    const { body: listed } = await app.admin('GET', '/admin/accounts?search=T-2');
    expect(listed.accounts[0].classes).toEqual([
      { id: classId, name: 'Maths', first_day: TODAY, last_day: '2026-03-03' },
    ]);
    app.clock.set('2026-03-04T04:15:00Z');
    const later = await app.signIn('t-2');
    expect(await today(later)).toEqual({ date: '2026-03-04', classes: [] });
    expect((await app.call('GET', `/admin/classes/${classId}/roster`, { token: later })).status).toBe(404);
    expect((await today(await app.signIn('t-1'))).classes).toMatchObject([{ substitute: false }]);
    app.clock.set(MONDAY);
  });

  it('have a role, are in the list once, and substitutes have two days in order', async () => {
    const refused: [Record<string, unknown>[], string][] = [
      [[{ user_id: 'P-1' }], 'the teacher role'],
      [[{ user_id: 'NOBODY' }], 'Unknown: NOBODY'],
      [[{ user_id: 'T-1' }, { user_id: 't-1' }], 'twice'],
      [[{ user_id: 'T-1', first_day: TODAY }], 'a first and a last day'],
      [[{ user_id: 'T-1', first_day: TODAY, last_day: '2026-03-01' }], 'before the first'],
    ];
    for (const [given, word] of refused) {
      const { status, body } = await setTeachers(classId, ...given);
      expect([status, body.error.fields.teachers]).toEqual([400, expect.stringContaining(word)]);
    }
    expect((await app.admin('GET', `/admin/classes/${classId}/teachers`)).body.teachers).toHaveLength(2);
    expect((await app.admin('GET', '/admin/classes/999999/teachers')).status).toBe(404);
    expect((await app.call('GET', `/admin/classes/${classId}/teachers`, { token: teacher })).status).toBe(
      403,
    );
  });

  it('lose the class with their role and when they are deleted', async () => {
    const other = await openClass('History', ['P-1'], '09:00');
    await app.person('T-3', { type: 'teacher', class_section: null });
    await app.person('T-4', { type: 'teacher', class_section: null });
    await setTeachers(other, { user_id: 'T-3' }, { user_id: 'T-4' });
    const token = await app.signIn('t-3');
    expect((await today(token)).classes).toHaveLength(1);
    await app.admin('PUT', '/admin/accounts/T-3', { role: 'member' });
    expect((await app.call('GET', '/teacher/today', { token })).status).toBe(403);
    await app.admin('PUT', '/admin/accounts/T-3', { role: 'teacher' });
    expect((await today(token)).classes).toEqual([]);
    await app.admin('DELETE', '/admin/users/T-4');
    expect((await app.admin('GET', `/admin/classes/${other}/teachers`)).body.teachers).toEqual([]);
  });
});

describe('a teacher who becomes an office', () => {
  it('loses the classes, and is given none', async () => {
    const other = await openClass('Physics', ['P-1'], '09:00');
    await app.person('T-5', { type: 'teacher', class_section: null });
    await setTeachers(other, { user_id: 'T-5' });
    const token = await app.signIn('t-5');
    await app.admin('PUT', '/admin/accounts/T-5', { role: 'office', sections: ['CS-Z'] });
    expect((await today(token)).classes ?? []).toEqual([]);
    expect((await app.admin('GET', `/admin/classes/${other}/teachers`)).body.teachers).toEqual([]);
    const { status, body } = await setTeachers(other, { user_id: 'T-5' });
    expect([status, body.error?.fields.teachers]).toEqual([400, expect.stringContaining('the teacher role')]);
    // As an institution has it that gave classes to an office before.
    await app.pool.query(
      `insert into class_teachers (class_id, person_id) select $1, id from people where code = 'T-5'`,
      [other],
    );
    expect((await today(await app.signIn('t-5'))).classes ?? []).toEqual([]);
    await app.admin('PUT', '/admin/accounts/T-5', { role: 'office', sections: ['CS-A'] });
    await app.admin('DELETE', `/admin/classes/${other}`);
  });

  it('keeps them as an administrator, who reaches every class', async () => {
    const other = await openClass('Biology', ['P-1'], '09:00');
    await app.person('T-6', { type: 'teacher', class_section: null });
    await setTeachers(other, { user_id: 'T-6' });
    await app.admin('PUT', '/admin/accounts/T-6', { role: 'administrator' });
    const token = await app.signIn('t-6');
    const body = { current_password: PERSON_PASSWORD, new_password: 'my own from now on' };
    await app.call('PUT', '/me/password', { token, body });
    expect((await today(token)).classes).toMatchObject([{ id: other, students: 1 }]);
    await app.admin('DELETE', `/admin/classes/${other}`);
  });
});

describe('the day of a teacher', () => {
  it('lists who is missing so far, and whether the sheet is taken', async () => {
    await checkIn(app, 'P-1');
    await app.admin('POST', '/admin/leaves', {
      user_id: 'P-2',
      from: TODAY,
      to: TODAY,
      reason: 'Ill',
    });
    const [before] = (await today()).classes;
    expect(before).toEqual({
      id: classId,
      name: 'Maths',
      subject: expect.any(String),
      starts_at: '09:30',
      ends_at: '12:00',
      students: 3,
      present: 1,
      missing: [{ user_id: 'P-3', name: 'Pupil P-3' }],
      taken: false,
      substitute: false,
    });
    const { body: sheet } = await app.call('GET', `/admin/classes/${classId}/attendance`, { token: teacher });
    const saved = await app.call('PUT', `/admin/classes/${classId}/attendance`, {
      token: teacher,
      body: {
        revision: sheet.revision,
        marks: [
          { user_id: 'P-1', status: 'absent' },
          { user_id: 'P-2', status: 'excused' },
          { user_id: 'P-3', status: 'late' },
        ],
      },
    });
    expect(saved.status).toBe(200);
    const [after] = (await today()).classes;
    expect(after).toMatchObject({ present: 1, missing: [{ user_id: 'P-1' }], taken: true });
  });

  it('has no class on a day off, nor of anybody else', async () => {
    await openClass('Foreign', ['P-1'], '09:45');
    expect((await today()).classes).toHaveLength(1);
    app.clock.set('2026-03-07T04:15:00Z');
    expect(await today(await app.signIn('t-1'))).toEqual({ date: '2026-03-07', classes: [] });
    app.clock.set(MONDAY);
  });
});
