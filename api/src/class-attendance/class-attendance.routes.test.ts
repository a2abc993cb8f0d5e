import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedEngine, pictureOf, type Scene } from '../testing/scripted-engine.ts';
import { MONDAY, openTestApp, type TestApp } from '../testing/test-app.ts';

/** Ten in the morning, as MONDAY says; the class began at a quarter to ten. */
const SLOT = { startTime: '09:45', endTime: '10:45' };
const PEOPLE = ['C-0', 'C-1', 'C-2', 'C-3', 'C-4'];

let app: TestApp;
let classes = 0;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  for (const [face, id] of PEOPLE.entries()) {
    await app.person(id, { name: `Pupil ${face}` });
    await app.admin('POST', '/admin/scan-face', { user_id: id, image: pictureOf({ person: face }) });
  }
});
afterAll(() => app.close());

async function openClass(roster: readonly string[] = PEOPLE, slot: Record<string, string> = SLOT) {
  const section = `S${classes++}`;
  const { body } = await app.admin('POST', '/admin/classes', { name: `Class ${section}`, section, ...slot });
  const id: number = body.class.id;
  await app.admin('PUT', `/admin/classes/${id}/roster`, { user_ids: roster });
  return {
    id,
    open: async () => (await app.admin('POST', '/attendance/start', { class_id: id })).body,
    look: async (...scenes: Scene[]) =>
      (await app.admin('POST', `/admin/classes/${id}/identify`, { image: pictureOf(scenes) })).body,
    save: (revision: number, marks: Record<string, string>) =>
      app.admin('PUT', `/admin/classes/${id}/attendance`, {
        revision,
        marks: Object.entries(marks).map(([user_id, status]) => ({ user_id, status })),
      }),
  };
}

interface Entry {
  user_id: string;
  status: string;
  time: string | null;
  mark: { status: string; means: string } | null;
  proposal: { status: string; means: string } | null;
}
const entryOf = (sheet: { roster: Entry[] }, id: string) =>
  sheet.roster.find((entry) => entry.user_id === id);
const rowsOf = async (query: string, ...values: unknown[]) => (await app.pool.query(query, values)).rows;
const freshDay = async () => {
  await app.pool.query('delete from class_marks');
  await app.pool.query('delete from check_ins');
  await app.pool.query('delete from attendance_days');
};

describe('a class photo', () => {
  it('names those of the roster it shows, each once, and proposes them', async () => {
    const { open, look } = await openClass();
    const { width, faces } = await look({ person: 0 }, { person: 2 });
    expect(width).toBe(700);
    expect(faces.map((face: { person: { user_id: string } }) => face.person.user_id)).toEqual(['C-0', 'C-2']);
    expect(faces[1].box).toEqual({ x: 400, y: 100, width: 200, height: 200 });
    const sheet = await open();
    expect(entryOf(sheet, 'C-0')).toMatchObject({
      mark: null,
      proposal: { status: 'present', means: 'class_photo' },
    });
    expect(entryOf(sheet, 'C-1')?.proposal).toBeNull();
  });

  it('leaves strangers, and people of other classes, without a name', async () => {
    const { look } = await openClass(['C-0']);
    const { faces } = await look({ person: 0 }, { person: 1 }, { person: 9 });
    expect(faces.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['named', 'unknown', 'unknown']);
  });

  it('offers two names where it cannot tell, and gives nobody to two faces', async () => {
    const { open, look } = await openClass();
    const { faces } = await look({ person: 0, or: 1 }, { person: 2 }, { person: 2, nonce: 1 });
    expect(faces[0]).toMatchObject({ outcome: 'unsure', person: null });
    expect(faces[0].candidates.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual([
      'C-0',
      'C-1',
    ]);
    const named = faces.filter(({ outcome }: { outcome: string }) => outcome === 'named');
    expect(named).toHaveLength(1);
    expect(entryOf(await open(), 'C-0')?.proposal).toBeNull();
  });

  it('says of a face that will not do why, and does not guess whose it is', async () => {
    const { look } = await openClass();
    const { faces } = await look({ person: 0, eyeDistance: 12 }, { person: 1, eyes: 0 });
    expect(faces[0]).toMatchObject({ outcome: 'unusable', reason: 'too_small', person: null });
    expect(faces[1].outcome).toBe('named'); // in a group somebody always blinks
  });

  it('never compares whoever has not agreed to it, where agreement is asked for', async () => {
    const { open, look } = await openClass(['C-3', 'C-4']);
    const { body } = await app.admin('GET', '/admin/privacy-settings');
    const ask = (consent_required: boolean) =>
      app.admin('PUT', '/admin/privacy-settings', { ...body, consent_required });
    expect((await ask(true)).status).toBe(200);
    await app.admin('POST', '/admin/users/C-4/consent', { given_by: 'Parent' });
    const { faces, not_compared } = await look({ person: 3 }, { person: 4 });
    expect(faces.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['unknown', 'named']);
    expect(not_compared).toEqual([{ user_id: 'C-3', name: 'Pupil 3', reason: 'no_consent' }]);
    await app.admin('DELETE', '/admin/users/C-4/consent');
    expect(entryOf(await open(), 'C-4')?.proposal).toBeNull();
    await ask(false);
  });

  it('is logged as numbers and not kept', async () => {
    const { look } = await openClass();
    await look({ person: 0 }, { person: 9 });
    const [entry] = await rowsOf(
      "select detail from audit where action = 'class_photo_checked' order by id desc limit 1",
    );
    expect(entry.detail).toMatchObject({ faces: 2, named: 1, unknown: 1 });
    expect(await rowsOf('select 1 from seen_images')).toEqual([]);
  });
});

describe('the sheet of a class', () => {
  it('saves everybody at once, says how each is known, and marks the day', async () => {
    await freshDay();
    const { open, look, save } = await openClass();
    await look({ person: 0 });
    const { revision } = await open();
    const { body } = await save(revision, {
      'C-0': 'present',
      'C-1': 'present',
      'C-2': 'absent',
      'C-3': 'excused',
    });
    expect(body).toMatchObject({ changed: 4, class: { present: 2, total: 5 } });
    expect(entryOf(body, 'C-0')).toMatchObject({ status: 'present', mark: { means: 'class_photo' } });
    expect(entryOf(body, 'C-1')).toMatchObject({ status: 'present', mark: { means: 'manual' } });
    expect(entryOf(body, 'C-2')?.status).toBe('absent');
    expect(entryOf(body, 'C-3')?.status).toBe('excused');
    expect(entryOf(body, 'C-4')).toMatchObject({ status: 'unknown', mark: null });
    const { body: stats } = await app.admin('GET', '/dashboard/stats');
    expect(stats.stats.present_today).toBe(2);
  });

  it('doubles nothing when it is saved again, at the same moment or from a second tab', async () => {
    await freshDay();
    const { id, open, save } = await openClass();
    const { revision } = await open();
    const marks = { 'C-0': 'present', 'C-1': 'absent' };
    const answers = await Promise.all([save(revision, marks), save(revision, marks), save(revision, marks)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.changed).sort()).toEqual([0, 0, 2]);
    expect(await rowsOf('select 1 from class_marks where class_id = $1', id)).toHaveLength(2);
    const saved = await rowsOf(
      "select 1 from audit where action = 'class_attendance_saved' and (detail->>'id')::int = $1",
      id,
    );
    expect(saved).toHaveLength(1);
  });

  it('refuses a change that was made without seeing the last one', async () => {
    await freshDay();
    const { open, save } = await openClass();
    const { revision } = await open();
    await save(revision, { 'C-0': 'present' });
    const stale = await save(revision, { 'C-0': 'absent' });
    expect(stale.status).toBe(409);
    expect(entryOf(await open(), 'C-0')?.mark?.status).toBe('present');
  });

  it('can be changed after it was saved, and keeps what it said before', async () => {
    await freshDay();
    const { id, open, save } = await openClass();
    await save((await open()).revision, { 'C-0': 'present' });
    await save((await open()).revision, { 'C-0': 'absent' });
    expect(entryOf(await open(), 'C-0')).toMatchObject({ status: 'absent', mark: { status: 'absent' } });
    const history = await rowsOf(
      'select status, replaced_at is null as counts from class_marks where class_id = $1 order by id',
      id,
    );
    expect(history).toEqual([
      { status: 'present', counts: false },
      { status: 'absent', counts: true },
    ]);
  });

  it('gives way to someone who comes after it called them absent', async () => {
    await freshDay();
    const { open, save } = await openClass();
    const student = await app.person(`L-${classes}`, { name: 'Late Comer' });
    await app.admin('POST', '/admin/scan-face', {
      user_id: student.id,
      image: pictureOf({ person: 6, nonce: classes }),
    });
    const own = await openClass([student.id]);
    await own.save((await own.open()).revision, { [student.id]: 'absent' });
    app.clock.set('2026-03-02T04:25:00Z'); // 10:10
    const image = pictureOf({ person: 6, nonce: 1000 + classes });
    const marked = await app.call('POST', '/user/mark-attendance-with-image', {
      token: student.token,
      body: { image },
    });
    expect(marked.body, marked.text).toMatchObject({ outcome: 'marked' });
    expect(entryOf(await own.open(), student.id)).toMatchObject({
      status: 'present',
      mark: { status: 'absent' },
      proposal: { status: 'late', means: 'own' },
    });
    app.clock.set(MONDAY);
    expect((await save((await open()).revision, { [student.id]: 'late' })).status).toBe(400); // not of this class
  });

  it('takes a morning from nobody who misses the afternoon', async () => {
    await freshDay();
    const morning = await openClass(['C-0']);
    const later = await openClass(['C-0'], { startTime: '09:50', endTime: '11:00' });
    await morning.save((await morning.open()).revision, { 'C-0': 'present' });
    await later.save((await later.open()).revision, { 'C-0': 'absent' });
    expect(entryOf(await later.open(), 'C-0')).toMatchObject({
      status: 'present',
      mark: { status: 'absent' },
    });
  });

  it('believes the word "present" however late the sheet is filled in', async () => {
    await freshDay();
    const { open, save } = await openClass(['C-0'], { startTime: '09:00', endTime: '09:30' });
    const { body } = await save((await open()).revision, { 'C-0': 'present' });
    expect(entryOf(body, 'C-0')).toMatchObject({ punctuality: 'On Time', time: '09:00' });
  });
});
