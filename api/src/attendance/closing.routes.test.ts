import { localDate } from '@rollcall/core/kernel/local-date';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const PEOPLE = 2300;
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

const closed = async () =>
  (
    await app.pool.query(
      `select count(*)::int as people, count(distinct d.decided_at)::int as runs from attendance_days d where status = 'absent'`,
    )
  ).rows[0];

describe('closing a day of thousands', () => {
  it('is finished by the next run when a server stops in the middle of it', async () => {
    app.clock.set('2026-03-02T04:15:00Z'); // 10:00
    const repos = createRepositories(app.db);
    const rule = await app.services.settings.timeSettings();
    await repos.calendar.closeDay(localDate('2026-03-02'), { calendar: 'open', rule }, app.clock.now());
    expect(await app.services.closing.closeDueDays()).toEqual({ days: 0, people: 0 }); // the other server is at it
    app.clock.set('2026-03-02T04:21:00Z');
    expect(await app.services.closing.closeDueDays()).toEqual({ days: 1, people: PEOPLE });
    expect(await closed()).toEqual({ people: PEOPLE, runs: 1 });
    expect(await app.services.closing.closeDueDays()).toEqual({ days: 0, people: 0 });
    expect(await rollupDifferences(app)).toEqual([]);
  });
});
