import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { markByFace } from '../testing/face-scan.ts';
import { createScriptedEngine, enrolFace, sceneImage } from '../testing/scripted-engine.ts';
import { MONDAY, openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
/** Called whenever the clock is checked. */
let onClockCheck: () => Promise<void> | void = () => {};
beforeAll(async () => {
  app = await openTestApp({
    engine: createScriptedEngine(),
    readDatabase: async () => {
      await onClockCheck();
      return null;
    },
  });
  await app.admin('POST', '/admin/face-settings', { liveness: 'off' });
});
afterAll(() => app.close());

const SETTINGS = {
  consent_required: false,
  consent_version: '2',
  consent_text: 'I agree.',
  templates_unused_days: null,
  attendance_years: null,
  audit_years: null,
};
const save = (change: Partial<Record<keyof typeof SETTINGS, unknown>>) =>
  app.admin('PUT', '/admin/privacy-settings', { ...SETTINGS, ...change });

const mark = (token: string, person: number) =>
  markByFace(app, token, sceneImage({ person, nonce: Math.random() }));

const countOf = async (code: string) => {
  const { rows } = await app.pool.query(
    `select (select count(*)::int from face_templates t join people p on p.id = t.person_id where p.code = $1) as templates,
       (select count(*)::int from face_keys k join people p on p.id = k.person_id where p.code = $1) as keys,
       (select count(*)::int from seen_faces s join people p on p.id = s.person_id where p.code = $1) as imprints`,
    [code],
  );
  return rows[0];
};

describe('consent', () => {
  it('is needed for enrolment and recognition where it is required', async () => {
    const { token } = await app.person('C-1');
    await save({ consent_required: true });
    const refused = await enrolFace(app, 'C-1', 0);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'consent_missing']);
    expect((await mark(token, 0)).body.error.code).toBe('consent_missing');
    expect((await app.call('GET', '/user/mark-readiness', { token })).body).toMatchObject({
      registered: false,
      allowed: false,
      may_register: false,
    });
    const note = (body: object) =>
      app.admin('POST', '/admin/users/C-1/consent', { given_by: 'Maya Rai, mother', ...body });
    expect((await note({ agreed_on: '2026-03-03' })).body.error.fields).toEqual({
      agreed_on: 'This day is in the future.',
    });
    expect((await note({ version: '1' })).status).toBe(409);
    await note({ method: 'paper', agreed_on: '2026-02-20', version: '2' });
    expect((await enrolFace(app, 'C-1', 0)).body.success).toBe(true);
    expect((await mark(token, 0)).body.success).toBe(true);
    const { body } = await app.admin('GET', '/admin/users/C-1/consent');
    expect(body.consents).toEqual([
      {
        text_version: '2',
        given_by: 'Maya Rai, mother',
        given_at: '2026-03-02T04:15:00.000Z',
        noted_by: 'Administrator',
        method: 'paper',
        agreed_on: '2026-02-20',
        withdrawn_at: null,
        withdrawn_by: null,
      },
    ]);
  });

  it('when withdrawn, destroys templates and key and keeps its record', async () => {
    const token = await app.signIn('c-1');
    expect((await countOf('C-1')).imprints).toBeGreaterThan(0);
    expect((await app.call('DELETE', '/user/consent', { token })).status).toBe(200);
    expect(await countOf('C-1')).toEqual({ templates: 0, keys: 0, imprints: 0 });
    expect((await mark(token, 0)).body.error.code).toBe('consent_missing');
    expect((await app.call('DELETE', '/user/consent', { token })).status).toBe(404);
    const { body: after } = await app.admin('GET', '/admin/users/C-1/consent');
    expect(after.consents[0]).toMatchObject({ withdrawn_by: 'Person C-1' });
    await save({ consent_required: false });
  });

  it('can be given by the person, to the current text', async () => {
    const { token } = await app.person('C-2');
    const { body } = await app.call('GET', '/user/consent', { token });
    expect(body).toEqual({ required: false, version: '2', text: 'I agree.', consent: null });
    await app.call('POST', '/user/consent', { token });
    await save({ consent_version: '3' });
    await app.call('POST', '/user/consent', { token });
    const { body: history } = await app.admin('GET', '/admin/users/C-2/consent');
    expect(history.consents.map((each: { text_version: string }) => each.text_version)).toEqual(['3', '2']);
    expect(history.consents[0].withdrawn_at).toBeNull();
    expect(history.consents[1].withdrawn_at).not.toBeNull();
  });

  it('is to one text: it does not count for the next one, and a text that people agreed to is not changed', async () => {
    const { token } = await app.person('C-3');
    await save({ consent_required: true, consent_version: '4' });
    await app.call('POST', '/user/consent', { token, body: { version: '4' } });
    expect((await enrolFace(app, 'C-3', 5)).status).toBe(200);
    const sameVersion = await save({ consent_required: true, consent_version: '4', consent_text: 'More.' });
    expect([sameVersion.status, Object.keys(sameVersion.body.error.fields)]).toEqual([
      400,
      ['consent_version'],
    ]);

    await save({ consent_required: true, consent_version: '5', consent_text: 'More.' });
    expect((await mark(token, 5)).body.error.code).toBe('consent_missing');
    const back = await save({ consent_required: true, consent_version: '4', consent_text: 'Even more.' });
    expect(back.status).toBe(400);
    // The page was open while the text changed.
    const stale = await app.call('POST', '/user/consent', { token, body: { version: '4' } });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'conflict']);
    await app.call('POST', '/user/consent', { token, body: { version: '5' } });
    expect((await mark(token, 5)).status).toBe(200);
    await app.call('DELETE', '/user/consent', { token });
    await save({});
  });

  it('that was never noted does not keep a person from destroying their face data', async () => {
    const { token } = await app.person('C-4');
    await enrolFace(app, 'C-4', 6);
    expect((await app.call('DELETE', '/user/consent', { token })).status).toBe(200);
    const { rows } = await app.pool.query(
      `select 1 from face_templates t join people p on p.id = t.person_id where p.code = 'C-4'`,
    );
    expect(rows).toEqual([]);
    expect((await app.call('DELETE', '/user/consent', { token })).status).toBe(404);
  });
});

describe('the personal data download', () => {
  it('holds everything about the person and no secrets', async () => {
    const { token } = await app.person('D-1');
    await enrolFace(app, 'D-1', 3);
    await checkIn(app, 'D-1');
    const answer = await app.call('GET', '/user/my-data', { token });
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(answer.body).toMatchObject({
      format: 'rollcall-personal-data',
      person: { id: 'D-1', username: 'd-1', has_password: true },
      attendance_days: [{ date: '2026-03-02' }],
      check_ins: [{ means: 'manual' }],
      face_data: [{ model: 'scripted' }, {}, {}],
    });
    expect(answer.text).not.toMatch(/sealed|hash|test:/);
    expect(answer.text).not.toContain('C-1');
    const asAdmin = await app.admin('GET', '/admin/users/D-1/data');
    expect(asAdmin.body.person.id).toBe('D-1');
    const { body: audit } = await app.admin('GET', '/admin/audit?action=personal_data_exported');
    expect(audit.entries).toHaveLength(2);
  });
});

describe('an erased person', () => {
  it('leaves no rows and no name, only an audit entry', async () => {
    const { token } = await app.person('E-1', { name: 'Unforgettable Name' });
    await enrolFace(app, 'E-1', 5);
    await checkIn(app, 'E-1');
    await app.call('POST', '/user/consent', { token });
    const { rows: before } = await app.pool.query(`select id from people where code = 'E-1'`);
    await app.admin('DELETE', '/admin/users/E-1?erase=true');
    const { rows: tables } = await app.pool.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and column_name in ('person_id', 'person_a', 'person_b', 'actor_id', 'author_id')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    // An hour later: until then the log tells other servers, by number, whose face to drop.
    await app.services.faceUpkeep.run();
    await app.pool.query(`update face_changes set at = at - interval '61 minutes'`);
    // Entries stay until no transaction anywhere in the cluster is older than their removal.
    await vi.waitFor(
      async () => {
        await app.services.faceUpkeep.run();
        expect((await app.pool.query('select 1 from face_changes')).rows).toEqual([]);
      },
      { timeout: 30_000, interval: 50 },
    );
    for (const { table_name, column_name } of tables) {
      const { rows } = await app.pool.query(`select 1 from ${table_name} where ${column_name} = $1`, [
        before[0].id,
      ]);
      expect([table_name, rows.length]).toEqual([table_name, 0]);
    }
    const { rows: names } = await app.pool.query(
      `select 1 from audit a where a::text like '%Unforgettable%'`,
    );
    expect(names).toEqual([]);
    const { body } = await app.admin('GET', '/admin/audit?action=person_erased');
    expect(body.entries[0]).toMatchObject({
      subject: 'E-1',
      detail: { templates: 3, key_destroyed: true, attendance: 'removed' },
    });
  });

  it('or a deleted one keeps days under a pseudonym only', async () => {
    const { token } = await app.person('E-2', { name: 'Another Unforgettable' });
    await enrolFace(app, 'E-2', 6);
    await checkIn(app, 'E-2');
    await app.call('POST', '/user/consent', { token });
    await app.admin('DELETE', '/admin/users/E-2');
    const { rows } = await app.pool.query(
      `select p.name, (select count(*)::int from attendance_days d where d.person_id = p.id) as days,
         (select count(*)::int from consents c where c.person_id = p.id) as consents,
         (select count(*)::int from face_keys k where k.person_id = p.id) as keys
       from people p where p.deleted_at is not null`,
    );
    expect(rows).toEqual([{ name: 'Deleted user', days: 1, consents: 0, keys: 0 }]);
    const { rows: named } = await app.pool.query(
      `select 1 from audit a where a::text like '%Another Unforgettable%' union all
       select 1 from consents c where c::text like '%Another Unforgettable%'`,
    );
    expect(named).toEqual([]);
  });
});

describe('retention', () => {
  it('removes exactly what the preview counts', async () => {
    await app.person('T-1');
    await app.person('T-2');
    await enrolFace(app, 'T-1', 8);
    await enrolFace(app, 'T-2', 9);
    await checkIn(app, 'T-1');
    app.clock.set('2027-03-10T04:15:00Z');
    await checkIn(app, 'T-2', 'face');
    const rules = { templates_unused_days: 365, attendance_years: 1, audit_years: 1 };
    const { body: preview } = await app.admin('POST', '/admin/retention/preview', { ...SETTINGS, ...rules });
    expect(preview.people_with_unused_faces).toBe(2); // T-1, and D-1 of an earlier test
    expect(preview.attendance_days).toBeGreaterThan(2);
    expect(await app.services.retention.run()).toMatchObject({ attendanceDays: 0 }); // the rules are not saved yet
    await save(rules);
    const done = await app.services.retention.run();
    expect(done).toMatchObject({
      peopleWithUnusedFaces: preview.people_with_unused_faces,
      attendanceDays: preview.attendance_days,
      checkIns: preview.check_ins,
      auditEntries: preview.audit_entries,
    });
    expect(await countOf('T-1')).toMatchObject({ templates: 0, keys: 0, imprints: 0 });
    expect(await countOf('T-2')).toMatchObject({ templates: 3, keys: 1 });
    const { rows } = await app.pool.query('select count(*)::int as days from attendance_days');
    expect(rows[0].days).toBe(1);
    expect(await app.services.retention.run()).toMatchObject({ attendanceDays: 0, auditEntries: 0 });
    app.clock.set(MONDAY);
  });

  it('asks the clock before each batch of faces, and keeps the face of whoever used it meanwhile', async () => {
    const { retention } = app.services;
    const now = '2028-06-01T04:15:00Z';
    app.clock.set(now);
    await save({ templates_unused_days: 365 });
    expect(await retention.preview()).toMatchObject({ peopleWithUnusedFaces: 1 }); // T-2
    /** At the check before the batch; the first one is made before the faces are listed. */
    const beforeBatch = (then: () => Promise<unknown>) => {
      let checks = 0;
      onClockCheck = async () => {
        checks += 1;
        if (checks === 2) await then();
      };
    };
    beforeBatch(async () => app.clock.jump('2036-01-15T12:00:00Z'));
    expect(await retention.run()).toMatchObject({ peopleWithUnusedFaces: 0 });
    expect(await countOf('T-2')).toMatchObject({ templates: 3, keys: 1 });
    app.clock.jump(now);
    beforeBatch(() =>
      app.pool.query(
        `update face_templates set created_at = $1 where person_id = (select id from people where code = 'T-2')`,
        [now],
      ),
    );
    expect(await retention.run()).toMatchObject({ peopleWithUnusedFaces: 0 });
    expect(await countOf('T-2')).toMatchObject({ templates: 3, keys: 1 });
    onClockCheck = () => {};
    app.clock.set(MONDAY);
    await app.services.clockGuard.isTrusted();
  });

  it('is applied at most once a day', async () => {
    const { retention } = app.services;
    await save({ audit_years: 1 });
    expect(await retention.runDaily()).not.toBeNull();
    expect(await retention.runDaily()).toBeNull();
    app.clock.set('2027-03-20T04:15:00Z');
    expect((await retention.runDaily())?.auditEntries).toBeGreaterThan(0);
    expect(await retention.runDaily()).toBeNull();
    app.clock.set(MONDAY);
  });

  it('refuses periods below the minimum', async () => {
    expect((await save({ templates_unused_days: 1 })).status).toBe(400);
    expect((await save({ attendance_years: 0 })).status).toBe(400);
  });
});
