import { createFaceUpkeepService } from '@rollcall/core/faces/face-upkeep.service';
import { createInstallationKeys } from '@rollcall/core/faces/keys/master-key.rules';
import { createRepositories, createTransact } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markByFace } from '../testing/face-scan.ts';
import { createHeldEngine } from '../testing/held-engine.ts';
import { enrolFace, sceneImage } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
const engine = createHeldEngine();
beforeAll(async () => {
  app = await openTestApp({ engine });
  await app.admin('POST', '/admin/face-settings', { liveness: 'off' });
});
afterAll(() => app.close());

/** Rows of face data, of everybody. */
const stored = async () => {
  const { rows } = await app.pool.query(
    'select (select count(*)::int from face_templates) as templates, (select count(*)::int from face_keys) as keys',
  );
  return rows[0];
};

/** Runs `meanwhile` after the photos of an enrolment were read and before the face is stored. */
async function enrolDuring(code: string, person: number, meanwhile: () => Promise<unknown>) {
  const held = engine.hold();
  const enrolment = enrolFace(app, code, person);
  await held.reached;
  await meanwhile();
  held.release();
  return enrolment;
}

describe('a face is not stored', () => {
  it('for somebody who was deleted during the analysis', async () => {
    await app.person('gone');
    const { status, body } = await enrolDuring('gone', 1, () => app.admin('DELETE', '/admin/users/gone'));
    expect([status, body.error.code]).toEqual([404, 'user_not_found']);
    expect(await stored()).toEqual({ templates: 0, keys: 0 });
  });

  it('for somebody who was erased during the analysis', async () => {
    await app.person('erased');
    const { status, body } = await enrolDuring('erased', 1, () =>
      app.admin('DELETE', '/admin/users/erased?erase=true'),
    );
    expect([status, body.error.code]).toEqual([404, 'user_not_found']);
    expect(await stored()).toEqual({ templates: 0, keys: 0 });
  });

  it.each([true, false])(
    'after the consent was withdrawn during the analysis (required: %s)',
    async (required) => {
      const code = `withdrew-${required}`;
      const { token } = await app.person(code);
      const settings = await app.admin('GET', '/admin/privacy-settings');
      const saved = await app.admin('PUT', '/admin/privacy-settings', {
        ...settings.body,
        consent_required: required,
      });
      expect(saved.status).toBe(200);
      expect((await app.call('POST', '/user/consent', { token })).status).toBe(200);
      const { status, body } = await enrolDuring(code, 1, () =>
        app.call('DELETE', '/user/consent', { token }),
      );
      expect([status, body.error.code]).toEqual([403, 'consent_missing']);
      expect(await stored()).toEqual({ templates: 0, keys: 0 });
      await app.admin('PUT', '/admin/privacy-settings', { ...settings.body, consent_required: false });
    },
  );

  it('after the face data was removed during the analysis', async () => {
    await app.person('forgotten');
    expect((await enrolFace(app, 'forgotten', 2)).body.success).toBe(true);
    const { status } = await enrolDuring('forgotten', 2, () =>
      app.admin('DELETE', '/admin/users/forgotten/face'),
    );
    expect(status).toBe(409);
    expect(await stored()).toEqual({ templates: 0, keys: 0 });
  });

  it('twice under two names, by a server that has not heard of the first one yet', async () => {
    await app.person('first');
    await app.person('second');
    // Another server on the same database, which is told nothing.
    const deaf = await openTestApp({
      engine,
      masterKeys: app.keyNeeds.keys,
      setUp: false,
      database: { db: app.db, pool: app.pool, close: async () => {} },
    });
    const stop = deaf.services.gallerySync.follow(() => {});
    await expect.poll(async () => (await deaf.services.gallerySync.status()).lastReadAt).not.toBeNull();
    expect((await enrolFace(app, 'first', 3)).body.success).toBe(true);
    const { body } = await enrolFace(deaf, 'second', 3);
    expect(body).toMatchObject({ success: false, reason: 'duplicate', duplicate_of: { id: 'first' } });
    // The first one is deleted right after the comparison: what is answered was known inside the transaction.
    const transaction = app.db.transaction.bind(app.db);
    let rolledBack = 0;
    app.db.transaction = async (work, config) =>
      transaction(work, config).catch(async (error: unknown) => {
        rolledBack += 1;
        await app.pool.query(`update people set deleted_at = now() where code = 'first'`);
        throw error;
      });
    const again = await enrolFace(deaf, 'second', 3);
    app.db.transaction = transaction;
    expect([again.status, again.body.reason, rolledBack]).toEqual([200, 'duplicate', 1]);
    await app.pool.query(`update people set deleted_at = null where code = 'first'`);
    stop();
  });

  it('by a server whose master key is not that of the database', async () => {
    await app.person('other-key');
    const before = await stored();
    const key = { id: 'another', bytes: new Uint8Array(32) };
    const problem = createInstallationKeys([key], { kind: 'mismatch', id: 'another', expected: 'test' });
    const other = await openTestApp({
      engine,
      masterKeys: problem,
      setUp: false,
      database: { db: app.db, pool: app.pool, close: async () => {} },
    });
    const answer = await enrolFace(other, 'other-key', 4);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'face_key_mismatch']);
    expect(answer.body.message).toContain('another');
    expect(await stored()).toEqual(before);
    const { body } = await other.admin('GET', '/admin/face-status');
    expect(body.master_key).toMatchObject({ state: 'mismatch', id: 'another', expected: 'test' });
    expect(body.master_key.problem).toContain('rollcall keys import');
  });
});

describe('a face without a key', () => {
  it('marks nobody, also while the gallery of this server still has it', async () => {
    const { token } = await app.person('stale');
    expect((await enrolFace(app, 'stale', 5)).body.success).toBe(true);
    await app.pool.query(
      `delete from face_keys where person_id = (select id from people where code = 'stale')`,
    );
    const { body } = await markByFace(app, token, sceneImage({ person: 5, nonce: 9 }));
    expect(body).toMatchObject({ success: false, outcome: 'not_enrolled' });
  });

  it('is named for administrators, and everybody else is recognised', async () => {
    const { token } = await app.person('fine');
    expect((await enrolFace(app, 'fine', 6)).body.success).toBe(true);
    await app.services.gallerySync.load();
    const { body } = await app.admin('GET', '/admin/face-status');
    expect(body.unreadable).toEqual([{ id: 'stale', name: 'Person stale', problem: 'no_key' }]);
    const marked = await markByFace(app, token, sceneImage({ person: 6, nonce: 9 }));
    expect(marked.body.success).toBe(true);
  });
});

describe('a face that cannot be opened', () => {
  const scan = (code: string, person: number, nonce: number) =>
    app.admin('POST', '/admin/scan-face', { user_id: code, image: sceneImage({ person, nonce }) });
  const unreadable = async () =>
    (await app.admin('GET', '/admin/face-status')).body.unreadable.map(({ id }: { id: string }) => id);
  const countOf = async (code: string) => {
    const { rows } = await app.pool.query(
      `select count(*)::int as templates from face_templates t join people p on p.id = t.person_id where code = $1`,
      [code],
    );
    return rows[0].templates;
  };

  it('is replaced where its key is lost, also by a single photo', async () => {
    expect(await unreadable()).toEqual(['stale']);
    expect((await scan('stale', 5, 10)).body.success).toBe(true);
    expect(await unreadable()).toEqual([]);
    expect(await countOf('stale')).toBe(1);
  });

  it.each([
    ['the master key of its key is not here', `update face_keys set master_key_id = 'gone'`],
    ['its key is damaged', `update face_keys set wrapped_key = 'x'`],
  ])('takes no further photo when %s, and is replaced when it is registered anew', async (_why, spoil) => {
    await app.pool.query(`${spoil} where person_id = (select id from people where code = 'fine')`);
    await app.services.gallerySync.load();
    expect(await unreadable()).toEqual(['fine']);
    const refused = await scan('fine', 6, 11);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain('Register the face again');
    expect((await enrolFace(app, 'fine', 6)).body.success).toBe(true);
    expect(await unreadable()).toEqual([]);
    expect(await countOf('fine')).toBe(3);
    expect((await scan('fine', 6, 12)).body.success).toBe(true);
  });
});

describe('a database that was moved to another cluster', () => {
  it('loads its faces and scrubs removed ones, although its log has numbers of the old one', async () => {
    await app.pool.query(`update face_state set pruned_to = '999999999999', scrubbed_to = '999999999999'`);
    await app.services.gallerySync.load();
    expect((await app.services.gallerySync.status()).people).toBeGreaterThan(0);
    await app.admin('DELETE', '/admin/users/fine/face');
    const files = async () => (await app.services.faceUpkeep.run()).files;
    await expect.poll(files, { timeout: 30_000 }).toBe('clean');
    await app.pool.query(`update face_state set scrubbed_to = '999999999999'`);
    expect(await files()).not.toBe('clean');
    // A gallery that has not followed to the new log compares no face until it has.
    await app.person('compared');
    const early = await enrolFace(app, 'compared', 8);
    expect([early.status, early.body.error.code]).toEqual([503, 'face_engine_starting']);
    await app.services.gallerySync.load();
    expect((await enrolFace(app, 'compared', 8)).body.success).toBe(true);
  });
});

describe('replaced photos', () => {
  it('are scrubbed at night, an erased face at once', async () => {
    const files = async () => (await app.services.faceUpkeep.run()).files;
    await app.person('replaced');
    expect((await enrolFace(app, 'replaced', 7)).body.success).toBe(true);
    await expect.poll(files, { timeout: 30_000 }).toBe('clean');
    expect((await enrolFace(app, 'replaced', 7)).body.success).toBe(true);
    expect(await files()).toBe('at_night');
    await app.pool.query(`update face_changes set at = at - interval '25 hours'`);
    await expect.poll(files, { timeout: 30_000 }).toBe('clean');
    await app.services.gallerySync.load(); // entries of that age were pruned
    expect((await enrolFace(app, 'replaced', 7)).body.success).toBe(true);
    await app.admin('DELETE', '/admin/users/replaced/face');
    expect(await files()).not.toBe('at_night');
    await expect.poll(files, { timeout: 30_000 }).toBe('clean');
  });
});

describe('removed faces that somebody still sees', () => {
  it.each([
    ['an erased face, after a day', true, 23, 25],
    ['replaced photos, after a night more', false, 47, 49],
  ])('are waited for, then the job fails: %s', async (_what, isErasure, early, late) => {
    const upkeep = createFaceUpkeepService({
      clock: app.clock,
      repos: createRepositories(app.db),
      transactAndPublish: (_topic, work) => createTransact(app.db)(work),
      scrubFaceFiles: async () => 'later',
    });
    const wait = async (hours: number) => {
      await app.pool.query('delete from face_changes where is_removal');
      await app.pool.query(
        `insert into face_changes (person_id, is_removal, is_erasure, at) values (1, true, $1, now() - make_interval(hours => $2))`,
        [isErasure, hours],
      );
      return upkeep.scrub();
    };
    expect(await wait(early)).toBe('later');
    await expect(wait(late)).rejects.toThrow(`for ${late} hours`);
    await app.pool.query('delete from face_changes where is_removal');
  });
});

describe('the state of face recognition', () => {
  it('asks for the people once, however many must enrol again', async () => {
    await app.services.gallerySync.load();
    await app.pool.query(`update face_templates set model_id = 'old-model'`);
    const actor = await app.services.auth.authenticate(await app.adminToken(), '');
    if (!actor) throw new Error('not signed in');
    const seen: string[] = [];
    const query = app.pool.query.bind(app.pool);
    // Counts the statements on their way; the answer is the real one.
    app.pool.query = ((...args: unknown[]) => {
      const [first] = args;
      seen.push(typeof first === 'string' ? first : String((first as { text?: string }).text));
      return (query as (...given: unknown[]) => unknown)(...args);
    }) as typeof app.pool.query;
    try {
      await app.services.faceStatus.status(actor);
    } finally {
      app.pool.query = query;
    }
    expect(seen.filter((text) => text.includes('"people"')).length).toBeLessThanOrEqual(1);
  });

  it('is told although the engine is not there', async () => {
    const other = await openTestApp({
      setUp: false,
      database: { db: app.db, pool: app.pool, close: async () => {} },
    });
    const { status, body } = await other.admin('GET', '/admin/face-status');
    expect([status, body.model]).toEqual([200, null]);
  });
});
