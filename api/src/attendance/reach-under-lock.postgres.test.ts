import { openTestDb, type TestDb } from '@rollcall/db/testing/test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let database: TestDb;
let app: TestApp;
let office: string;
beforeAll(async () => {
  database = await openTestDb(6);
  app = await openTestApp({ database });
  ({ token: office } = await app.person('OFFICE', { type: 'staff' }));
  await app.pool.query(`update people set role = 'office', office_of = 'sections' where code = 'OFFICE'`);
  await app.pool.query(
    `insert into office_sections (person_id, section) select id, 'A' from people where code = 'OFFICE'`,
  );
});
afterAll(() => app.close());

/** Calls while another transaction, not yet committed, moves the person to another section. */
async function whileMoved(code: string, call: () => Promise<{ status: number }>) {
  const mover = await app.pool.connect();
  try {
    await mover.query('begin');
    await mover.query(`update people set class_section = 'B' where code = $1`, [code]);
    const answer = call();
    await expect
      .poll(
        async () =>
          (
            await app.pool.query(
              `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows[0].n,
      )
      .toBeGreaterThan(0);
    await mover.query('commit');
    return await answer;
  } finally {
    mover.release();
  }
}

describe('whoever moves out of reach between the check and the write', () => {
  it.each([
    ['correction', 'PUT', (id: string) => `/admin/users/${id}/attendance/02_24_26`, {}],
    ['leave', 'POST', () => '/admin/leaves', { from: '2026-02-24', to: '2026-02-24' }],
  ])('gets no %s', async (what, method, pathOf, days) => {
    const id = `MOVES-${what}`;
    await app.person(id, { class_section: 'A' });
    const body = {
      ...days,
      ...(method === 'POST' ? { user_id: id } : { wanted: 'excused' }),
      reason: 'Dentist',
    };
    const call = () => app.call(method, pathOf(id), { token: office, body });
    expect((await whileMoved(id, call)).status).toBe(404);
    const { rows } = await app.pool.query(
      `select (select count(*)::int from corrections) + (select count(*)::int from leaves) as n`,
    );
    expect(rows[0].n).toBe(0);
  });
});
