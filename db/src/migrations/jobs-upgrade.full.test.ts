import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { MIGRATIONS_FOLDER } from '../testing/test-seed.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

class Undo extends Error {}

it('an upgrade keeps the schedule and every backup, knows which were made by the schedule, and forgets what ended jobs were asked for', async () => {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const versionOf = (part: string) => migrations.find(({ name }) => name.includes(part))?.version ?? 0;
  const upTo = (version: number) => migrations.filter((each) => each.version <= version);
  const run = test.db.transaction(async (tx) => {
    await tx.execute(sql`create schema before_upgrade`);
    await tx.execute(sql`set local search_path to before_upgrade`);
    await migrate(tx, upTo(7));
    const digest = 'a'.repeat(64);
    await tx.execute(sql`insert into operations (kind, file, bytes, sha256, created_at, created_by, expires_at, state) values
      ('backup', 'backup-1.rollcall', 5, ${digest}, now() - interval '1 day', 'Schedule', now() + interval '6 days', 'done'),
      ('backup', 'backup-2.rollcall', 5, ${digest}, now(), 'Administrator', now() + interval '7 days', 'done'),
      ('export_json', 'export-json-1.json', 0, '', now(), 'Schedule', now() + interval '7 days', 'failed')`);
    await tx.execute(sql`insert into backup_schedule (enabled, at_time, keep_daily, keep_weekly, last_run_on)
      values (true, '03:15', 5, 6, current_date)`);
    await migrate(tx, upTo(versionOf('jobs_and_files')));
    const rows = await rowsOf(tx, sql`select file, scheduled, job_id from operations order by id`);
    expect(rows).toEqual([
      { file: 'backup-1.rollcall', scheduled: true, job_id: null },
      { file: 'backup-2.rollcall', scheduled: false, job_id: null },
      { file: 'export-json-1.json', scheduled: false, job_id: null },
    ]);
    expect(await rowsOf(tx, sql`select at_time::text, keep_daily, keep_weekly from backup_schedule`)).toEqual(
      [{ at_time: '03:15:00', keep_daily: 5, keep_weekly: 6 }],
    );
    const job = { ended: sql`'failed', now()`, waiting: sql`'waiting', null` };
    for (const [key, state] of Object.entries(job))
      await tx.execute(sql`insert into jobs (kind, key, state, finished_at, next_attempt_at, input, cursor)
        values ('photo_import', ${key}, ${state}, now(), '{"code": "A-1"}', '[{"id": "A-1"}]')`);
    await tx.execute(sql`insert into file_places values (true, 'a mark of a folder', now())`);
    await migrate(tx, upTo(versionOf('ended_jobs')));
    expect(await rowsOf(tx, sql`select key, input, cursor from jobs order by key`)).toEqual([
      { key: 'ended', input: null, cursor: null },
      { key: 'waiting', input: { code: 'A-1' }, cursor: [{ id: 'A-1' }] },
    ]);
    expect(await rowsOf(tx, sql`select since < now() - interval '1 year' as old from file_places`)).toEqual([
      { old: true },
    ]);
    throw new Undo();
  });
  await expect(run).rejects.toBeInstanceOf(Undo);
});
