import { INSTITUTION } from '@rollcall/core/kernel/access';
import { type LocalDate, localDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../connection.ts';
import { createRepositories } from '../../repositories.ts';
import { openMonthsBetween } from '../../testing/open-months.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';
import { watchStatements } from '../../testing/watch-statements.ts';
import { rollupDifferences } from '../rollups.ts';
import { inPieces } from './pieces.ts';

const [VETERAN, NEWCOMER, VISITOR, LONG_ABSENT, NEVER_SEEN, NOBODY] = [1, 2, 3, 4, 5, 6];
const LAST_DAY = localDate('2026-11-16');
const ALL_YEARS = { from: localDate('2000-01-01'), to: LAST_DAY };
const SECTION_A = { of: 'sections', sections: ['A'] } as const;

let test: TestDb;
let sent: ReturnType<typeof watchStatements>;

/** Ten years: 120 tables. Everybody's days are the 1st and the 16th of a month. */
beforeAll(async () => {
  test = await openTestDb();
  await openMonthsBetween(test.pool, '2017-01-01', '2026-12-31');
  await test.pool.query(
    `insert into people (id, code, name, kind, class_section, registered_on)
     select n, 'P-' || n, 'Person ' || n, 'student', 'A', '2016-01-01' from generate_series(1, 6) n;
     insert into closed_days (day, closed_at, calendar, finished_at, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
     values ('${LAST_DAY}', now(), 'open', now(), '09:00', 15, '09:30', 60);
     insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes, day_off,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select person, d::date, case when is_seen then 'on_time' else 'absent' end, 'check_in', 'student', 'A',
       case when is_seen then d + interval '9 hours' end, case when is_seen then 540 end, is_off, '09:00', 15, '09:30', 60, now()
     from generate_series(1, 6) person,
       generate_series(timestamp '2017-01-01', '2026-11-16', interval '1 month') m,
       unnest(array[m, m + interval '15 days']) d
     cross join lateral (select
       person = ${VISITOR} and d < '2026-11-01' or person = ${LONG_ABSENT} and d = '2025-06-16' as is_off,
       person in (${VETERAN}, ${NEWCOMER}, ${VISITOR}) and d < '${LAST_DAY}'
         or person = ${LONG_ABSENT} and (d <= '2024-03-16' or d = '2025-06-16') as is_seen) said
     where person = ${VETERAN} or person = ${NEWCOMER} and d >= '2026-10-01'
       or person = ${VISITOR} and (d::date in ('2019-05-01', '2024-02-16') or d >= '2026-11-01')
       or person = ${LONG_ABSENT} and d >= '2023-01-01' or person = ${NEVER_SEEN} and d >= '2018-06-01'`,
  );
  sent = watchStatements(test.pool);
});
afterAll(() => test.close());

const repos = () => createRepositories(test.db);

/** The number of months that each statement of the work is planned for. */
async function monthsOf(work: () => PromiseLike<unknown>): Promise<number[]> {
  sent.take();
  await work();
  const counts: number[] = [];
  for (const { text, values } of sent.take().filter((each) => each.text.includes('attendance_days'))) {
    const { rows } = await sent.plainQuery<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
    counts.push(new Set(plan.match(/attendance_days_\d{4}_\d\d(?= )/g)).size);
  }
  return counts.filter((count) => count > 0);
}

const allDays = async (person: number, from = '-infinity', to = 'infinity') =>
  (
    await rowsOf<{ day: LocalDate }>(
      test.db,
      sql`select day::text as day from attendance_days
          where person_id = ${person} and day between ${from}::date and ${to}::date order by attendance_days.day desc`,
    )
  ).map(({ day }) => day);

describe('pieces', () => {
  it('are of three months at first, then of a year, and leave out what lies between', () => {
    const months = ['2026-12', '2026-11', '2026-10', '2026-09', '2025-10', '2025-09', '2019-02'].map(
      (month) => localDate(`${month}-01`),
    );
    expect(inPieces(months, {})).toEqual([
      { from: '2026-10-01', to: '2026-12-31' },
      { from: '2025-10-01', to: '2026-09-30' },
      { from: '2025-09-01', to: '2025-09-30' },
      { from: '2019-02-01', to: '2019-02-28' },
    ]);
    expect(inPieces(months, { from: localDate('2019-02-10'), to: localDate('2026-12-24') })).toMatchObject([
      { to: '2026-12-24' },
      {},
      {},
      { from: '2019-02-10' },
    ]);
    expect(inPieces([], {})).toEqual([]);
  });
});

describe('days of one person over ten years', () => {
  it.each([VETERAN, NEWCOMER, VISITOR, LONG_ABSENT, NEVER_SEEN, NOBODY])(
    'are all there, of person %i',
    async (id) => {
      const days = await repos().attendance.daysOf(id, { limit: 4000 });
      expect(days.map(({ date }) => date)).toEqual(await allDays(id));
      const data = JSON.parse(await repos().privacy.dataOf(id));
      expect(data.attendance_days.map(({ date }: { date: string }) => date).reverse()).toEqual(
        await allDays(id),
      );
    },
  );

  it.each([
    ['2019-05-01', '2024-02-16'],
    ['2019-05-02', '2026-11-15'],
    ['2026-11-01', '2026-11-16'],
    ['2026-11-17', '2026-11-16'],
    ['2010-01-01', '2019-05-01'],
    [undefined, '2024-02-15'],
    ['2024-02-17', undefined],
  ])('are those from %s to %s', async (from, to) => {
    for (const id of [VETERAN, VISITOR]) {
      const page = { from: from as LocalDate | undefined, to: to as LocalDate | undefined, limit: 4000 };
      const days = await repos().attendance.daysOf(id, page);
      expect(days.map(({ date }) => date)).toEqual(await allDays(id, from, to));
    }
  });

  it('are the latest where there is a limit', async () => {
    for (const limit of [1, 6, 7, 100]) {
      const days = await repos().attendance.daysOf(VETERAN, { limit });
      expect(days.map(({ date }) => date)).toEqual((await allDays(VETERAN)).slice(0, limit));
    }
  });
});

describe('the months of a person', () => {
  const kept = async () =>
    (
      await rowsOf<{ month: string }>(
        test.db,
        sql`select month::text as month from person_rollups where person_id = ${VISITOR} order by 1`,
      )
    ).map(({ month }) => month);

  it('are kept with visits on days off only, which count for nothing', async () => {
    expect(await kept()).toEqual(['2019-05-01', '2024-02-01', '2026-11-01']);
    expect(await rollupDifferences(test.db)).toEqual([]);
  });

  it('are missed by the check of the roll-ups', async () => {
    const undone = new Error('undone');
    const check = test.db.transaction(async (tx) => {
      await tx.execute(sql`delete from person_rollups where person_id = ${VISITOR} and month = '2019-05-01'`);
      expect(await rollupDifferences(tx)).toEqual(['person_months 3 2019-05-01: kept nothing, counted 1']);
      throw undone;
    });
    await expect(check).rejects.toBe(undone);
  });
});

describe('absences in a row', () => {
  it('are counted back to the day on which a person was seen, however long ago', async () => {
    const found = await repos().followUp.missingInARow(1, 100, INSTITUTION);
    expect(found.map(({ code, days, lastSeenOn }) => [code, days, lastSeenOn])).toEqual([
      ['P-5', 204, null],
      ['P-4', 63, '2025-06-16'],
      ['P-1', 1, '2026-11-01'],
      ['P-2', 1, '2026-11-01'],
      ['P-3', 1, '2026-11-01'],
    ]);
    expect((await repos().followUp.missingInARow(2, 1, INSTITUTION)).map(({ code }) => code)).toEqual([
      'P-5',
    ]);
  });
});

describe('figures of sections of all years', () => {
  it('are those of the institution where everybody is in one of them', async () => {
    const { days, hours } = repos().analytics;
    expect(await days(ALL_YEARS, SECTION_A)).toEqual(await days(ALL_YEARS, INSTITUTION));
    expect(await hours(ALL_YEARS, SECTION_A)).toEqual(await hours(ALL_YEARS, INSTITUTION));
    expect(await days(ALL_YEARS, SECTION_A)).toHaveLength(238);
  });

  it('are none of sections that nobody is in, whatever their names', async () => {
    const sections = ['B', 'A"', 'A\\', '{A}', 'A,B', ''];
    expect(await repos().analytics.days(ALL_YEARS, { of: 'sections', sections })).toEqual([]);
    expect(await repos().analytics.hours(ALL_YEARS, { of: 'sections', sections: [] })).toEqual([]);
  });
});

describe('what was last', () => {
  it('is found without reading all months', async () => {
    expect((await repos().settings.lastRecorded())?.day).toBe(LAST_DAY);
    const recent = await repos().attendance.recent(7, INSTITUTION);
    expect(recent.map(({ personId, date }) => `${date} ${personId}`).slice(5)).toEqual([
      '2026-11-01 1',
      '2026-11-01 2',
    ]);
    const arrivals = await repos().attendance.presentBetween({ limit: 1000 }, INSTITUTION);
    expect(arrivals).toHaveLength(237 + 3 + 3 + 31);
    const dates = arrivals.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
  });
});

describe('a statement', () => {
  const year = { from: localDate('2026-01-01'), to: LAST_DAY };
  const reads: Record<string, () => PromiseLike<unknown>> = {
    'of all days of a person': () => repos().attendance.daysOf(VETERAN, { limit: 4000 }),
    'of personal data': () => repos().privacy.dataOf(VETERAN),
    'of a year of a person': () => repos().attendance.daysOf(VETERAN, { ...year, limit: 4000 }),
    'of the history': () => repos().attendance.presentBetween({ limit: 1000 }, INSTITUTION),
    'of the latest verdicts': () => repos().attendance.recent(500, INSTITUTION),
    'of absences in a row': () => repos().followUp.missingInARow(1, 100, INSTITUTION),
    'of rows behind a figure': () =>
      repos().followUp.days({ ...year, limit: 10, offset: 0, after: undefined }, INSTITUTION),
    'of the last recorded day': () => repos().settings.lastRecorded(),
    'of the days of sections in all years': () => repos().analytics.days(ALL_YEARS, SECTION_A),
    'of the hours of sections in all years': () => repos().analytics.hours(ALL_YEARS, SECTION_A),
    'of a removal': () =>
      repos().retention.noteEmptied('file', { since: localDate('2017-01-01'), before: LAST_DAY }),
  };
  it.each(Object.keys(reads))('%s is planned for a year of tables at most', async (name) => {
    const months = await monthsOf(reads[name] as () => PromiseLike<unknown>);
    expect(months.length).toBeGreaterThan(0);
    expect(Math.max(...months)).toBeLessThanOrEqual(12);
  });

  const ofOneMonth: Record<string, () => PromiseLike<unknown>> = {
    'of a day of a person': () => repos().attendance.dayOf(VETERAN, LAST_DAY),
    'of who is present': () => repos().attendance.presentOn(LAST_DAY, INSTITUTION, VETERAN),
    'of the latest arrivals': () => repos().attendance.latestArrivals(LAST_DAY, 5, INSTITUTION),
    'of the facts of a day': () => repos().facts.ofMany([{ personId: VETERAN, date: LAST_DAY }]),
    'of the people of a day': () => repos().facts.personDays(LAST_DAY, 0, 10),
    'of who was not seen': () => repos().calendar.unseenOn(LAST_DAY, 0, 10),
  };
  it.each(Object.keys(ofOneMonth))('%s is planned for one table', async (name) => {
    const months = await monthsOf(ofOneMonth[name] as () => PromiseLike<unknown>);
    expect(new Set(months)).toEqual(new Set([1]));
  });

  it('of somebody new is planned for their months', async () => {
    expect(await monthsOf(() => repos().attendance.daysOf(NEWCOMER, { limit: 4000 }))).toEqual([2]);
    expect(await monthsOf(() => repos().privacy.dataOf(NEWCOMER))).toEqual([2]);
    expect(await monthsOf(() => repos().attendance.daysOf(NOBODY, { limit: 4000 }))).toEqual([]);
  });
});
