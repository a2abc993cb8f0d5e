import { INSTITUTION } from '@rollcall/core/kernel/access';
import { localDate } from '@rollcall/core/kernel/local-date';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepositories } from '../../repositories.ts';
import { openMonthsBetween } from '../../testing/open-months.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';
import { watchStatements } from '../../testing/watch-statements.ts';

const TODAY = localDate('2026-11-16');
const PEOPLE = 400;

let test: TestDb;

/** Person n comes n seconds after eight. The 395th was entered by hand at nine, for 8:06; the last is deleted. */
beforeAll(async () => {
  test = await openTestDb();
  await openMonthsBetween(test.pool, TODAY, TODAY);
  await test.pool.query(
    `insert into people (id, code, name, kind, class_section, registered_on)
     select n, 'P-' || n, 'Person ' || n, 'student', case when n % 2 = 0 then 'A' else 'B' end, '2016-01-01'
     from generate_series(1, ${PEOPLE}) n;
     insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select n, '${TODAY}', 'on_time', 'check_in', 'student', case when n % 2 = 0 then 'A' else 'B' end,
       timestamptz '${TODAY} 08:00Z' + make_interval(secs => n), 480, '09:00', 15, '09:30', 60, '${TODAY} 09:00Z'
     from generate_series(1, ${PEOPLE}) n;
     update attendance_days set source = 'correction', first_in = '${TODAY} 08:06:00Z' where person_id = 395;
     update people set deleted_at = '${TODAY}' where id = ${PEOPLE}`,
  );
});
afterAll(() => test.close());

const latest = async (limit: number, reach: Parameters<typeof read>[1] = INSTITUTION) =>
  (await read(limit, reach)).map(({ personId }) => personId);
const read = (
  limit: number,
  reach: Parameters<ReturnType<typeof createRepositories>['attendance']['latestArrivals']>[2],
) => createRepositories(test.db).attendance.latestArrivals(TODAY, limit, reach);

/** A step of a plan, as PostgreSQL explains it. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Sort Key'?: readonly string[];
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Step[];
}
const stepsOf = (step: Step): Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];
const isSortOfMinutes = (step: Step) =>
  step['Node Type'].endsWith('Sort') && step['Sort Key']?.[0]?.includes('date_trunc');

describe('the latest arrivals', () => {
  it('are sorted by minute; within it somebody entered by hand counts from that moment', async () => {
    // All of minute 8:06; who was entered at nine is before those who were seen in it.
    expect(await latest(4)).toEqual([395, 399, 398, 397]);
    expect(await latest(1)).toEqual([395]);
  });

  it('go on in the minutes before, with everybody once', async () => {
    const everybody = await latest(1000);
    expect(everybody).toHaveLength(PEOPLE - 1);
    for (const limit of [30, 39, 40, 41, 99, 398, 399, 400])
      expect(await latest(limit)).toEqual(everybody.slice(0, limit));
  });

  it('are those whom one may see', async () => {
    const ofSection = await latest(3, { of: 'sections', sections: ['A'] });
    expect(ofSection).toEqual([398, 396, 394]);
  });

  it('are none on a day without any', async () => {
    const repos = createRepositories(test.db);
    expect(await repos.attendance.latestArrivals(localDate('2026-11-15'), 5, INSTITUTION)).toEqual([]);
  });

  it('are found without sorting everybody who came today', async () => {
    const sent = watchStatements(test.pool);
    await latest(5);
    const [statement] = sent.take();
    const { rows } = await sent.plainQuery<{ 'QUERY PLAN': readonly [{ Plan: Step }] }>(
      `explain (analyze, timing off, format json) ${statement?.text}`,
      statement?.values,
    );
    const sorts = rows.flatMap((row) => stepsOf(row['QUERY PLAN'][0].Plan)).filter(isSortOfMinutes);
    const sorted = sorts.flatMap(({ Plans = [] }) => Plans.map((step) => step['Actual Rows']));
    expect(sorted).toHaveLength(1);
    // 41 came in the last minute.
    expect(sorted[0]).toBeLessThanOrEqual(41);
  });
});
