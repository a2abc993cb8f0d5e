import { createJobs } from '@rollcall/core/jobs';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn } from '../../testing/attendance-fixtures.ts';
import { FOREIGN_TEXT, openSchool, type School } from '../../testing/school.ts';
import { createScriptedEngine } from '../../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

interface Person {
  readonly id: string;
  readonly was_in: boolean;
  readonly ticked_time: string | null;
  readonly ticked_by: string | null;
}

let app: TestApp;
let tokens: School['tokens'];
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine(), limits: 'none' });
  ({ tokens } = await openSchool(app));
  for (const code of ['A-1', 'A-2', 'Z-1']) await checkIn(app, code);
});
afterAll(() => app.close());

type Who = keyof School['tokens'];
const as = (who: Who, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: tokens[who], ...(body === undefined ? {} : { body }) });
const tick = (who: Who, id: number, user_id: string, seen = true) =>
  as(who, 'POST', `/drills/${id}/ticks`, { user_id, seen });
const current = async (who: Who = 'administrator') => (await as(who, 'GET', '/drills/current')).body.drill;
const ticked = (people: readonly Person[]) =>
  people.filter(({ ticked_time }) => ticked_time !== null).map(({ id }) => id);
const start = async (): Promise<number> => (await as('office', 'POST', '/drills')).body.drill_id;

describe('a drill', () => {
  it('freezes who is in, shows who came later, and reports who was never ticked', async () => {
    expect(await current()).toBeNull();
    const id = await start();
    expect((await as('administrator', 'POST', '/drills')).body.error.code).toBe('drill_running');
    const drill = await current();
    expect(drill).toMatchObject({ id, ended_time: null });
    const ids = drill.people.map((each: Person) => each.id);
    expect(ids).toEqual(expect.arrayContaining(['A-1', 'A-2', 'Z-1']));
    await tick('teacher', id, 'A-1');
    // Somebody who was in goes home, somebody else comes.
    await app.admin('POST', '/today/marks', { user_id: 'A-2', mark: 'absent' });
    await app.person('A-3', { name: 'Late Near' });
    await checkIn(app, 'A-3');
    expect((await current()).people.map((each: Person) => each.id)).toEqual(ids);
    expect((await as('office', 'POST', `/drills/${id}/end`)).status).toBe(200);
    expect(await current()).toBeNull();
    const { people } = (await as('administrator', 'GET', `/drills/${id}`)).body;
    expect(people).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'A-1', was_in: true, ticked_by: 'Person R-TEA' }),
        expect.objectContaining({ id: 'A-2', was_in: true, ticked_time: null }),
        expect.objectContaining({ id: 'A-3', was_in: false, ticked_time: null }),
      ]),
    );
    const { entries } = (await app.admin('GET', '/admin/audit?action=drill_ended')).body;
    expect(entries[0].detail).toMatchObject({ people: people.length, ticked: 1, missing: people.length - 1 });
    const { drills } = (await as('administrator', 'GET', '/drills')).body;
    expect(drills).toMatchObject([{ id, people: people.length, ticked: 1 }]);
  });

  it('counts the first tick, takes it back, and ends for everybody', async () => {
    const id = await start();
    await tick('teacher', id, 'A-1');
    app.clock.advance(60_000);
    await tick('office', id, 'A-1');
    const first = (await current()).people.find((each: Person) => each.id === 'A-1');
    expect(first.ticked_by).toBe('Person R-TEA');
    expect((await tick('office', id, 'A-1', false)).status).toBe(200);
    expect((await tick('office', id, 'A-1', false)).status).toBe(200);
    expect(ticked((await current()).people)).toEqual([]);
    // Stands at the assembly point without having been seen by anybody.
    await app.person('A-4', { name: 'Unseen Near' });
    await tick('office', id, 'A-4');
    expect((await current()).people.find((each: Person) => each.id === 'A-4')).toMatchObject({
      seen: null,
      was_in: false,
      ticked_by: 'Person R-OFF',
    });
    await as('office', 'POST', `/drills/${id}/end`);
    expect((await tick('office', id, 'A-1')).body.error.code).toBe('drill_ended');
    expect((await as('office', 'POST', `/drills/${id}/end`)).body.error.code).toBe('drill_ended');
    expect((await as('office', 'POST', '/drills/999999/end')).body.error.code).toBe('drill_not_found');
  });

  it('is of those whom each reaches; teachers tick and do not start or end', async () => {
    const id = await start();
    for (const role of ['teacher', 'office'] as const) {
      expect(JSON.stringify(await current(role))).not.toMatch(FOREIGN_TEXT);
      expect((await tick(role, id, 'Z-1')).body.error.code).toBe('user_not_found');
      expect((await as(role, 'GET', `/drills/${id}`)).text).not.toMatch(FOREIGN_TEXT);
    }
    expect((await as('teacher', 'POST', '/drills')).status).toBe(403);
    expect((await as('teacher', 'POST', `/drills/${id}/end`)).status).toBe(403);
    expect((await current('teacher')).may_end).toBe(false);
    expect((await as('member', 'GET', '/drills/current')).status).toBe(403);
    expect((await tick('member', id, 'A-1')).status).toBe(403);
    await tick('administrator', id, 'Z-1');
    const of = async (role: Who) => (await as(role, 'GET', '/drills')).body.drills[0];
    expect((await of('administrator')).ticked).toBe(1);
    expect((await of('office')).ticked).toBe(0);
    await as('administrator', 'POST', `/drills/${id}/end`);
  });

  it('is ended by the office that started it, or with the whole institution as reach', async () => {
    const { drill_id: id } = (await as('administrator', 'POST', '/drills')).body;
    const end = (who: Who, drill: number) => as(who, 'POST', `/drills/${drill}/end`);
    expect((await current('office')).may_end).toBe(false);
    expect((await end('office', id)).body.error.code).toBe('forbidden');
    expect((await current('administrator')).may_end).toBe(true);
    expect((await end('administrator', id)).status).toBe(200);
    const own = await start();
    expect((await current('office')).may_end).toBe(true);
    expect((await end('owner', own)).status).toBe(200);
    expect((await as('administrator', 'GET', `/drills/${own}`)).body.may_end).toBe(false);
    expect((await end('office', await start())).status).toBe(200);
  });

  it('forgets a deleted person, tells people what is stored of them, and is removed after 92 days', async () => {
    const copy = (await app.admin('GET', '/admin/users/A-1/data')).body;
    expect(copy.drills.length).toBeGreaterThan(1);
    expect(copy.drills[0]).toMatchObject({ found_at: expect.any(String) });
    await app.admin('DELETE', '/admin/users/A-3');
    const rows = async (sql: string) => (await app.pool.query(sql)).rows;
    expect(
      await rows(
        `select 1 from drill_people l join people p on p.id = l.person_id where p.deleted_at is not null`,
      ),
    ).toEqual([]);
    const { services, clock } = app;
    const jobs = createJobs({ services, repos: createRepositories(app.db), clock });
    const removeOld = () => jobs.find(({ kind }) => kind === 'old_drills')?.run();
    const count = async () => (await rows('select id from drills')).length;
    clock.advance(91 * DAY_MS);
    await removeOld();
    expect(await count()).toBe(6);
    clock.advance(2 * DAY_MS);
    await removeOld();
    expect(await count()).toBe(0);
    expect(await rows('select 1 from drill_people')).toEqual([]);
  });
});
