import { INSTITUTION } from '@rollcall/core/kernel/access';
import { localDate } from '@rollcall/core/kernel/local-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepositories } from '../../repositories.ts';
import { openMonthsBetween } from '../../testing/open-months.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';

const RANGE = { from: localDate('2026-03-01'), to: localDate('2026-03-31') };

let test: TestDb;

/** Thirteen people of sections A and B who came on one day each, the last name first, and Zoe of B, who came on two. */
beforeAll(async () => {
  test = await openTestDb();
  await openMonthsBetween(test.pool, RANGE.from, RANGE.to);
  await test.pool.query(
    `insert into people (id, code, name, kind, class_section, registered_on)
     select n, 'T-' || n, case n when 14 then 'Zoe' else chr(64 + 14 - n) || 'la' end, 'student',
       case when n % 2 = 0 then 'B' else 'A' end, '2026-01-01' from generate_series(1, 14) n;
     insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select p.id, d, 'on_time', 'check_in', 'student', p.class_section, d + time '08:00', 480, '09:00', 15, '09:30', 60, now()
     from people p, unnest('{2026-03-02,2026-03-03}'::date[]) d where p.id = 14 or d = '2026-03-02'`,
  );
});
afterAll(() => test.close());

const names = async (limit: number, reach: Parameters<typeof read>[1] = INSTITUTION) => {
  const { analytics } = createRepositories(test.db);
  return (await analytics.withNames(await read(limit, reach))).map(({ name }) => name);
};
const read = (
  limit: number,
  reach: Parameters<ReturnType<typeof createRepositories>['analytics']['topPeople']>[2],
) => createRepositories(test.db).analytics.topPeople(RANGE, limit, reach);

describe('the people most often present', () => {
  it('are sorted by name where more came equally often than are shown', async () => {
    expect(await names(4)).toEqual(['Zoe', 'Ala', 'Bla', 'Cla']);
    expect(await names(1)).toEqual(['Zoe']);
    expect(await names(20)).toHaveLength(14);
  });

  it('are those whom one may see', async () => {
    expect(await names(3, { of: 'sections', sections: ['A'] })).toEqual(['Ala', 'Cla', 'Ela']);
    expect(await names(3, { of: 'sections', sections: [] })).toEqual([]);
  });
});
