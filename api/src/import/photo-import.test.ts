import { EngineBusyError, type FaceEngine } from '@rollcall/core/faces/face.ports';
import { AppError } from '@rollcall/core/kernel/errors';
import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../testing/archive-fixtures.ts';
import { createScriptedEngine, sceneImage } from '../testing/scripted-engine.ts';
import type { TestApp } from '../testing/test-app.ts';
import { openTestServers, type TestServers } from '../testing/test-servers.ts';

let test: TestServers;
let database: TestDb;
beforeAll(async () => {
  database = await openTestDb();
  const first = await openTestServers(['first'], { database });
  for (const id of PEOPLE) await first.servers[0]?.person(id);
  await first.close();
});
afterAll(() => database.close());
afterEach(async () => {
  await test.close();
  await database.pool.query('truncate jobs, operations, file_places, face_templates, face_keys cascade');
});
const PEOPLE = ['Q-1', 'Q-2', 'Q-3'];

/** A scripted engine that calls `before` first. */
const engineWith = (before: () => Promise<void> | void): FaceEngine => {
  const engine = createScriptedEngine();
  return {
    ...engine,
    analyse: async (image, options) => {
      await before();
      return engine.analyse(image, options);
    },
  };
};

async function open(engine: FaceEngine, servers = ['A']) {
  test = await openTestServers(servers, { engine, database, setUp: false });
  const [app] = test.servers as [TestApp];
  const photos = Object.fromEntries(
    PEOPLE.map((id, person) => [`${id}.jpg`, Buffer.from(sceneImage({ person }), 'base64')]),
  );
  const { upload } = (await app.upload('/admin/import/photos/upload', zipOf(photos))).body;
  const { report_file } = (await app.admin('POST', '/admin/import/photos', { upload })).body;
  return { app, report: String(report_file) };
}
const stateOf = async (file: string) =>
  (await test.pool.query('select state, problem from operations where file = $1', [file])).rows[0];
const outcomes = async (app: TestApp, file: string) => {
  await expect.poll(() => stateOf(file), { timeout: 60_000 }).toMatchObject({ state: 'done' });
  return (await app.download(`/admin/download/${file}`)).json();
};

describe('an enrolment from photos', () => {
  it('waits while the engine is busy, instead of refusing everybody', async () => {
    let refusals = 2;
    const engine = engineWith(() => {
      refusals -= 1;
      if (refusals === 1) throw new AppError('face_engine_starting');
      if (refusals === 0) throw new EngineBusyError(1);
    });
    const { app, report } = await open(engine);
    const { people } = await outcomes(app, report);
    expect(people.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'enrolled',
      'enrolled',
      'enrolled',
    ]);
    expect(app.failures).toEqual([]);
  });

  it.each(['maintenance', 'restore_running'] as const)(
    'waits while changes are refused with %s, instead of refusing everybody',
    async (code) => {
      let refusals = 2;
      const engine = engineWith(() => {
        refusals -= 1;
        if (refusals >= 0) throw new AppError(code);
      });
      const { app, report } = await open(engine);
      const { people } = await outcomes(app, report);
      expect(people.map(({ outcome }: { outcome: string }) => outcome)).toEqual(PEOPLE.map(() => 'enrolled'));
    },
  );

  it('enrols nobody whose code is not that of the file any more, as after a restore', async () => {
    const engine = engineWith(async () => {
      await test.pool.query(`update people set code = 'Z-' || code where code = 'Q-2'`);
    });
    const { app, report } = await open(engine);
    const { people } = await outcomes(app, report);
    await test.pool.query(`update people set code = 'Q-2' where code = 'Z-Q-2'`);
    expect(people.map(({ outcome, reason }: Record<string, string>) => `${outcome} ${reason}`)).toEqual([
      'enrolled null',
      'refused user_not_found',
      'enrolled null',
    ]);
  });

  it('ends when whoever asked has another role meanwhile', async () => {
    const { rows } = await database.pool.query(`select id, role from people where kind = 'admin'`);
    const [{ id, role }] = rows;
    const engine = engineWith(async () => {
      await database.pool.query(`update people set role = 'member' where id = $1`, [id]);
    });
    try {
      const { report } = await open(engine);
      await expect.poll(() => stateOf(report), { timeout: 60_000 }).toMatchObject({ state: 'failed' });
      const faces = await database.pool.query('select distinct person_id from face_templates');
      expect(faces.rows.length).toBeLessThanOrEqual(1);
    } finally {
      await database.pool.query(`update people set role = $2 where id = $1`, [id, role]);
    }
  });

  it('keeps no code of a person in its job when it fails', async () => {
    let analysed = 0;
    const engine = engineWith(() => {
      analysed += 1;
      if (analysed > 2) throw new AppError('face_engine_unavailable');
    });
    const { app, report } = await open(engine);
    await app.services.jobs.runDue();
    expect(await stateOf(report)).toMatchObject({ state: 'failed' });
    const { rows } = await test.pool.query(`select * from jobs where kind = 'photo_import'`);
    expect(rows).toMatchObject([{ state: 'failed', input: null, cursor: null }]);
    expect(JSON.stringify(rows)).not.toMatch(/Q-\d/);
  });

  it('logs and counts an unexpected failure of one person, and goes on with the others', async () => {
    let calls = 0;
    const engine = engineWith(() => {
      calls += 1;
      if (calls <= 2) throw new Error('the engine broke');
    });
    const { app, report } = await open(engine);
    const { people, failures } = await outcomes(app, report);
    expect(failures).toBe(1);
    expect(
      people.map(({ outcome, reason }: { outcome: string; reason: string }) => `${outcome} ${reason}`),
    ).toEqual(['refused internal', 'enrolled null', 'enrolled null']);
    expect(app.failures.map(String)).toEqual(['Error: the engine broke']);
  });

  it('goes on at another server where the first one stopped', async () => {
    let isFirst = true;
    let stop = () => {};
    const reached = new Promise<void>((go) => {
      stop = go;
    });
    let analysed = 0;
    const engine = engineWith(async () => {
      analysed += 1;
      if (analysed < 2 || !isFirst) return;
      stop();
      // Busy until the server stops.
      throw new EngineBusyError(1);
    });
    const { app, report } = await open(engine, ['A', 'B']);
    await reached;
    await app.services.jobs.stop(0);
    isFirst = false;
    expect(await stateOf(report)).toMatchObject({ state: 'running' });
    const [, b] = test.servers as [TestApp, TestApp];
    const before = analysed;
    await b.services.jobs.runDue();
    const { people } = await outcomes(b, report);
    expect(people.map(({ id }: { id: string }) => id)).toEqual(PEOPLE);
    expect(analysed - before).toBe(2); // the first person was not enrolled again
  });

  it('fails as a whole where there is no engine', async () => {
    test = await openTestServers(['A'], { database, setUp: false });
    const [app] = test.servers as [TestApp];
    const zip = zipOf({ 'Q-1.jpg': Buffer.from(sceneImage({ person: 1 }), 'base64') });
    const { upload } = (await app.upload('/admin/import/photos/upload', zip)).body;
    const { report_file } = (await app.admin('POST', '/admin/import/photos', { upload })).body;
    await app.services.jobs.runDue();
    expect(await stateOf(report_file)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('Upload the file again'),
    });
  });
});
