import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openSchool, type School } from '../testing/school.ts';
import { createScriptedEngine } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

/** Times of Kathmandu on Tuesday 3 March 2026; on time until 09:15, closed at 10:00. */
const TUESDAY = (time: string) => app.clock.set(`2026-03-03T${time}:00+05:45`);

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T05:00:00Z');
  await app.person('T-1', { name: 'Amal Rai' });
  await app.person('T-2', { name: 'Bina Rai' });
  await app.person('T-3', { name: 'Chen Li', class_section: 'CS-B' });
  await app.person('T-4', { name: 'Dora Gomez', class_section: 'CS-B' });
});
afterAll(() => app.close());

const stateOf = async (code: string) => (await app.admin('GET', `/today/people/${code}`)).body.person;
const mark = (user_id: string, more: object) => app.admin('POST', '/today/marks', { user_id, ...more });
const note = (user_id: string, more: object) =>
  app.admin('POST', '/today/notes', { user_id, kind: 'call', ...more });
const undo = (id: number) => app.admin('DELETE', `/today/marks/${id}`);
const remove = (id: number) => app.admin('POST', `/today/marks/${id}/removal`);
const actionsAbout = async (code: string): Promise<string[]> =>
  (await app.admin('GET', `/admin/audit?about=${code}`)).body.entries.map(
    ({ action }: { action: string }) => action,
  );

describe('here, for somebody who has arrived', () => {
  it('keeps the arrival seen by face, and says since when', async () => {
    TUESDAY('08:01');
    await checkIn(app, 'T-1');
    TUESDAY('09:30');
    const { status, body } = await mark('T-1', { mark: 'here' });
    expect([status, body.message, body.id]).toEqual([200, 'Already here since 08:01.', null]);
    expect(body.person).toMatchObject({ state: 'here', time: '08:01', mark: null });
    expect(await actionsAbout('T-1')).not.toContain('attendance_marked');
  });

  it('keeps an arrival entered by hand; the same tap a minute later is the same entry', async () => {
    TUESDAY('09:10');
    const first = await mark('T-2', { mark: 'here' });
    app.clock.advance(60_000);
    expect((await mark('T-2', { mark: 'here' })).body).toMatchObject({
      id: first.body.id,
      person: { state: 'here', time: '09:10' },
    });
    TUESDAY('09:40');
    expect((await mark('T-2', { mark: 'here' })).body).toMatchObject({
      id: null,
      person: { time: '09:10' },
    });
  });

  it('changes the time when one is given, and late without a time keeps the arrival', async () => {
    TUESDAY('09:40');
    const changed = await mark('T-1', { mark: 'here', time: '08:30' });
    expect(changed.body.person).toMatchObject({ state: 'here', time: '08:30' });
    const late = await mark('T-1', { mark: 'late' });
    expect(late.body.person).toMatchObject({ state: 'late', time: '08:30' });
    await undo(late.body.id);
    await undo(changed.body.id);
    expect(await stateOf('T-1')).toMatchObject({ state: 'here', time: '08:01' });
  });
});

describe('a call that says somebody is ill', () => {
  it('keeps the result and excuses; one undo takes both back', async () => {
    TUESDAY('09:12');
    const { body } = await note('T-3', { text: 'Fever, mother called', excuse: 'Ill: Fever, mother called' });
    expect(body.person).toMatchObject({ state: 'excused', excuse: 'Ill: Fever, mother called' });
    expect(body.person.notes).toMatchObject([{ kind: 'call', text: 'Fever, mother called' }]);
    expect((await app.admin('DELETE', `/today/notes/${body.id}?mark=${body.mark_id}`)).status).toBe(200);
    expect(await stateOf('T-3')).toMatchObject({ state: 'not_yet', excuse: null, notes: [] });
    expect((await actionsAbout('T-3')).slice(0, 4)).toEqual([
      'mark_taken_back',
      'day_note_taken_back',
      'attendance_marked',
      'day_note_added',
    ]);
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('does not take back a mark of somebody else', async () => {
    TUESDAY('09:13');
    const other = await mark('T-4', { mark: 'excused', reason: 'Doctor' });
    const { body } = await note('T-3', { text: 'Ill today', excuse: 'Ill today' });
    const refused = await app.admin('DELETE', `/today/notes/${body.id}?mark=${other.body.id}`);
    expect(refused.body.error.code).toBe('mark_not_found');
    expect((await stateOf('T-3')).notes).toHaveLength(1);
    await app.admin('DELETE', `/today/notes/${body.id}?mark=${body.mark_id}`);
    await undo(other.body.id);
  });
});

describe('removing a mark', () => {
  it('leads back to what the day is without it, long after the minute', async () => {
    TUESDAY('09:14');
    const { body } = await mark('T-4', { mark: 'here' });
    expect(body.person.mark).toBe(body.id);
    TUESDAY('10:00');
    await app.services.closing.closeDueDays();
    TUESDAY('13:00');
    expect((await undo(body.id)).body.error.code).toBe('undo_too_late');
    const removed = await remove(body.id);
    expect(removed.body.person).toMatchObject({ state: 'absent', time: null, mark: null });
    expect((await remove(body.id)).status).toBe(200); // a retry of a lost answer
    expect((await actionsAbout('T-4'))[0]).toBe('mark_taken_back');
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('is for marks of today only', async () => {
    TUESDAY('13:05');
    const { body } = await mark('T-4', { mark: 'here' });
    app.clock.set('2026-03-04T09:00:00+05:45');
    expect((await remove(body.id)).body.error.code).toBe('mark_not_found');
    TUESDAY('13:06');
    await remove(body.id);
  });
});

describe('figures of a section', () => {
  it('count the people whom the filter shows; the day stays whole', async () => {
    TUESDAY('13:10');
    const { figures, section_figures } = (await app.admin('GET', '/today?section=CS-B&state=missing')).body;
    expect(figures).toMatchObject({ people: 4, here: 2, absent: 2 });
    expect(section_figures).toMatchObject({ people: 2, here: 0, absent: 2 });
    expect((await app.admin('GET', '/today')).body.section_figures).toMatchObject({ people: 4 });
  });
});

describe('the latest arrivals', () => {
  it('are in the order in which they were entered, also within a minute', async () => {
    app.clock.set('2026-03-04T08:30:05+05:45');
    for (const code of ['T-3', 'T-1', 'T-4']) {
      await mark(code, { mark: 'here' });
      app.clock.advance(10_000);
    }
    app.clock.set('2026-03-04T08:40:00+05:45');
    await mark('T-2', { mark: 'here', time: '08:10' });
    const { arrivals } = (await app.admin('GET', '/today')).body;
    expect(arrivals.map(({ id }: { id: string }) => id)).toEqual(['T-4', 'T-1', 'T-3', 'T-2']);
  });
});

describe('the reason of an excuse', () => {
  const REASON = 'Fieber, Mutter rief an';

  it('is in the history, in the list of days, in the personal file and on the class sheet', async () => {
    app.clock.set('2026-03-05T08:30:00+05:45');
    await mark('T-1', { mark: 'excused', reason: REASON });
    const rows = (await app.admin('GET', '/admin/attendance-rows?from=2026-03-05&to=2026-03-05')).body.rows;
    const told = `Entered by hand. Excused for the day: ${REASON}.`;
    expect(rows).toMatchObject([{ user_id: 'T-1', reason: told, basis: { excuse: REASON } }]);
    const profile = (await app.admin('GET', '/profile/T-1')).body;
    expect(JSON.stringify(profile)).toContain(told);
    const file = '/reports/people/T-1?from=2026-03-05&to=2026-03-05&format=csv&lang=de';
    const csv = await (await app.download(file)).text();
    expect(csv).toContain(`Von Hand eingetragen. Für den Tag entschuldigt: ${REASON}.`);
    const slot = { section: 'CS-A', startTime: '10:00', endTime: '11:00', weekdays: [4] };
    const made = await app.admin('POST', '/admin/classes', { ...slot, name: 'Algebra', subject: 'Algebra' });
    const path = `/admin/classes/${made.body.class.id}`;
    await app.admin('PUT', `${path}/roster`, { user_ids: ['T-1', 'T-2'] });
    const { roster } = (await app.admin('GET', `${path}/attendance`)).body;
    expect(roster.map(({ excuse }: { excuse: string | null }) => excuse)).toEqual([REASON, null]);
  });
});

describe('an excuse until a later day', () => {
  it('is a leave; whoever has arrived is marked excused today as well', async () => {
    app.clock.set('2026-03-10T08:30:00+05:45');
    const excused = { mark: 'excused', reason: 'Flu', until: '2026-03-12' };
    const { body } = await mark('T-3', excused);
    expect([body.id, body.person.state, body.person.excuse]).toEqual([null, 'excused', 'Flu']);
    const leaves = async () =>
      (await app.admin('GET', '/admin/leaves?from=2026-03-10&to=2026-03-12')).body.leaves;
    expect(await leaves()).toMatchObject([{ id: body.leave_id, user_id: 'T-3', reason: 'Flu' }]);
    await app.admin('DELETE', `/admin/leaves/${body.leave_id}`);
    expect((await stateOf('T-3')).state).toBe('not_yet');

    await mark('T-4', { mark: 'here' });
    const seen = (await mark('T-4', excused)).body;
    expect([seen.person.state, typeof seen.id]).toEqual(['excused', 'number']);
    await undo(seen.id);
    await app.admin('DELETE', `/admin/leaves/${seen.leave_id}`);
    expect((await stateOf('T-4')).state).toBe('here');
    expect(await leaves()).toEqual([]);
  });

  it('is today alone with the date of today, and never a day that is over', async () => {
    const one = (await mark('T-3', { mark: 'excused', reason: 'Flu', until: '2026-03-10' })).body;
    expect([one.leave_id, one.person.state]).toEqual([null, 'excused']);
    await undo(one.id);
    const over = await mark('T-3', { mark: 'excused', reason: 'Flu', until: '2026-03-09' });
    expect(over.body.error.fields).toHaveProperty('until');
    expect((await mark('T-3', { mark: 'here', until: '2026-03-11' })).status).toBe(400);
  });
});

describe('who may remove a mark', () => {
  it('whoever may mark the person, not only who made it', async () => {
    const school = await openTestApp({ engine: createScriptedEngine() });
    const { tokens } = await openSchool(school);
    const as = (role: keyof School['tokens'], method: 'POST', path: string, body?: object) =>
      school.call(method, path, { token: tokens[role], ...(body ? { body } : {}) });
    const made = await as('teacher', 'POST', '/today/marks', { user_id: 'A-2', mark: 'here' });
    const path = `/today/marks/${made.body.id}/removal`;
    expect((await as('member', 'POST', path)).status).toBe(403);
    expect((await as('office', 'POST', path)).status).toBe(200);
    await school.close();
  });
});
