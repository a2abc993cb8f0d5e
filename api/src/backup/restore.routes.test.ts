import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seen } from '../testing/attendance-fixtures.ts';
import { createScriptedEngine, pictureOf } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let archive: Uint8Array<ArrayBuffer>;
const PASSPHRASE = 'correct horse battery';

const bytesOf = async (file: string) => {
  const headers = { Authorization: `Bearer ${await app.adminToken()}` };
  const response = await app.app.request(`/api/admin/download/${file}`, { headers });
  return new Uint8Array(await response.arrayBuffer());
};

const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
  const headers = {
    Authorization: `Bearer ${await app.adminToken()}`,
    'Content-Type': 'application/octet-stream',
  };
  const response = await app.app.request('/api/admin/restore/upload', {
    method: 'POST',
    headers,
    body: bytes,
  });
  return { status: response.status, body: await response.json() };
};

const enrol = async (id: string, person: number) => {
  const images = [1, 2, 3].map((nonce) => pictureOf({ person, nonce }));
  const { body } = await app.admin('POST', '/admin/capture-face', { user_id: id, images });
  expect(body.success).toBe(true);
};

const mark = async (id: string, person: number) => {
  const { body } = await app.call('POST', '/user/login', {
    body: { username: id.toLowerCase(), password: 'secret123' },
  });
  const image = pictureOf({ person, nonce: Math.random() });
  return (
    await app.call('POST', '/user/mark-attendance-with-image', { token: body.access_token, body: { image } })
  ).body;
};

beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  await app.admin('POST', '/admin/face-settings', { liveness: 'off' });
  for (const [person, id] of ['R-1', 'R-2', 'R-3'].entries()) {
    await app.person(id);
    await seen(app, id);
    await enrol(id, person);
  }
  await app.admin('POST', '/admin/notices', { title: 'Grüße 🎓', content: 'line one\nline two' });
  const { body } = await app.admin('POST', '/admin/backup/database', { passphrase: PASSPHRASE });
  archive = await bytesOf(body.backup_file);
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
  it('shows in a dry run what the archive holds, and changes nothing', async () => {
    const before = await state();
    const { body: brought } = await upload(archive);
    expect(brought).toMatchObject({ institution: 'Test School', needs_passphrase: true });
    const answer = await app.admin('POST', '/admin/restore', {
      upload: brought.upload,
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

  it('needs the name of the institution, typed as it is', async () => {
    const { body: brought } = await upload(archive);
    const request = { upload: brought.upload, passphrase: PASSPHRASE, dry_run: false };
    for (const institution_name of ['', 'test school', 'Another School']) {
      const { status, body } = await app.admin('POST', '/admin/restore', { ...request, institution_name });
      expect([status, Object.keys(body.error.fields)]).toEqual([400, ['institution_name']]);
    }
  });

  it('refuses damaged, cut and foreign archives and wrong passphrases, and touches nothing', async () => {
    const before = await state();
    const damaged = archive.slice();
    damaged[damaged.length - 40] = (damaged[damaged.length - 40] ?? 0) ^ 1;
    for (const [bytes, passphrase] of [
      [damaged, PASSPHRASE],
      [archive.slice(0, archive.length - 10), PASSPHRASE],
      [archive, 'another passphrase'],
    ] as const) {
      const { body: brought } = await upload(bytes);
      for (const dry_run of [true, false]) {
        const { status, body } = await app.admin('POST', '/admin/restore', {
          upload: brought.upload,
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

  it('knows no upload by another name', async () => {
    const { body: backup } = await app.admin('POST', '/admin/backup/database');
    for (const name of ['../x', 'upload-1.rollcall', backup.backup_file]) {
      const request = { upload: name, dry_run: true };
      expect((await app.admin('POST', '/admin/restore', request)).status).toBe(404);
    }
  });

  it('brings back every row, login and face, and lets nobody return who was erased since', async () => {
    const before = await state();
    await app.admin('DELETE', '/admin/users/R-3?erase=true');
    await app.admin('DELETE', '/admin/users/R-2');
    await app.person('LATER-1');
    await app.admin('PUT', '/admin/users/R-1/password', { password: 'changed-since' });
    const { body: brought } = await upload(archive);
    const token = await app.adminToken();
    const progress = async () =>
      (await app.call('GET', `/restore/${brought.upload}/progress`, { token })).body.progress;
    expect(await progress()).toBeNull();
    const heard = new Set<number>();
    let over = false;
    const restoring = app
      .call('POST', '/admin/restore', {
        token,
        body: {
          upload: brought.upload,
          passphrase: PASSPHRASE,
          dry_run: false,
          institution_name: 'Test School',
        },
      })
      .finally(() => {
        over = true;
      });
    // Answered by the same server while the one session of its database is busy with the restore.
    while (!over) {
      const percent = await progress();
      if (percent !== null) heard.add(percent);
      await new Promise((go) => setImmediate(go));
    }
    const { status, body } = await restoring;
    expect([...heard].every((percent) => percent >= 0 && percent < 100)).toBe(true);
    expect(heard.size).toBeGreaterThan(0);
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

  it('leaves numbering where it was: a number is never given out twice', async () => {
    const { rows } = await app.pool.query('select max(id) as max from people');
    await app.person('NEXT-1');
    const { rows: next } = await app.pool.query(`select id from people where code = 'NEXT-1'`);
    expect(next[0].id).toBeGreaterThan(rows[0].max);
  });
});
