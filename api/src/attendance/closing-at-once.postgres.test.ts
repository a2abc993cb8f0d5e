import { ADVISORY_LOCKS } from '@rollcall/db/advisory-locks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const PEOPLE = 3400;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T02:00:00Z'); // Monday 07:45 in Kathmandu
  await app.adminToken();
  await app.pool.query(
    `insert into people (code, name, kind, class_section, registered_on)
     select 'G-' || n, 'Person ' || n, 'student', 'S-' || n % 7, '2026-03-01' from generate_series(1, $1) n`,
    [PEOPLE],
  );
});
afterAll(() => app.close());

it('counts everybody who is given a verdict by transactions at the same time', async () => {
  app.clock.set('2026-03-02T04:15:00Z'); // 10:00
  expect(await app.services.closing.closeDueDays()).toEqual({ days: 1, people: PEOPLE });
  const { rows } = await app.pool.query(
    `select count(*)::int as verdicts, (select detail from audit where action = 'day_closed') as told from attendance_days`,
  );
  expect(rows).toEqual([{ verdicts: PEOPLE, told: { people: PEOPLE } }]);
  expect(await rollupDifferences(app)).toEqual([]);
});

it('follows the rule that is saved while it waits for its turn', async () => {
  app.clock.set('2026-03-03T04:15:00Z'); // Tuesday 10:00
  const other = await app.pool.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.closing]);
  const closing = app.services.closing.closeDueDays();
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBe(1);
  const never = { startTime: '09:00', gracePeriod: 15, cutoffTime: '09:30', autoAbsent: 0 };
  const { status } = await app.admin('POST', '/admin/time-settings', never);
  await other.query('commit');
  other.release();
  expect(status).toBe(200);
  expect(await closing).toEqual({ days: 0, people: 0 });
});
