import { addDays, localDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, rowsOf } from '../../connection.ts';
import { createRepositories } from '../../repositories.ts';
import { openMonthsBetween } from '../../testing/open-months.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';

let test: TestDb;
/** Ten years of tables; one person came in October and November. */
beforeAll(async () => {
  test = await openTestDb();
  await openMonthsBetween(test.pool, '2017-01-01', '2026-12-31');
  await test.pool.query(
    `insert into people (id, code, name, kind, class_section, registered_on)
     values (1, 'N-1', 'New', 'student', 'A', '2026-10-01');
     insert into attendance_days (person_id, day, status, source, kind, section,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select 1, day, 'absent', 'closing', 'student', 'A', '09:00', 15, '09:30', 60, now()
     from unnest('{2026-10-05,2026-11-02}'::date[]) day`,
  );
});
afterAll(() => test.close());

/** The months that the transaction holds locks on. */
const lockedMonths = async (tx: Db) =>
  (
    await rowsOf<{ name: string }>(
      tx,
      sql`select distinct relation::regclass::text as name from pg_locks
          where pid = pg_backend_pid() and relation::regclass::text ~ '^attendance_days_\\d{4}_\\d\\d$' order by 1`,
    )
  ).map(({ name }) => name);

describe('the locks of a statement on PostgreSQL', () => {
  const now = localDate('2026-11-02');
  const reads: Record<string, (tx: Db) => Promise<unknown>> = {
    'all days of a person': (tx) => createRepositories(tx).attendance.daysOf(1, { limit: 4000 }),
    'personal data': (tx) => createRepositories(tx).privacy.dataOf(1),
    'the days of two months': (tx) =>
      createRepositories(tx).attendance.daysOf(1, { from: addDays(now, -28), to: now, limit: 10 }),
  };
  it.each(Object.keys(reads))('%s are on the months of the person, of 120', async (name) => {
    await test.db.transaction(async (tx) => {
      await reads[name]?.(tx);
      expect(await lockedMonths(tx)).toEqual(['attendance_days_2026_10', 'attendance_days_2026_11']);
    });
  });

  it('are on all months where a statement names no days', async () => {
    await test.db.transaction(async (tx) => {
      await tx.execute(sql`select day from attendance_days where person_id = 1`);
      expect(await lockedMonths(tx)).toHaveLength(120);
    });
  });
});
