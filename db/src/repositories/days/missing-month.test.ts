import { localDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryConflicts } from '../../retry.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';
import { openMonths } from './months.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
  await test.pool.query(
    `insert into people (id, code, name, kind, class_section, registered_on)
     values (1, 'M-1', 'Person', 'student', 'A', '2025-01-01')`,
  );
});
afterAll(() => test.close());

const insert = (day: string, status: string, table = 'attendance_days') =>
  test.db.execute(sql`insert into ${sql.identifier(table)} (person_id, day, status, source, kind, section,
      rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
    values (1, ${day}, ${status}, 'closing', 'student', 'A', '09:00', 15, '09:30', 60, now())`);

/** How often the work runs until it succeeds or fails for good. */
async function triesOf(work: () => Promise<unknown>): Promise<{ tries: number; failed: boolean }> {
  let tries = 0;
  const counted = async () => {
    tries += 1;
    await work();
  };
  const failed = await retryConflicts(counted, async () => {}).then(
    () => false,
    () => true,
  );
  return { tries, failed };
}

describe('a transaction', () => {
  it('runs again when the month of its day is not there', async () => {
    let isFirst = true;
    const work = async () => {
      if (!isFirst) await openMonths(test.db, [localDate('2026-04-01')]);
      isFirst = false;
      await insert('2026-04-07', 'absent');
    };
    expect(await triesOf(work)).toEqual({ tries: 2, failed: false });
  });

  it('does not run again for a day that a check of the days refuses', async () => {
    expect(await triesOf(() => insert('2026-04-08', 'asleep'))).toEqual({ tries: 1, failed: true });
  });

  it('does not run again for a day that belongs into another month', async () => {
    const work = () => insert('2026-05-04', 'absent', 'attendance_days_2026_04');
    expect(await triesOf(work)).toEqual({ tries: 1, failed: true });
  });
});
