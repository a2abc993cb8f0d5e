import { INSTITUTION } from '@rollcall/core/kernel/access';
import { localDate } from '@rollcall/core/kernel/local-date';
import { createRepositories } from '@rollcall/db/repositories';
import { rollupDifferences } from '@rollcall/db/repositories/rollups';
import { openMonthsBetween } from '@rollcall/db/testing/open-months';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let student: string;

/** Times of Kathmandu on Tuesday 3 March 2026: 08:45, before closing at 10:00, after it. */
const TUESDAY = {
  early: '2026-03-03T03:00:00Z',
  morning: '2026-03-03T03:45:00Z',
  noon: '2026-03-03T06:15:00Z',
};

beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-02T05:00:00Z');
  for (const id of ['F-1', 'F-2', 'F-3', 'F-4']) await app.person(id);
  const leave = { user_id: 'F-2', from: '2026-03-03', to: '2026-03-03', reason: 'Dentist' };
  await app.admin('POST', '/admin/leaves', leave);
  app.clock.set(TUESDAY.early);
  await checkIn(app, 'F-1');
  await checkIn(app, 'F-3');
  app.clock.set(TUESDAY.morning);
  student = await app.signIn('f-1');
});
afterAll(() => app.close());

const dashboard = async () => (await app.admin('GET', '/dashboard/stats')).body.stats;
const classToday = async () => (await app.call('GET', '/dashboard/stats', { token: student })).body.stats;
const absentees = async (query = '') => {
  const { body } = await app.admin('GET', `/admin/absentees${query}`);
  return body.absentees.map(({ user_id }: { user_id: string }) => user_id);
};

describe('absentees', () => {
  it('come in pages, with how many there are', async () => {
    await app.person('F-0', { name: 'Aaron' });
    const first = (await app.admin('GET', '/admin/absentees?limit=1')).body;
    expect([first.absentees[0].name, first.absentees.length, first.total]).toEqual(['Aaron', 1, 2]);
    const second = (await app.admin('GET', '/admin/absentees?limit=1&page=2')).body;
    expect([second.absentees[0].user_id, second.total]).toEqual(['F-4', 2]);
    await app.admin('DELETE', '/admin/users/F-0?erase=true');
  });
});

describe('people on leave', () => {
  it('are not missing before the day is closed, when nobody is absent yet', async () => {
    const soFar = { present_today: 2, absent_today: 0, not_yet_here: 1, attendance_rate: 66.7 };
    expect(await dashboard()).toMatchObject(soFar);
    expect(await absentees()).toEqual(['F-4']);
    expect(await classToday()).toEqual({ total_classmates: 4, ...soFar });
  });

  it('are not missing after the day is closed', async () => {
    app.clock.set(TUESDAY.noon);
    await app.services.closing.closeDueDays();
    expect(await dashboard()).toMatchObject({ present_today: 2, absent_today: 1, attendance_rate: 66.7 });
    expect(await absentees()).toEqual(['F-4']);
    expect(await classToday()).toMatchObject({ present_today: 2, absent_today: 1 });
  });
});

describe('a closing that was interrupted', () => {
  it('leaves nobody out who has no verdict yet', async () => {
    await app.pool.query(`update closed_days set finished_at = null where day = '2026-03-03'`);
    await app.pool.query(`delete from attendance_days where day = '2026-03-03' and source = 'closing'`);
    app.clock.set('2026-03-03T06:29:00Z'); // figures of the same second are shared until a change is told
    expect(await dashboard()).toMatchObject({ present_today: 2, not_yet_here: 1, attendance_rate: 66.7 });
    expect(await absentees()).toEqual(['F-4']);
    expect(await classToday()).toMatchObject({ present_today: 2, not_yet_here: 1 });
    app.clock.set('2026-03-03T06:30:00Z');
    await app.services.closing.closeDueDays();
    expect(await absentees()).toEqual(['F-4']);
  });
});

describe('somebody registered after the day was closed', () => {
  it('is not missing on that day', async () => {
    await app.person('F-5');
    expect(await absentees()).toEqual(['F-4']);
    expect(await dashboard()).toMatchObject({ total_users: 5, present_today: 2, absent_today: 1 });
    await app.admin('DELETE', '/admin/users/F-5?erase=true');
  });
});

describe('a deleted person', () => {
  it('is in no figure of today', async () => {
    await app.admin('DELETE', '/admin/users/F-3');
    expect(await dashboard()).toMatchObject({
      total_users: 3,
      present_today: 1,
      students_present: 1,
      absent_today: 1,
      attendance_rate: 50,
    });
    expect((await dashboard()).attendance_data.map(({ Roll }: { Roll: string }) => Roll)).toEqual(['F-1']);
    expect(await classToday()).toMatchObject({ total_classmates: 3, present_today: 1, absent_today: 1 });
  });

  it('leaves the list of the most regular at once, also where it is cached', async () => {
    const names = async () => {
      const { analytics, userActivity } = (await app.admin('GET', '/admin/analytics')).body;
      return [...analytics.top_attendees, ...userActivity].map(({ name }: { name: string }) => name);
    };
    app.clock.set('2026-03-03T07:00:00Z');
    await checkIn(app, 'F-4');
    // A second server on the same database has its own cache.
    const other = await openTestApp({ database: app, setUp: false });
    other.clock.set('2026-03-03T07:00:00Z');
    const otherNames = async () => {
      const { analytics } = (await other.admin('GET', '/admin/analytics')).body;
      return analytics.top_attendees.map(({ name }: { name: string }) => name);
    };
    expect(await names()).toContain('Person F-4');
    expect(await otherNames()).toContain('Person F-4');
    await app.admin('DELETE', '/admin/users/F-4?erase=true');
    expect(await names()).toEqual(['Person F-1', 'Person F-1']);
    expect(await otherNames()).toEqual(['Person F-1']);
  });
});

describe('a day that has not come', () => {
  it('has no absentees', async () => {
    expect(await absentees('?date=2026-03-05')).toEqual([]);
  });
});

describe('somebody who becomes an employee during the day', () => {
  it('is counted once, among the employees', async () => {
    await app.person('F-9');
    app.clock.advance(24 * 3_600_000);
    await checkIn(app, 'F-9');
    const { analytics } = createRepositories(app.db);
    const today = localDate('2026-03-04');
    const presentOf = async (isStudent: boolean) =>
      (await analytics.peopleOn(today, INSTITUTION)).find((each) => each.isStudent === isStudent)?.present ??
      0;
    expect([await presentOf(true), await presentOf(false)]).toEqual([1, 0]);
    await app.admin('PUT', '/admin/users/F-9', { type: 'staff' });
    expect([await presentOf(true), await presentOf(false)]).toEqual([0, 1]);
    expect(await rollupDifferences(app.db)).toEqual([]);
    await app.admin('DELETE', '/admin/users/F-9?erase=true');
  });
});

describe('the figures of everybody', () => {
  it('are those of a count person by person, whatever became of each', async () => {
    const day = localDate('2026-05-05');
    await openMonthsBetween(app.pool, day, day);
    // Everybody with one of each: kind, registration, deletion, verdict, leave (of those with a leave, some have two).
    await app.pool.query(`
      insert into people (code, name, kind, class_section, registered_on, deleted_at)
      select concat_ws('-', k, r, g, v, l), concat_ws(' ', v, l, k), k, case k when 'student' then 'E' end, r::date,
        g::timestamptz
      from unnest('{student,teacher}'::text[]) k, unnest('{2026-05-01,2026-05-05,2026-05-08}'::text[]) r,
        unnest('{NULL,2026-05-05T10:00:00Z}'::text[]) g, unnest('{none,on_time,absent,unmarked,excused,off}'::text[]) v,
        generate_series(0, 2) l;
      insert into leaves (person_id, first_day, last_day, reason, noted_at)
      select id, '2026-05-05', '2026-05-06', 'Ill', now() from people, generate_series(1, right(code, 1)::int)
      where code ~ '-[12]$' and deleted_at is null and registered_on >= '2026-05-01';
      insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes, day_off,
        rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
      select id, '2026-05-05', case v when 'off' then 'on_time' else v end, 'check_in', kind, class_section,
        case when v in ('on_time', 'off') then now() end, case when v in ('on_time', 'off') then 500 end, v = 'off',
        '09:00', 15, '09:30', 60, now()
      from (select *, split_part(name, ' ', 1) as v from people where registered_on >= '2026-05-01') p where v <> 'none';`);
    const repos = createRepositories(app.db);
    const counted = async () =>
      (
        await app.pool.query(`
          select p.kind = 'student' as "isStudent", count(*)::int as people, count(d.first_in)::int as present,
            (count(*) filter (where d.status in ('absent', 'unmarked')))::int as absent,
            (count(*) filter (where d.status in ('absent', 'unmarked') or d.person_id is null
              and p.registered_on < '2026-05-05' and not exists (select 1 from closed_days c
                where c.day = '2026-05-05' and c.finished_at is not null and c.reopened_at is null)
              and not exists (select 1 from leaves l where l.person_id = p.id and l.last_day >= '2026-05-05')))::int as missing
          from people p left join attendance_days d on d.person_id = p.id and d.day = '2026-05-05'
          where p.kind <> 'admin' and p.deleted_at is null and p.registered_on <= '2026-05-05' group by 1 order by 1`)
      ).rows;
    const compare = async () => {
      const tallies = (await repos.analytics.peopleOn(day, INSTITUTION)).sort(
        (a, b) => +a.isStudent - +b.isStudent,
      );
      expect(tallies).toEqual(await counted());
      const missing = tallies.reduce((sum, each) => sum + each.missing, 0);
      const listed = await repos.followUp.missingOn(day, INSTITUTION, {
        limit: 1000,
        offset: 0,
        total: missing,
      });
      expect([listed.length, new Set(listed.map(({ code }) => code)).size]).toEqual([missing, missing]);
      const pages = await Promise.all(
        [0, 7].map((offset) => repos.followUp.missingOn(day, INSTITUTION, { limit: 7, offset, total: 1000 })),
      );
      expect(pages.flat()).toEqual(listed.slice(0, 14));
      return missing;
    };
    const open = await compare();
    await app.pool.query(
      `insert into closed_days (day, closed_at, calendar, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
       values ('2026-05-05', now(), 'open', '09:00', 15, '09:30', 60)`,
    );
    expect(await compare()).toBe(open);
    await app.pool.query(`update closed_days set finished_at = now() where day = '2026-05-05'`);
    expect(await compare()).toBeLessThan(open);
    await app.pool.query(`update closed_days set reopened_at = now() where day = '2026-05-05'`);
    expect(await compare()).toBe(open);
    await repos.attendance.foldRollups();
    expect(await compare()).toBe(open);
  });
});
