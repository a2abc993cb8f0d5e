import { forgetInAudit } from '@rollcall/db/repositories/audit/audit.repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markByFace } from '../testing/face-scan.ts';
import { createScriptedEngine, type Scene, sceneImage } from '../testing/scripted-engine.ts';
import { MONDAY, openTestApp, type TestApp } from '../testing/test-app.ts';

/** MONDAY is 10:00; the class began at 09:45. */
const SLOT = { startTime: '09:45', endTime: '10:45' };
const PEOPLE = ['C-0', 'C-1', 'C-2', 'C-3', 'C-4'];

let app: TestApp;
let classes = 0;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  for (const [face, id] of PEOPLE.entries()) {
    await app.person(id, { name: `Pupil ${face}` });
    await app.admin('POST', '/admin/scan-face', { user_id: id, image: sceneImage({ person: face }) });
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
    identify: async (...scenes: Scene[]) =>
      (await app.admin('POST', `/admin/classes/${id}/identify`, { image: sceneImage(scenes) })).body,
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
const clearDay = async () => {
  await app.pool.query('delete from class_marks');
  await app.pool.query('delete from check_ins');
  await app.pool.query('delete from attendance_days');
};

describe('a class photo', () => {
  it('identifies people of the roster, each once, and proposes them', async () => {
    const { open, identify } = await openClass();
    const { width, faces } = await identify({ person: 0 }, { person: 2 });
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

  it('does not identify strangers or people of other classes', async () => {
    const { identify } = await openClass(['C-0']);
    const { faces } = await identify({ person: 0 }, { person: 1 }, { person: 9 });
    expect(faces.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['named', 'unknown', 'unknown']);
  });

  it('offers two candidates for an ambiguous face, and assigns nobody to two faces', async () => {
    const { open, identify } = await openClass();
    const { faces } = await identify({ person: 0, or: 1 }, { person: 2 }, { person: 2, nonce: 1 });
    expect(faces[0]).toMatchObject({ outcome: 'unsure', person: null });
    expect(faces[0].candidates.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual([
      'C-0',
      'C-1',
    ]);
    const named = faces.filter(({ outcome }: { outcome: string }) => outcome === 'named');
    expect(named).toHaveLength(1);
    expect(entryOf(await open(), 'C-0')?.proposal).toBeNull();
  });

  it('gives the reason for an unusable face and does not identify it', async () => {
    const { identify } = await openClass();
    const { faces } = await identify({ person: 0, eyeDistance: 9 }, { person: 1, eyes: 0 });
    expect(faces[0]).toMatchObject({ outcome: 'unusable', reason: 'too_small', person: null });
    expect(faces[1].outcome).toBe('named'); // closed eyes are accepted in class photos
  });

  it('does not compare people without consent where consent is required', async () => {
    const { open, identify } = await openClass(['C-3', 'C-4']);
    const { body } = await app.admin('GET', '/admin/privacy-settings');
    const requireConsent = (consent_required: boolean) =>
      app.admin('PUT', '/admin/privacy-settings', { ...body, consent_required });
    expect((await requireConsent(true)).status).toBe(200);
    await app.admin('POST', '/admin/users/C-4/consent', { given_by: 'Parent' });
    const { faces, not_compared } = await identify({ person: 3 }, { person: 4 });
    expect(faces.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['unknown', 'named']);
    expect(not_compared).toEqual([{ user_id: 'C-3', name: 'Pupil 3', reason: 'no_consent' }]);
    await app.admin('DELETE', '/admin/users/C-4/consent');
    expect(entryOf(await open(), 'C-4')?.proposal).toBeNull();
    await requireConsent(false);
  });

  it('is recorded in the audit log as counts, and not stored', async () => {
    const { identify } = await openClass();
    await identify({ person: 0 }, { person: 9 });
    const [entry] = await rowsOf(
      "select detail from audit where action = 'class_photo_checked' order by id desc limit 1",
    );
    expect(entry.detail).toMatchObject({ faces: 2, named: 1, unknown: 1 });
    expect(await rowsOf('select 1 from seen_images')).toEqual([]);
  });
});

describe('the class sheet', () => {
  it('saves all marks at once, with the means of each, and marks the day', async () => {
    await clearDay();
    const { open, identify, save } = await openClass();
    await identify({ person: 0 });
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

  it('changes nothing when the same sheet is saved a second time', async () => {
    await clearDay();
    const { id, open, save } = await openClass();
    const { revision } = await open();
    const marks = { 'C-0': 'present', 'C-1': 'absent' };
    expect((await save(revision, marks)).body.changed).toBe(2);
    const again = await save(revision, marks);
    expect([again.status, again.body.changed]).toEqual([200, 0]);
    expect(await rowsOf('select 1 from class_marks where class_id = $1', id)).toHaveLength(2);
  });

  it('is saved once by simultaneous identical requests', async () => {
    await clearDay();
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

  it('says in the audit whom it marked from what to what, until the person is erased', async () => {
    await clearDay();
    const { open, save } = await openClass();
    await save((await open()).revision, { 'C-0': 'absent', 'C-1': 'present' });
    await save((await open()).revision, { 'C-0': 'late', 'C-1': 'present' });
    const details = async () =>
      (await app.admin('GET', '/admin/audit?action=class_attendance_saved')).body.entries
        .slice(0, 2)
        .map(({ detail }: { detail: Record<string, unknown> }) =>
          Object.fromEntries(Object.entries(detail).filter(([key]) => key.startsWith('@'))),
        );
    expect(await details()).toEqual([
      { '@C-0': 'absent -> late' },
      { '@C-0': '– -> absent', '@C-1': '– -> present' },
    ]);
    await app.db.transaction((tx) =>
      forgetInAudit(tx, { id: 0, code: 'c-0', username: null, name: 'No Such Name', email: null }),
    );
    expect(await details()).toEqual([{}, { '@C-1': '– -> present' }]);
  });

  it('refuses a change based on an older revision', async () => {
    await clearDay();
    const { open, save } = await openClass();
    const { revision } = await open();
    await save(revision, { 'C-0': 'present' });
    const stale = await save(revision, { 'C-0': 'absent' });
    expect(stale.status).toBe(409);
    expect(entryOf(await open(), 'C-0')?.mark?.status).toBe('present');
  });

  it('can be changed after saving and keeps the earlier marks', async () => {
    await clearDay();
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

  it('is overruled by a check-in after an absent mark', async () => {
    await clearDay();
    const { open, save } = await openClass();
    const student = await app.person(`L-${classes}`, { name: 'Late Comer' });
    await app.admin('POST', '/admin/scan-face', {
      user_id: student.id,
      image: sceneImage({ person: 6, nonce: classes }),
    });
    const own = await openClass([student.id]);
    await own.save((await own.open()).revision, { [student.id]: 'absent' });
    app.clock.set('2026-03-02T04:25:00Z'); // 10:10
    const image = sceneImage({ person: 6, nonce: 1000 + classes });
    const marked = await markByFace(app, student.token, image);
    expect(marked.body, marked.text).toMatchObject({ outcome: 'marked' });
    expect(entryOf(await own.open(), student.id)).toMatchObject({
      status: 'present',
      mark: { status: 'absent' },
      proposal: { status: 'late', means: 'own' },
    });
    app.clock.set(MONDAY);
    expect((await save((await open()).revision, { [student.id]: 'late' })).status).toBe(400); // not of this class
  });

  it('keeps the day present when a later class marks absent', async () => {
    await clearDay();
    const morning = await openClass(['C-0']);
    const later = await openClass(['C-0'], { startTime: '09:50', endTime: '11:00' });
    await morning.save((await morning.open()).revision, { 'C-0': 'present' });
    await later.save((await later.open()).revision, { 'C-0': 'absent' });
    expect(entryOf(await later.open(), 'C-0')).toMatchObject({
      status: 'present',
      mark: { status: 'absent' },
    });
  });

  it('counts "present" as on time even when it is filled in late', async () => {
    await clearDay();
    const { open, save } = await openClass(['C-0'], { startTime: '09:00', endTime: '09:30' });
    const { body } = await save((await open()).revision, { 'C-0': 'present' });
    expect(entryOf(body, 'C-0')).toMatchObject({ punctuality: 'On Time', time: '09:00' });
  });
});
