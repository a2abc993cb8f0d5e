import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { markByFace } from '../testing/face-scan.ts';
import { createScriptedEngine, enrolFace, sceneImage } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let archive: Uint8Array<ArrayBuffer>;
const PASSPHRASE = 'correct horse battery';

const upload = (bytes: Uint8Array<ArrayBuffer>) => app.upload('/admin/restore/upload', bytes);

const mark = async (id: string, person: number) => {
  const token = await app.signIn(id.toLowerCase());
  const image = sceneImage({ person, nonce: Math.random() });
  return (await markByFace(app, token, image)).body;
};

beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  await app.admin('POST', '/admin/face-settings', { liveness: 'off' });
  for (const [person, id] of ['R-1', 'R-2', 'R-3'].entries()) {
    await app.person(id);
    await checkIn(app, id);
    expect((await enrolFace(app, id, person)).body.success).toBe(true);
  }
  await app.admin('POST', '/admin/notices', { title: 'Grüße 🎓', content: 'line one\nline two' });
  const { body } = await app.admin('POST', '/admin/backup/database', { passphrase: PASSPHRASE });
  const file = await app.download(`/admin/download/${body.backup_file}`);
  archive = new Uint8Array(await file.arrayBuffer());
});
afterAll(() => app.close());

const state = async () => {
  const { rows } = await app.pool.query(
    `select (select string_agg(t::text, '|' order by id) from people t) as people,
       (select string_agg(t::text, '|' order by person_id) from attendance_days t) as days,
       (select string_agg(t::text, '|' order by id) from check_ins t) as check_ins,
       (select string_agg(t::text, '|' order by person_id) from credentials t) as credentials,
       (select string_agg(t::text, '|' order by id) from notices t) as notices,
       (select string_agg(t::text, '|' order by id) from face_templates t) as templates,
       (select sum(very_late)::int from day_rollups) as rolled_up`,
  );
  return rows[0];
};

describe('a restore', () => {
  it('lists the content of the archive in a dry run and changes nothing', async () => {
    const before = await state();
    const { body: uploaded } = await upload(archive);
    expect(uploaded).toMatchObject({ institution: 'Test School', needs_passphrase: true });
    const answer = await app.admin('POST', '/admin/restore', {
      upload: uploaded.upload,
      passphrase: PASSPHRASE,
      dry_run: true,
    });
    expect(answer.body.archive).toMatchObject({
      institution: 'Test School',
      created_at: '2026-03-02T04:15:00.000Z',
      people_with_faces: 3,
      faces_restored: 3,
      counts: { people: 4, check_ins: 3, face_templates: 9 },
    });
    expect(await state()).toEqual(before);
  });

  it('needs the exact name of the institution', async () => {
    const { body: uploaded } = await upload(archive);
    const request = { upload: uploaded.upload, passphrase: PASSPHRASE, dry_run: false };
    for (const institution_name of ['', 'test school', 'Another School']) {
      const { status, body } = await app.admin('POST', '/admin/restore', { ...request, institution_name });
      expect([status, Object.keys(body.error.fields)]).toEqual([400, ['institution_name']]);
    }
  });

  it('refuses damaged, truncated and other files and wrong passphrases, and changes nothing', async () => {
    const before = await state();
    const damaged = archive.slice();
    damaged[damaged.length - 40] = (damaged[damaged.length - 40] ?? 0) ^ 1;
    for (const [bytes, passphrase] of [
      [damaged, PASSPHRASE],
      [archive.slice(0, archive.length - 10), PASSPHRASE],
      [archive, 'another passphrase'],
    ] as const) {
      const { body: uploaded } = await upload(bytes);
      for (const dry_run of [true, false]) {
        const { status, body } = await app.admin('POST', '/admin/restore', {
          upload: uploaded.upload,
          passphrase,
          dry_run,
          institution_name: 'Test School',
        });
        expect([status, body.error.code]).toEqual([422, 'archive_refused']);
      }
    }
    const foreign = await upload(new TextEncoder().encode('a photo, or whatever else someone has at hand'));
    expect([foreign.status, foreign.body.error.code]).toEqual([422, 'archive_refused']);
    expect(await state()).toEqual(before);
  });

  it('accepts no other file name as an upload', async () => {
    const { body: backup } = await app.admin('POST', '/admin/backup/database');
    for (const name of ['../x', 'upload-1.rollcall', backup.backup_file]) {
      const request = { upload: name, dry_run: true };
      expect((await app.admin('POST', '/admin/restore', request)).status).toBe(404);
    }
  });

  it('restores rows, logins and faces, except of people deleted since the backup', async () => {
    const before = await state();
    await app.admin('DELETE', '/admin/users/R-3?erase=true');
    await app.admin('DELETE', '/admin/users/R-2');
    await app.person('LATER-1');
    await app.admin('PUT', '/admin/users/R-1/password', { password: 'changed-since' });
    const { body: uploaded } = await upload(archive);
    const token = await app.adminToken();
    const progress = async () =>
      (await app.call('GET', `/restore/${uploaded.upload}/progress`, { token })).body.progress;
    expect(await progress()).toBeNull();
    const percents = new Set<number>();
    let finished = false;
    const restoring = app
      .call('POST', '/admin/restore', {
        token,
        body: {
          upload: uploaded.upload,
          passphrase: PASSPHRASE,
          dry_run: false,
          institution_name: 'Test School',
        },
      })
      .finally(() => {
        finished = true;
      });
    // The server answers while the only connection to its database is busy with the restore.
    while (!finished) {
      const percent = await progress();
      if (percent !== null) percents.add(percent);
      await new Promise((go) => setImmediate(go));
    }
    const { status, body } = await restoring;
    expect([...percents].every((percent) => percent >= 0 && percent < 100)).toBe(true);
    expect(percents.size).toBeGreaterThan(0);
    expect(await progress()).toBeNull();
    expect([status, body.message]).toEqual([200, 'Restored. Please sign in again.']);
    expect(body.archive).toMatchObject({ people_with_faces: 3, faces_restored: 1 });
    expect((await app.call('GET', '/session', { token })).status).toBe(401);

    const { body: users } = await app.admin('GET', '/admin/users');
    expect(users.users.map((user: { id: string }) => user.id)).toEqual(['R-1']);
    expect(await mark('R-1', 0)).toMatchObject({ success: true });
    const after = await state();
    expect(after.notices).toBe(before.notices);
    expect(after.rolled_up).toBe(2); // R-1 and the pseudonym that was R-2
    expect(after.days.split('|')).toHaveLength(2);
    const { body: audit } = await app.admin('GET', '/admin/audit?action=restored');
    expect(audit.entries[0]).toMatchObject({ subject: 'Test School', detail: { removed_again: 2 } });
  });

  it('continues id sequences, so that no id is used twice', async () => {
    const { rows } = await app.pool.query('select max(id) as max from people');
    await app.person('NEXT-1');
    const { rows: next } = await app.pool.query(`select id from people where code = 'NEXT-1'`);
    expect(next[0].id).toBeGreaterThan(rows[0].max);
  });
});
