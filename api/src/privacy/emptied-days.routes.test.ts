import { openMonthsBetween } from '@rollcall/db/testing/open-months';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RETENTION_RULES, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.person('R-1');
  await app.person('R-2');
  await app.pool.query(`update people set registered_on = '2022-01-01'`);
});
afterAll(() => app.close());

/**
 * Three weeks of closed working days, 17 February to 7 March 2025; the rules remove those before 2 March 2025. R-1 came
 * every day. R-2 never did: absent, and on leave from 26 February to 3 March.
 */
beforeEach(async () => {
  const columns = 'rule_start, rule_grace, rule_cutoff, rule_auto_absent';
  const rule = `'09:00', 15, '09:30', 60`;
  const days = `(select d::date as day from generate_series(date '2025-02-17', date '2025-03-07', interval '1 day') d
    where extract(isodow from d) < 6) days`;
  const of = (code: string) => `join people p on p.code = '${code}'`;
  await openMonthsBetween(app.pool, '2025-02-17', '2025-03-07');
  await app.pool.query(`
    delete from emptied_days; delete from day_repairs; delete from holidays; delete from retention_runs;
    delete from operations; delete from leaves; delete from corrections; delete from check_ins;
    delete from attendance_days; delete from closed_days;
    insert into closed_days (day, closed_at, calendar, ${columns}, finished_at)
      select day, day + time '10:00', 'open', ${rule}, now() from ${days};
    insert into check_ins (person_id, day, seen_at, means, score, ${columns})
      select p.id, day, day + time '03:20', 'face', 0.71, ${rule} from ${days} ${of('R-1')};
    insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes, ${columns}, decided_at)
      select p.id, day, 'on_time', 'check_in', p.kind, p.class_section, day + time '03:20', 545, ${rule}, now()
      from ${days} ${of('R-1')};
    insert into leaves (person_id, first_day, last_day, reason, noted_at)
      select id, '2025-02-26', '2025-03-03', 'Family', now() from people where code = 'R-2';
    insert into attendance_days (person_id, day, status, source, kind, section, ${columns}, decided_at)
      select p.id, day, case when l.id is null then 'absent' else 'excused' end,
        case when l.id is null then 'closing' else 'leave' end, p.kind, p.class_section, ${rule}, now()
      from ${days} ${of('R-2')} left join leaves l on day between l.first_day and l.last_day;
    insert into audit (at, actor_name, action, address, detail) values ('2024-01-01', 'A', 'sign_in', '192.0.2.1', '{}')`);
  await app.admin('PUT', '/admin/privacy-settings', RETENTION_RULES);
});

const runs = async () => (await app.admin('GET', '/admin/retention/runs')).body.runs;
/** Applies the rules; answers the number of the removal. */
const remove = async (): Promise<number> => {
  await app.services.retention.run();
  return (await runs())[0].operation;
};
const undo = async (operation: number) => {
  expect((await app.admin('POST', `/admin/retention/${operation}/undo`)).status).toBe(200);
};
const rowsOf = async (statement: string) => (await app.pool.query(statement)).rows;
const emptied = async () =>
  (await rowsOf('select since::text, before::text from emptied_days order by 1, 2')).map(
    ({ since, before }) => `${since} ${before}`,
  );
/** Corrects the day of R-1; answers the status. */
const correct = async (date: string) => {
  const change = { wanted: 'excused', reason: 'At the doctor' };
  return (await app.admin('PUT', `/admin/users/R-1/attendance/${date}`, change)).status;
};
const statusesOf = async (code: string) => {
  const rows = await rowsOf(
    `select to_char(d.day, 'MM-DD') || ' ' || d.status || case when d.day_off then ' off' else '' end as text
     from attendance_days d join people p on p.id = d.person_id where p.code = '${code}' and d.day < '2025-03-04' order by d.day`,
  );
  return rows.map(({ text }) => text);
};
const repairs = async () =>
  (await rowsOf(`select to_char(day, 'MM-DD') as day from day_repairs order by day`)).map(({ day }) => day);
const finishRepairs = async () => {
  await app.pool.query('update day_repairs set leased_until = now()');
  return app.services.calendarRepair.resume();
};
const WEEK = { from: '2025-02-17', to: '2025-02-21' };

describe('days that retention emptied', () => {
  it('are not derived again, corrected, reopened or imported until the removal is undone', async () => {
    const before = [await statusesOf('R-1'), await statusesOf('R-2')];
    const operation = await remove();
    const message = 'The retention rules deleted attendance before 2025-03-01.';
    const answers = [
      await app.admin('POST', '/admin/days/repair', WEEK),
      await app.admin('POST', '/admin/days/repair?preview=true', WEEK),
      await app.admin('POST', '/admin/days/2025-02-18/reopen'),
      await app.admin('POST', '/admin/days/2025-02-18/close'),
      await app.admin('PUT', '/admin/users/R-1/attendance/2025-02-18', { wanted: 'absent', reason: 'x' }),
    ];
    for (const { status, text } of answers) expect([status, text.includes(message)]).toEqual([400, true]);
    // Changes that also concern later days leave those days alone.
    const holiday = { date: '2025-02-18', name: 'Late' };
    const preview = await app.admin('POST', '/admin/holidays?preview=true', holiday);
    expect(preview.body.changes.days).toBe(0);
    await app.admin('POST', '/admin/holidays', holiday);
    await app.admin('DELETE', '/admin/holidays/2025-02-18');
    expect(await rowsOf(`select 1 from attendance_days where day < '2025-03-01'`)).toEqual([]);
    const csv = 'user_id,date,check_in\nR-1,2025-02-18,09:05\n';
    const { body: table } = await app.upload('/admin/import/attendance/upload', csv);
    const dryRun = { upload: table.upload, mapping: table.mapping, bad_rows: 'skip', dry_run: true };
    const { body: rows } = await app.admin('POST', '/admin/import/attendance', dryRun);
    expect(rows.problems).toMatchObject([{ code: 'day_removed' }]);

    await undo(operation);
    expect([await statusesOf('R-1'), await statusesOf('R-2')]).toEqual(before);
    expect(await repairs()).toEqual([]);
    expect((await app.admin('POST', '/admin/days/repair?preview=true', WEEK)).status).toBe(200);
  });

  it('stay so when a later removal is undone', async () => {
    await app.pool.query(`insert into emptied_days values
      ('', '1900-01-01', '2024-01-01'), ('within', '2023-01-01', '2024-01-01'), ('beyond', '2023-12-01', '2024-02-01'),
      ('within what can be undone', '2025-02-18', '2025-02-19')`);
    const operation = await remove();
    await app.services.retention.run();
    const old = ['1900-01-01 2024-01-01', '2023-12-01 2024-02-01'];
    expect(await emptied()).toEqual([...old, '2025-02-17 2025-03-01', '2025-02-18 2025-02-19']);
    await undo(operation);
    expect(await emptied()).toEqual([...old, '2025-02-18 2025-02-19']);
    expect([await correct('2023-05-08'), await correct('2024-01-31')]).toEqual([400, 400]);
  });

  it('are kept again where a restore forgot which file they are in', async () => {
    // The file has a leave that began before a day of an earlier removal, which is not put back.
    await app.pool.query(`
      insert into leaves (person_id, first_day, last_day, reason, noted_at)
        select id, '2025-02-10', '2025-02-17', 'Abroad', now() from people where code = 'R-1';
      insert into closed_days (day, closed_at, calendar, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
        values ('2025-02-13', now(), 'open', '09:00', 15, '09:30', 60)`);
    const operation = await remove();
    // As the upgrade of an older archive notes them: until the first verdict that is left, on the next Monday.
    await app.pool.query(`update emptied_days set file = '', since = '1900-01-01', before = '2025-03-03'`);
    await undo(operation);
    expect(await emptied()).toEqual(['1900-01-01 2025-02-14']);
    expect([await correct('2025-02-13'), await correct('2025-02-17')]).toEqual([400, 200]);
  });

  it('are noted by a run that goes on after an upgrade or a restore, also those it removed before', async () => {
    const crash = new AbortController();
    let steps = 0;
    const job = {
      jobId: 1,
      attempt: 1,
      signal: crash.signal,
      cursor: null,
      // Check-ins and verdicts are gone, the audit is not.
      onProgress: () => {
        steps += 1;
        if (steps === 2) crash.abort(new Error('The process ended.'));
      },
      saveCursor: async () => {},
      assertHeld: async () => {},
      pause: async () => {},
      report: () => {},
    };
    await expect(app.services.retention.run(job)).rejects.toThrow('The process ended.');
    expect(await rowsOf(`select 1 from attendance_days where day < '2025-03-01'`)).toEqual([]);
    await app.pool.query('delete from emptied_days');
    await app.services.retention.run();
    expect(await emptied()).toEqual(['2025-02-17 2025-03-01']);
    expect((await app.admin('POST', '/admin/days/repair', WEEK)).status).toBe(400);
  });

  it('are repaired after an undo where the calendar or a leave was changed meanwhile, and only there', async () => {
    const [{ id }] = await rowsOf('select id from leaves');
    const operation = await remove();
    await app.admin('POST', '/admin/holidays', { date: '2025-02-18', name: 'Late' });
    await app.admin('DELETE', `/admin/leaves/${id}`);
    const leave = { user_id: 'R-2', from: '2025-02-20', to: '2025-02-20', reason: 'Ill' };
    expect((await app.admin('POST', '/admin/leaves', leave)).status).toBe(200);
    await undo(operation);
    expect(await repairs()).toEqual(['02-18', '02-20', '02-26', '02-27', '02-28']);
    expect(await finishRepairs()).toMatchObject({ days: 5, excusedAdded: 1, excusedRemoved: 3 });
    expect((await statusesOf('R-1')).slice(0, 2)).toEqual(['02-17 on_time', '02-18 on_time off']);
    expect(await statusesOf('R-2')).toEqual([
      '02-17 absent',
      '02-19 absent',
      '02-20 excused',
      '02-21 absent',
      '02-24 absent',
      '02-25 absent',
      '02-26 absent',
      '02-27 absent',
      '02-28 absent',
      '03-03 absent',
    ]);
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('are kept again when an earlier removal is undone, except those of a leave that is still removed', async () => {
    const before = await statusesOf('R-2');
    const first = await remove();
    app.clock.advance(2 * DAY_MS);
    const second = await remove();
    expect(await emptied()).toEqual(['2025-02-17 2025-03-01', '2025-02-26 2025-03-04']);
    await undo(first);
    expect([await correct('2025-02-18'), await correct('2025-02-27'), await correct('2025-03-03')]).toEqual([
      200, 400, 400,
    ]);
    expect((await statusesOf('R-1')).slice(0, 2)).toEqual(['02-17 on_time', '02-18 excused']);
    // Without its leave the day would become an absence.
    expect(await repairs()).toEqual([]);
    expect((await app.admin('POST', '/admin/days/repair', { ...WEEK, to: '2025-02-28' })).status).toBe(200);
    expect(await statusesOf('R-2')).toEqual(before.slice(0, -1));
    await undo(second);
    expect([await emptied(), await repairs(), await statusesOf('R-2')]).toEqual([[], [], before]);
    expect(await correct('2025-02-27')).toBe(200);
  });
});
