import type { FaceEngine } from '@rollcall/core/faces/face.ports';
import { createNodeFaceEngine } from '@rollcall/face/engine/engine-node';
import { FETCH_TIMEOUT_MS, fixtureModels, openFixtures } from '@rollcall/face/testing/fixtures';
import { FIXTURE_PEOPLE, UNUSABLE } from '@rollcall/face/testing/people.fixtures';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveText } from '../testing/archive-fixtures.ts';
import { markByFace, sendPictures } from '../testing/face-scan.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let engine: FaceEngine;
let photo: (path: string) => string;
const tokens: Record<string, string> = {};

const [emily, jessica, laura] = FIXTURE_PEOPLE;
if (!emily || !jessica || !laura) throw new Error('The fixtures are four people.');

const capture = (user_id: string, images: readonly string[], extra = {}) =>
  app.admin('POST', '/admin/capture-face', { user_id, images: images.map(photo), ...extra });
const mark = (id: string, image: string) => markByFace(app, tokens[id], photo(image));

beforeAll(async () => {
  engine = await createNodeFaceEngine({ models: await fixtureModels(), threads: 1 });
  const read = await openFixtures('people');
  photo = (path) => Buffer.from(read(path)).toString('base64');
  app = await openTestApp({ engine });
  for (const { id } of [emily, jessica, laura]) tokens[id] = (await app.person(id)).token;
  tokens.stranger = (await app.person('stranger')).token;
  // Studio photos do not pass the liveness check, which has its own tests.
  await app.admin('POST', '/admin/face-settings', { liveness: 'off' });
}, FETCH_TIMEOUT_MS);
afterAll(async () => {
  await app.close();
  await engine.close();
});

describe('enrolment', () => {
  it('accepts three photos with the message of the specification', async () => {
    const { body } = await capture('emily', emily.enrol);
    expect(body).toMatchObject({
      success: true,
      message: 'Face registered successfully with 3/3 photos!',
      photos: 3,
    });
    const { body: list } = await app.admin('GET', '/admin/users?search=emily&limit=1');
    expect(list.users[0].has_face_data).toBe(true);
  });

  it('accepts photos one at a time', async () => {
    for (const [index, image] of jessica.enrol.entries()) {
      const { body } = await app.admin('POST', '/admin/scan-face', {
        image: `data:image/jpeg;base64,${photo(image)}`,
        user_id: 'jessica',
        name: 'Jessica',
      });
      expect([body.success, body.photos]).toEqual([true, index + 1]);
    }
  });

  it('refuses photos of different people and names the photo', async () => {
    const [a, b] = laura.enrol;
    const { body } = await capture('laura', [a ?? '', b ?? '', emily.enrol[0] ?? '']);
    expect(body).toMatchObject({ success: false, reason: 'photos_disagree', photo: 2 });
  });

  it('refuses a face enrolled under another id unless it is declared a look-alike', async () => {
    const { body } = await capture('laura', emily.enrol);
    expect(body).toMatchObject({ success: false, reason: 'duplicate', duplicate_of: { id: 'emily' } });
    const twins = await capture('stranger', emily.enrol, { look_alike_of: 'emily' });
    expect(twins.body.success).toBe(true);
    const { rows } = await app.pool.query('select count(*)::int as pairs from look_alikes');
    expect(rows).toEqual([{ pairs: 1 }]);
    const own = await mark('emily', emily.probes[0] ?? '');
    expect(own.body.outcome).toBe('ambiguous');
    await app.admin('DELETE', '/admin/users/stranger/face');
  });

  it('refuses poor photos with advice', async () => {
    const { body } = await app.admin('POST', '/admin/check-face-detection', {
      image: photo(UNUSABLE.eyesClosed),
    });
    expect(body).toMatchObject({ success: false, reason: 'eyes_closed' });
    expect(body.message).toContain('Open them');
    const refused = await capture('laura', [laura.enrol[0] ?? '', UNUSABLE.profile, laura.enrol[1] ?? '']);
    expect(refused.body).toMatchObject({ success: false, photo: 1 });
  });

  it('replaces the templates when the face is captured again', async () => {
    expect((await capture('laura', laura.enrol)).body.photos).toBe(3);
    expect((await capture('laura', laura.enrol)).body.photos).toBe(3);
  });
});

describe('marking by face', () => {
  it('marks the person', async () => {
    const { body } = await mark('emily', emily.probes[0] ?? '');
    expect(body).toMatchObject({ success: true, outcome: 'marked', attendance: { status: 'present' } });
    const { rows } = await app.pool.query(`select score from check_ins where means = 'face'`);
    expect(rows[0].score).toBeGreaterThan(0.4);
  });

  it('answers already_marked the second time', async () => {
    const { body } = await mark('emily', emily.probes[1] ?? '');
    expect(body).toMatchObject({ success: true, outcome: 'already_marked' });
  });

  it('refuses another person and audits the attempt', async () => {
    const { body } = await mark('jessica', laura.probes[0] ?? '');
    expect(body).toMatchObject({ success: false, outcome: 'not_you', attendance: null });
    const { body: audit } = await app.admin('GET', '/admin/audit?action=face_refused');
    expect(audit.entries[0]).toMatchObject({ subject: 'jessica', detail: { outcome: 'not_you' } });
  });

  it('refuses a person without face data', async () => {
    expect((await mark('stranger', emily.probes[0] ?? '')).body.outcome).toBe('not_enrolled');
  });

  it('refuses the same image a second time', async () => {
    const { body } = await mark('emily', emily.probes[0] ?? '');
    expect(body).toMatchObject({ outcome: 'challenge_failed', reason: 'seen_before' });
  });

  it('refuses the same picture cropped, scaled, turned, mirrored, compressed again, or with other bytes behind it', async () => {
    const used = Buffer.from(photo(emily.probes[0] ?? ''), 'base64');
    const { width, height } = await sharp(used).metadata();
    const crop = {
      left: Math.round(width * 0.04),
      top: Math.round(height * 0.04),
      width: Math.round(width * 0.92),
      height: Math.round(height * 0.92),
    };
    const copies = [
      await sharp(used).extract(crop).jpeg({ quality: 80 }).toBuffer(),
      await sharp(used)
        .resize(Math.round(width * 0.8))
        .jpeg({ quality: 60 })
        .toBuffer(),
      await sharp(used).linear(1.08, -4).jpeg().toBuffer(),
      await sharp(used).jpeg({ quality: 60 }).toBuffer(),
      await sharp(used).flop().jpeg({ quality: 85 }).toBuffer(),
      await sharp(used).flop().extract(crop).jpeg({ quality: 60 }).toBuffer(),
      await sharp(used).rotate(2, { background: '#808080' }).jpeg({ quality: 85 }).toBuffer(),
      await sharp(used)
        .resize(Math.round(width * 1.37))
        .png()
        .toBuffer(),
      Buffer.concat([used, Buffer.from('junk')]),
    ];
    for (const copy of copies) {
      const { body } = await markByFace(app, tokens.emily, copy.toString('base64'));
      expect(body).toMatchObject({ outcome: 'challenge_failed', reason: 'seen_before' });
    }
  });

  it('accepts a scan once, in its own session, before it expires', async () => {
    const send = (id: string, image: string, scan_id: string) =>
      sendPictures(app, tokens[id], scan_id, { image: photo(image) });
    const start = async (id: string) =>
      (await app.call('POST', '/user/start-face-scan', { token: tokens[id] })).body;
    const { scan_id, challenge, expires_at } = await start('laura');
    expect(challenge).toEqual([]);
    expect(new Date(expires_at).getTime() - app.clock.now().getTime()).toBe(30_000);
    expect((await send('jessica', jessica.probes[0] ?? '', scan_id)).status).toBe(409);
    const marked = await send('laura', laura.probes[0] ?? '', scan_id);
    expect(marked.body.outcome).toBe('marked');
    expect((await send('laura', laura.probes[1] ?? '', scan_id)).status).toBe(409);
    const again = await app.call('POST', '/user/mark-attendance', { token: tokens.laura, body: { scan_id } });
    expect(again.body.outcome).toBe('already_marked');
    const late = await start('laura');
    app.clock.advance(30_000);
    expect((await send('laura', laura.probes[1] ?? '', late.scan_id)).status).toBe(409);
  });

  it.each([
    ['text', Buffer.from('this is not a picture at all').toString('base64')],
    ['not base64', '%%%%'],
    [
      'a one-pixel image',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    ],
    ['a GIF', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'],
  ])('answers %s with invalid_image, and the next request works', async (_, image) => {
    const bad = await markByFace(app, tokens.laura, image);
    expect([bad.status, bad.body.error.code]).toEqual([400, 'invalid_image']);
    const good = await app.admin('POST', '/admin/test-camera', { image: photo(laura.enrol[0] ?? '') });
    expect(good.body).toMatchObject({ success: true });
  });

  it('answers a truncated JPEG with invalid_image', async () => {
    const whole = photo(laura.enrol[0] ?? '');
    const image = whole.slice(0, 4 * Math.floor(whole.length / 12));
    const { body } = await markByFace(app, tokens.laura, image);
    expect(body.error.code).toBe('invalid_image');
  });
});

describe('a face template', () => {
  it('is not readable in the database, an export or a backup', async () => {
    const { rows } = await app.pool.query<{ sealed: Buffer }>('select sealed from face_templates');
    expect(rows.length).toBeGreaterThan(5);
    const read = await openFixtures('people');
    const { faces } = await engine.analyse(read(emily.enrol[0] ?? ''), {
      scene: 'one',
      embed: true,
      liveness: false,
    });
    const embedding = faces[0]?.embedding;
    if (!embedding) throw new Error('no embedding');
    const secret = Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength).subarray(0, 16);
    for (const { sealed } of rows) expect(sealed.includes(secret)).toBe(false);
    const { body } = await app.admin('POST', '/admin/export/json');
    const exported = await app.admin('GET', `/admin/download/${body.export_file}`);
    expect(exported.text).not.toMatch(/sealed|face_templates|wrapped/);
    const { body: backup } = await app.admin('POST', '/admin/backup/database');
    const text = await archiveText(app, backup.backup_file);
    expect(text).toContain('"face_templates"');
    expect(text).not.toContain('wrapped_key');
    expect(text).not.toContain(secret.toString('hex'));
    expect(app.failures).toEqual([]);
  });

  it('cannot be decrypted for another person or another model', async () => {
    const { rows } = await app.pool.query(
      `select t.person_id, t.sealed, t.model_id, k.wrapped_key, k.master_key_id from face_templates t join face_keys k using (person_id) limit 1`,
    );
    const { person_id, sealed, model_id, wrapped_key, master_key_id } = rows[0];
    const key = { masterKeyId: master_key_id, wrappedKey: wrapped_key };
    const vault = await app.services.vault.forPerson(person_id, key);
    expect((await vault.open(model_id, sealed)).length).toBe(128);
    await expect(vault.open('another-model', sealed)).rejects.toThrow();
    await expect(app.services.vault.forPerson(person_id + 1, key)).rejects.toThrow();
  });

  it('of another model is not compared, and its owner must enrol again', async () => {
    await app.pool.query(
      `update face_templates set model_id = 'old-model' where person_id = (select id from people where code = 'jessica')`,
    );
    // A template is sealed for its model, so it is sealed again for the old one.
    const { rows } = await app.pool.query(`select id from people where code = 'jessica'`);
    const stored = await app.pool.query(
      'select wrapped_key, master_key_id from face_keys where person_id = $1',
      [rows[0].id],
    );
    const vault = await app.services.vault.forPerson(rows[0].id, {
      masterKeyId: stored.rows[0].master_key_id,
      wrappedKey: stored.rows[0].wrapped_key,
    });
    const sealed = await vault.seal('old-model', new Float32Array(128).fill(1 / Math.sqrt(128)));
    await app.pool.query('update face_templates set sealed = $1 where person_id = $2', [sealed, rows[0].id]);
    await app.services.gallerySync.refresh(rows[0].id);
    const { body } = await app.admin('GET', '/admin/face-status');
    expect(body.must_enrol_again).toEqual([{ id: 'jessica', name: 'Person jessica' }]);
    expect((await mark('jessica', jessica.probes[1] ?? '')).body.outcome).toBe('not_enrolled');
  });

  it('is deleted with its key and from the gallery when the person is deleted', async () => {
    const before = (await app.admin('GET', '/admin/face-status')).body.people;
    const stop = app.services.gallerySync.follow(() => {});
    await app.admin('DELETE', '/admin/users/laura');
    await expect
      .poll(async () => (await app.admin('GET', '/admin/face-status')).body.people)
      .toBe(before - 1);
    stop();
    const { rows } = await app.pool.query(
      `select (select count(*)::int from face_keys k join people p on p.id = k.person_id where p.deleted_at is not null) as keys`,
    );
    expect(rows).toEqual([{ keys: 0 }]);
  });
});
