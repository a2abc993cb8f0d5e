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
