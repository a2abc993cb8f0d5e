import { openMonthsBetween } from '@rollcall/db/testing/open-months';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RETENTION_RULES, rollupDifferences } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const PEOPLE = ['N-1', 'N-2', 'N-3', 'N-4'];
/** From 10 January 2024 to 31 March 2025, of which the rules remove those before 2 March 2025. */
const [FIRST, LAST] = ['2024-01-10', '2025-03-31'];
const OLD_DAYS = 417;
const OLD = OLD_DAYS * PEOPLE.length;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  for (const code of [...PEOPLE, 'N-5']) await app.person(code);
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.pool.query('delete from attendance_days; delete from emptied_days; delete from retention_runs');
  await openMonthsBetween(app.pool, FIRST, LAST);
  await app.pool.query(
    `insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
       rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
     select p.id, d::date, 'on_time', 'check_in', p.kind, p.class_section, d + time '03:20', 545, '09:00', 15, '09:30', 60, d
     from people p, generate_series(timestamp '${FIRST}', timestamp '${LAST}', interval '1 day') d
     where p.code = any ($1)`,
    [PEOPLE],
  );
  await app.admin('PUT', '/admin/privacy-settings', RETENTION_RULES);
});

const contents = async () =>
  (
    await app.pool.query(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as sum from attendance_days t`,
    )
  ).rows[0];
const figures = async () => (await app.admin('GET', '/admin/analytics?from=2024-01-01&to=2025-03-31')).body;
const months = async (): Promise<string[]> =>
  (
    await app.pool.query(
      `select right(c.relname, 7) as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'attendance_days'::regclass order by 1`,
    )
  ).rows.map(({ month }) => month);
const daysLeft = async () =>
  (await app.pool.query(`select day::text from attendance_days where day < '2025-03-02' order by 1`)).rows;
const lastRun = async () => (await app.admin('GET', '/admin/retention/runs')).body.runs[0];
const undoLast = async () => {
  const { operation } = await lastRun();
  expect((await app.admin('POST', `/admin/retention/${operation}/undo`)).status).toBe(200);
};
/** Does something after the file was written and before anything is removed. */
function afterWriting(work: (file: string) => Promise<unknown>): void {
  const { write } = app.files;
  app.files.write = async (name, chunks) => {
    const stored = await write(name, chunks);
    app.files.write = write;
    await work(name);
    return stored;
  };
}
/** Runs until the first page was removed: the process ends there. */
async function runOnePage(): Promise<void> {
  const crash = new AbortController();
  const job = {
    jobId: 1,
    attempt: 1,
    signal: crash.signal,
    cursor: null,
    onProgress: () => crash.abort(new Error('The process ended.')),
    saveCursor: async () => {},
    assertHeld: async () => {},
    pause: async () => {},
    report: () => {},
  };
  await expect(app.services.retention.run(job)).rejects.toThrow('The process ended.');
}

describe('retention by month', () => {
  it('removes whole months with their tables, and undoing it gives the same rows and figures', async () => {
    const [before, figuresBefore] = [await contents(), await figures()];
    expect(await app.services.retention.run()).toMatchObject({ attendanceDays: OLD });
    expect(await daysLeft()).toEqual([]);
    expect(await months()).toEqual(['2025_03']);
    expect(await rollupDifferences(app)).toEqual([]);
    const run = await lastRun();
    expect([run.state, run.done, run.removed.attendance_days]).toEqual(['done', run.total, OLD]);
    const { rows } = await app.pool.query('select since::text, before::text from emptied_days');
    expect(rows).toEqual([{ since: FIRST, before: '2025-03-02' }]);

    await undoLast();
    expect(await contents()).toEqual(before);
    expect(await figures()).toEqual(figuresBefore);
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it('leaves a day that changed since, or came since, and removes the others of its month', async () => {
    afterWriting(() =>
      app.pool.query(
        `update attendance_days set overrode = 'absent'
           where day = '2024-05-06' and person_id = (select id from people where code = 'N-1');
         insert into attendance_days (person_id, day, status, source, kind, section,
             rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
           select id, '2024-07-08', 'absent', 'closing', kind, class_section, '09:00', 15, '09:30', 60, now()
           from people where code = 'N-5'`,
      ),
    );
    expect(await app.services.retention.run()).toMatchObject({ attendanceDays: OLD - 1 });
    expect(await daysLeft()).toEqual([{ day: '2024-05-06' }, { day: '2024-07-08' }]);
    expect(await months()).toEqual(['2024_05', '2024_07', '2025_03']);
    expect(await rollupDifferences(app)).toEqual([]);
  });

  it.each([
    ['goes on after a crash between two months', ''],
    ['goes on with the file of a version that knew no months', `update retention_runs set months = '[]'`],
  ])('%s', async (_, meanwhile) => {
    const before = await contents();
    await runOnePage();
    const half = await lastRun();
    expect([half.state, half.done]).toEqual(['removing', 1000]);
    expect(await rollupDifferences(app)).toEqual([]);
    if (meanwhile) await app.pool.query(meanwhile);
    await app.services.retention.run();
    const whole = await lastRun();
    expect([whole.operation, whole.state, whole.done]).toEqual([half.operation, 'done', half.total]);
    expect(whole.removed.attendance_days).toBe(OLD);
    expect(await daysLeft()).toEqual([]);
    expect(await rollupDifferences(app)).toEqual([]);
    await undoLast();
    expect(await contents()).toEqual(before);
  });

  it('removes nothing when the file cannot be read to its end', async () => {
    const before = await contents();
    afterWriting(async (file) => {
      const stored = await app.files.read(file);
      const bytes = new Uint8Array(await new Response(stored?.stream).arrayBuffer());
      bytes.set([(bytes.at(-40) ?? 0) ^ 1], bytes.length - 40);
      await app.files.write(
        file,
        (async function* () {
          yield bytes;
        })(),
      );
    });
    await app.services.retention.run();
    expect(await contents()).toEqual(before);
  });
});
