import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkIn, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openSchool, type School } from '../testing/school.ts';
import { createScriptedEngine } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

/** Times of Kathmandu on Tuesday 3 March 2026; the day is closed at 10:00. */
const TUESDAY = (time: string) => `2026-03-03T${time}:00+05:45`;

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T05:00:00Z');
  await app.person('T-1', { name: 'Amal Rai', contact_phone: '+977 1 555 0101' });
  await app.person('T-2', { name: 'Bina Rai' });
  await app.person('T-3', { name: 'Chen Li', class_section: 'CS-B' });
  await app.person('T-4', { name: 'Dora Gomez', type: 'staff' });
  await app.admin('POST', '/admin/leaves', {
    user_id: 'T-3',
    from: '2026-03-03',
    to: '2026-03-04',
    reason: 'Dentist',
  });
});
afterAll(() => app.close());

const today = async (query = '') => (await app.admin('GET', `/today${query}`)).body;
const stateOf = async (code: string) => (await app.admin('GET', `/today/people/${code}`)).body.person;
const mark = (user_id: string, more: object) => app.admin('POST', '/today/marks', { user_id, ...more });
const undo = (id: number) => app.admin('DELETE', `/today/marks/${id}`);

describe('the list of today', () => {
  it('calls nobody absent before the day starts, and has no rate', async () => {
    app.clock.set(TUESDAY('07:55'));
    const list = await today('?state=missing');
    expect(list.figures).toEqual({
      people: 4,
      expected: 3,
      here: 0,
      late: 0,
      not_yet: 3,
      absent: 0,
      excused: 1,
      visits: 0,
      new_today: 0,
    });
    expect([list.date, list.time, list.due, list.rate, list.starts_at]).toEqual([
      '03_03_26',
      '07:55',
      true,
      null,
      '09:00',
    ]);
    expect(list.people.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      ['T-1', 'not_yet'],
      ['T-2', 'not_yet'],
      ['T-4', 'not_yet'],
    ]);
    expect(list.people[0]).toMatchObject({ contact_phone: '+977 1 555 0101', classes: [], notes: [] });
    const { stats } = (await app.admin('GET', '/dashboard/stats')).body;
    expect(stats).toMatchObject({
      absent_today: 0,
      not_yet_here: 3,
      expected_today: 3,
      attendance_rate: null,
    });
  });

  it('has a rate from the first due minute', async () => {
    await checkIn(app, 'T-1');
    app.clock.set(TUESDAY('08:59'));
    expect((await today()).rate).toBeNull();
    app.clock.set(TUESDAY('09:00'));
    const list = await today();
    expect([list.rate, list.figures.here, list.figures.not_yet]).toEqual([33.3, 1, 2]);
    expect(list.arrivals).toEqual([{ id: 'T-1', name: 'Amal Rai', time: '07:55', late: false }]);
    const { stats } = (await app.admin('GET', '/dashboard/stats')).body;
    expect(stats).toMatchObject({ absent_today: 0, not_yet_here: 2, attendance_rate: 33.3 });
  });

  it('tells why somebody is excused, and finds anybody by name or section', async () => {
    const excused = await today('?state=excused');
    expect(excused.people).toMatchObject([{ id: 'T-3', excuse: 'Dentist', state: 'excused' }]);
    const found = await today('?search=rai&limit=1');
    expect([found.people.length, found.total, found.people[0].state]).toEqual([1, 2, 'here']);
    expect((await today('?section=CS-B')).people).toMatchObject([{ id: 'T-3' }]);
    expect((await today('?page=9')).people).toEqual([]);
  });

  it('names the classes that somebody has on this day of the week', async () => {
    const slot = { section: 'CS-A', startTime: '10:00', endTime: '11:00' };
    for (const [name, weekdays] of [
      ['Algebra', [2]],
      ['Botany', [1, 3]],
    ] as const) {
      const { body } = await app.admin('POST', '/admin/classes', { ...slot, name, subject: name, weekdays });
      await app.admin('PUT', `/admin/classes/${body.class.id}/roster`, { user_ids: ['T-2'] });
    }
    expect((await stateOf('T-2')).classes).toEqual(['Algebra']);
  });

  it('counts people registered today apart: they are expected from tomorrow on', async () => {
    const added = { name: 'New', user_id: 'T-9', username: 't-9', password: 'secret-123-new', type: 'staff' };
    expect((await app.admin('POST', '/admin/register', added)).status).toBe(200);
    expect((await today()).figures).toMatchObject({ expected: 3, not_yet: 2, new_today: 1 });
    await app.admin('DELETE', '/admin/users/T-9?erase=true');
  });
});

describe('a mark by hand', () => {
  beforeEach(() => app.clock.set(TUESDAY('09:10')));

  it('is here now, and is taken back to what it was', async () => {
    const { body } = await mark('T-2', { mark: 'here' });
    expect(body.person).toMatchObject({ state: 'here', time: '09:10' });
    expect((await today()).figures).toMatchObject({ here: 2, not_yet: 1 });
    const undone = await undo(body.id);
    expect(undone.body.person).toMatchObject({ state: 'not_yet', time: null });
    expect((await undo(body.id)).status).toBe(200); // a retry of a lost answer
    expect((await today()).figures).toMatchObject({ here: 1, not_yet: 2 });
    expect(await rollupDifferences(app)).toEqual([]);
    const { entries } = (await app.admin('GET', '/admin/audit?about=T-2')).body;
    expect(entries.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'mark_taken_back',
      'attendance_marked',
    ]);
    const { corrections } = (await app.admin('GET', '/admin/corrections')).body;
    expect(corrections[0]).toMatchObject({ user_id: 'T-2', state: 'taken_back' });
  });

  it('is late when somebody says so, however early', async () => {
    const { body } = await mark('T-2', { mark: 'late', time: '09:05' });
    expect(body.person).toMatchObject({ state: 'late', time: '09:05' });
    await undo(body.id);
  });

  it('refuses a time that has not come, a time for somebody who did not, and an excuse without a reason', async () => {
    expect((await mark('T-2', { mark: 'here', time: '09:11' })).body.error.fields).toHaveProperty('time');
    expect((await mark('T-2', { mark: 'absent', time: '09:00' })).status).toBe(400);
    expect((await mark('T-2', { mark: 'excused', reason: ' ' })).body.error.fields).toHaveProperty('reason');
  });

  it('is one entry when it is sent twice', async () => {
    const first = await mark('T-2', { mark: 'excused', reason: 'Doctor' });
    const second = await mark('T-2', { mark: 'excused', reason: 'Doctor' });
    expect(second.body.id).toBe(first.body.id);
    expect((await undo(first.body.id)).body.person.state).toBe('not_yet');
  });

  it('is taken back within a minute only, and by nobody else', async () => {
    const { body } = await mark('T-2', { mark: 'excused', reason: 'Doctor' });
    expect(body.person).toMatchObject({ state: 'excused', excuse: 'Doctor' });
    const other = await app.call('DELETE', `/today/marks/${body.id}`, { token: await app.signIn('t-1') });
    expect(other.status).toBe(403);
    app.clock.advance(76_000);
    expect((await undo(body.id)).body.error.code).toBe('undo_too_late');
    // A clock that was set back meanwhile does not take the chance away.
    app.clock.set(TUESDAY('09:05'));
    expect((await undo(body.id)).status).toBe(200);
  });

  it('leaves a later one of somebody else in force when it is taken back', async () => {
    const first = await mark('T-2', { mark: 'here' });
    app.clock.advance(1000);
    const second = await mark('T-2', { mark: 'absent', reason: 'Called, no answer' });
    expect((await undo(first.body.id)).body.person.state).toBe('absent');
    expect((await undo(second.body.id)).body.person.state).toBe('not_yet');
  });

  it('does not wait for a request that nobody has decided', async () => {
    const token = await app.signIn('t-2');
    const wish = { date: '2026-03-03', wanted: 'present', time: '08:30', reason: 'I was there' };
    await app.call('POST', '/user/corrections', { token, body: wish });
    const { body } = await mark('T-2', { mark: 'late' });
    expect(body.person.state).toBe('late');
    const { corrections } = (await app.admin('GET', '/admin/corrections?state=pending')).body;
    await app.admin('POST', `/admin/corrections/${corrections[0].id}/decision`, { accept: false });
    await undo(body.id);
  });

  it('falls back to absent when it is taken back after the day was closed', async () => {
    app.clock.set(TUESDAY('09:59'));
    const { body } = await mark('T-2', { mark: 'excused', reason: 'Doctor' });
    app.clock.set(TUESDAY('10:00'));
    await app.services.closing.closeDueDays();
    expect((await stateOf('T-2')).state).toBe('excused');
    expect((await undo(body.id)).body.person.state).toBe('absent');
    expect((await today()).figures).toMatchObject({ here: 1, absent: 2, not_yet: 0, expected: 3 });
    expect(await rollupDifferences(app)).toEqual([]);
  });
});

describe('two people at once', () => {
  it('end with one verdict that both see, while the day is closed', async () => {
    app.clock.set('2026-03-04T10:05:00+05:45');
    const marks = await Promise.all([
      mark('T-1', { mark: 'here' }),
      mark('T-1', { mark: 'excused', reason: 'Ill' }),
      app.services.closing.closeDueDays(),
      mark('T-1', { mark: 'absent' }),
    ]);
    expect(marks.map((answer) => ('status' in answer ? answer.status : 200))).toEqual([200, 200, 200, 200]);
    const last = (
      await createRepositories(app.db).corrections.list({ reach: { of: 'institution' }, limit: 1 })
    )[0];
    const states = { present: 'late', late: 'late', excused: 'excused', absent: 'absent' } as const;
    expect((await stateOf('T-1')).state).toBe(states[last?.wanted ?? 'present']);
    expect(await rollupDifferences(app)).toEqual([]);
  });
});

describe('a note', () => {
  it('stays on the day, names who called, and is taken back by its author within a minute', async () => {
    app.clock.set('2026-03-05T08:00:00+05:45');
    const note = { user_id: 'T-2', kind: 'call', text: 'Called, line was busy' };
    const first = (await app.admin('POST', '/today/notes', note)).body;
    expect(first.person.notes).toMatchObject([
      { kind: 'call', text: 'Called, line was busy', time: '08:00' },
    ]);
    const { body } = await app.admin('POST', '/today/notes', { ...note, kind: 'note', text: 'Comes at ten' });
    expect((await app.admin('DELETE', `/today/notes/${body.id}`)).status).toBe(200);
    expect((await app.admin('DELETE', `/today/notes/${body.id}`)).body.error.code).toBe('mark_not_found');
    app.clock.advance(80_000);
    expect((await app.admin('DELETE', `/today/notes/${first.id}`)).body.error.code).toBe('undo_too_late');
    const copy = (await app.admin('GET', '/admin/users/T-2/data')).body ?? {};
    expect(copy.day_notes).toMatchObject([{ kind: 'call', text: 'Called, line was busy' }]);
    const { entries } = (await app.admin('GET', '/admin/audit?about=T-2')).body;
    expect(JSON.stringify(entries)).not.toContain('busy');
  });

  it('and the phone number go with the person', async () => {
    const { body } = await app.admin('GET', '/admin/users?search=T-1');
    expect(body.users[0].contact_phone).toBe('+977 1 555 0101');
    await app.admin('POST', '/today/notes', { user_id: 'T-1', kind: 'note', text: 'Cough' });
    expect((await app.admin('DELETE', '/admin/users/T-1')).status).toBe(200);
    const { rows } = await app.pool.query(
      `select (select count(*)::int from day_notes n join people p on p.id = n.person_id where p.deleted_at is not null) as notes,
         (select count(*)::int from people where deleted_at is not null and contact_phone is not null) as phones`,
    );
    expect(rows).toEqual([{ notes: 0, phones: 0 }]);
  });
});

describe('a day off', () => {
  it('expects nobody and records visits apart', async () => {
    app.clock.set('2026-03-07T11:00:00+05:45'); // Saturday
    const { body } = await mark('T-2', { mark: 'here' });
    expect(body.person).toMatchObject({ state: 'day_off', time: '11:00' });
    const list = await today();
    expect([list.due, list.rate]).toEqual([false, null]);
    expect(list.figures).toMatchObject({ expected: 0, visits: 1, not_yet: 0, here: 0 });
    expect(list.arrivals).toMatchObject([{ id: 'T-2', late: false }]);
    await undo(body.id);
  });
});

describe('who may mark', () => {
  let school: TestApp;
  let tokens: School['tokens'];
  beforeAll(async () => {
    school = await openTestApp({ engine: createScriptedEngine() });
    ({ tokens } = await openSchool(school));
  });
  afterAll(() => school.close());
  const as = (role: keyof School['tokens'], user_id: string, more: object = { mark: 'absent' }) =>
    school.call('POST', '/today/marks', { token: tokens[role], body: { user_id, ...more } });

  it('offices in their sections, teachers in their classes, nobody themselves', async () => {
    for (const role of ['office', 'teacher'] as const) {
      expect((await as(role, 'A-1')).status).toBe(200);
      expect((await as(role, 'Z-1')).body.error.code).toBe('user_not_found');
    }
    expect((await as('member', 'A-1')).status).toBe(403);
    expect((await as('administrator', 'R-ADM')).body.error.code).toBe('own_record');
    expect((await as('administrator', 'R-TEA')).status).toBe(200);
  });

  it('do not take back what somebody else marked', async () => {
    const { id } = (await as('teacher', 'A-2', { mark: 'here' })).body;
    const path = `/today/marks/${id}`;
    expect((await school.call('DELETE', path, { token: tokens.office })).body.error.code).toBe(
      'mark_not_found',
    );
    expect((await school.call('DELETE', path, { token: tokens.teacher })).status).toBe(200);
  });

  it('see the people whom they reach, and no other phone number', async () => {
    const listed = async (role: keyof School['tokens']) =>
      (await school.call('GET', '/today', { token: tokens[role] })).body.people.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed('teacher')).toEqual(['A-1', 'A-2']);
    expect(await listed('office')).toEqual(['A-1', 'A-2']);
    expect((await school.call('GET', '/today', { token: tokens.member })).status).toBe(403);
  });
});
