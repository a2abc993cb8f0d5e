import { isDeepStrictEqual } from 'node:util';
import { rederiveDays } from '@rollcall/core/attendance/write-days';
import { localDate } from '@rollcall/core/kernel/local-date';
import { createRepositories } from '@rollcall/db/repositories';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { openTestServers } from '../testing/test-servers.ts';

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
    await app.services.closing.closeDueDays();
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

  it('is finished at once by a server that starts', async () => {
    const repos = createRepositories(app.db);
    const day = localDate('2026-03-02');
    await app.pool.query('delete from attendance_days; delete from closed_days');
    const rule = await app.services.settings.timeSettings();
    await repos.calendar.closeDay(day, { calendar: 'open', rule }, app.clock.now());
    const { servers } = await openTestServers(['started'], {
      database: { db: app.db, pool: app.pool, close: async () => {} },
      setUp: false,
    });
    servers[0]?.clock.set('2026-03-02T04:21:01Z');
    expect(await servers[0]?.services.closing.closeDueDays()).toEqual({ days: 1, people: PEOPLE });
    expect(await repos.calendar.unfinishedDays(app.clock.now())).toEqual([]);
  });

  it('gives everybody the verdict of their own facts, where most have none', async () => {
    const ids = new Map(
      (await app.pool.query<{ code: string; id: number }>('select code, id from people')).rows.map(
        ({ code, id }) => [code, id] as const,
      ),
    );
    const idOf = (code: string) => ids.get(code) ?? 0;
    const day = localDate('2026-03-03');
    const noted = `'2026-03-03T01:00:00Z'`;
    const rule = `'09:00', 15, '09:30', 60`;
    await app.pool.query(
      `insert into leaves (person_id, first_day, last_day, reason, noted_at)
       values ($1, '2026-03-03', '2026-03-04', 'Away', ${noted}), ($2, '2026-03-01', '2026-03-02', 'Was away', ${noted})`,
      [idOf('G-1'), idOf('G-2')],
    );
    await app.pool.query(
      `insert into corrections (person_id, day, wanted, reason, asked_at, state, decided_at)
       values ($1, $3, 'excused', 'Trip', ${noted}, 'accepted', ${noted}), ($2, $3, 'excused', 'Trip', ${noted}, 'pending', null)`,
      [idOf('G-3'), idOf('G-4'), day],
    );
    await app.pool.query(
      `insert into check_ins (person_id, seen_at, day, means, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
       values ($1, '2026-03-03T03:10:00Z', $2, 'manual', ${rule})`,
      [idOf('G-5'), day],
    );
    await app.pool.query(
      `insert into class_marks (class_name, subject, person_id, day, status, means, rule_start, rule_grace, rule_cutoff,
         rule_auto_absent, marked_at, replaced_at)
       values ('One', 'Subject', $1, $3, 'excused', 'manual', ${rule}, ${noted}, null),
         ('One', 'Subject', $2, $3, 'excused', 'manual', ${rule}, ${noted}, ${noted})`,
      [idOf('G-6'), idOf('G-7'), day],
    );
    await app.pool.query(
      `insert into fixed_absences (person_id, day, status, source) values ($1, $2, 'unmarked', 'import')`,
      [idOf('G-8'), day],
    );
    await app.pool.query(`update people set registered_on = '2026-03-03' where id = $1`, [idOf('G-9')]);
    await app.pool.query(`update people set deleted_at = ${noted} where id = $1`, [idOf('G-10')]);
    app.clock.set('2026-03-03T04:15:00Z');
    // All but whoever is new and whoever is deleted.
    expect(await app.services.closing.closeDueDays()).toEqual({ days: 1, people: PEOPLE - 2 });

    const repos = createRepositories(app.db);
    const zone = (await app.services.settings.today()).zone;
    const keys = [...ids.values()].map((personId) => ({ personId, date: day }));
    const again = await rederiveDays(repos, keys, zone, app.clock.now(), null);
    expect(again.filter(({ before, after }) => !isDeepStrictEqual(before, after))).toEqual([]);
    const told = new Map(
      again.map(({ personId, after }) => [personId, after && `${after.status} ${after.source}`]),
    );
    expect(Array.from({ length: 11 }, (_, at) => told.get(idOf(`G-${at + 1}`)))).toEqual([
      'excused leave',
      'absent closing',
      'excused correction',
      'absent closing',
      'on_time check_in',
      'excused class',
      'absent closing',
      'unmarked import',
      null,
      null,
      'absent closing',
    ]);
    expect(await rollupDifferences(app)).toEqual([]);
  });
});
