import { openPostgresEvents } from '@rollcall/db/postgres/postgres-events';
import { openTestDb } from '@rollcall/db/testing/test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markByFace } from '../testing/face-scan.ts';
import { createScriptedEngine, enrolFace, sceneImage } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

/** Two servers on one PostgreSQL, each with its own connection for events, as the hosts compose them. */
let a: TestApp;
let b: TestApp;
const closers: (() => Promise<void> | void)[] = [];
const engine = createScriptedEngine();
const POLL_MS = 800;

beforeAll(async () => {
  const database = await openTestDb();
  const url = database.pool.options.connectionString ?? '';
  const shared = { db: database.db, pool: database.pool, close: async () => {} };
  const server = async (extra: Parameters<typeof openTestApp>[0]) => {
    const events = await openPostgresEvents(url, () => {});
    const app = await openTestApp({ engine, database: shared, events, ...extra });
    closers.push(() => events.close());
    closers.push(app.services.gallerySync.follow(() => {}, { pollMs: POLL_MS }));
    return app;
  };
  a = await server({});
  b = await server({ setUp: false, masterKeys: a.keyNeeds.keys });
  closers.unshift(() => database.close());
  await a.admin('POST', '/admin/face-settings', { liveness: 'off' });
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

let nonce = 0;
const outcome = async (app: TestApp, token: string, person: number): Promise<string> => {
  const image = sceneImage({ person, nonce: ++nonce });
  return (await markByFace(app, token, image)).body.outcome;
};
/** People in the gallery of a server. */
const enrolled = async (app: TestApp) => (await app.services.gallerySync.status()).people;

/** Cuts every connection for events, and shows that they are gone. */
async function cutEvents(): Promise<void> {
  const { rows } = await a.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'rollcall events' and datname = current_database()`,
  );
  expect(rows.length).toBeGreaterThan(0);
}

describe('two servers on one PostgreSQL', () => {
  it('recognise at B whom A enrolled, and no longer when A removed the face', async () => {
    const { token } = await a.person('both');
    expect((await enrolFace(a, 'both', 1)).body.success).toBe(true);
    await expect.poll(() => outcome(b, token, 1)).toMatch(/marked/);
    await a.admin('DELETE', '/admin/users/both/face');
    await expect.poll(() => enrolled(b)).toBe(0);
    expect(await outcome(b, token, 1)).toBe('not_enrolled');
  });

  it('learn of changes made while their connections for events were cut', async () => {
    const { token } = await a.person('cut');
    await cutEvents();
    expect((await enrolFace(a, 'cut', 2)).body.success).toBe(true);
    await expect.poll(() => outcome(b, token, 2)).toMatch(/marked/);
    await cutEvents().catch(() => {}); // they may be reconnecting, which is as good
    await a.admin('DELETE', '/admin/users/cut');
    await expect.poll(() => enrolled(b)).toBe(0);
  });

  it('agree after many changes at both while both read everything again', async () => {
    const people = Array.from({ length: 10 }, (_, index) => `many-${index}`);
    for (const code of people) await a.person(code);
    const reload = async () => {
      for (let round = 0; round < 5; round++)
        await Promise.all([a.services.gallerySync.load(), b.services.gallerySync.load()]);
    };
    const change = async () => {
      for (const [index, code] of people.entries()) {
        const [one, other] = index % 2 === 0 ? [a, b] : [b, a];
        expect((await enrolFace(one, code, index + 3)).body.success).toBe(true);
        if (index % 3 === 0) await other.admin('DELETE', `/admin/users/${code}/face`);
      }
    };
    await Promise.all([reload(), change()]);
    const { rows } = await a.pool.query(
      'select count(distinct person_id)::int as people from face_templates',
    );
    expect(rows).toEqual([{ people: 6 }]);
    await expect.poll(() => enrolled(a)).toBe(6);
    await expect.poll(() => enrolled(b)).toBe(6);
  });

  it('keep their galleries and catch up when the database refuses to be read', async () => {
    const before = await enrolled(b);
    expect(before).toBeGreaterThan(0);
    await a.pool.query('alter table face_templates rename to away');
    await b.services.gallerySync.load();
    expect(await enrolled(b)).toBe(before);
    expect((await b.services.gallerySync.status()).lastError).not.toBeNull();
    await a.pool.query('alter table away rename to face_templates');
    await expect.poll(async () => (await b.services.gallerySync.status()).lastError).toBeNull();
    expect(await enrolled(b)).toBe(before);
  });
});
