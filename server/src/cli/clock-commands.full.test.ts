import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@rollcall/core/kernel/clock';
import { addDays, utcDayOf } from '@rollcall/core/kernel/local-date';
import { rowsOf } from '@rollcall/db/connection';
import { createRepositories } from '@rollcall/db/repositories';
import { openMonths } from '@rollcall/db/repositories/days/months';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { log, openInstitution } from '../testing/institution.ts';
import { opening, testLocations } from '../testing/shared-database.ts';
import { uncloseDays } from './clock-commands.ts';
import { rotateKeys } from './key-commands.ts';
import { listRetention, undoRetention } from './retention-commands.ts';

let dataDir: string;
const env = () => readEnv({ DATA_DIR: dataDir, DEMO_MODE: 'false', TIME_ZONE: 'UTC' });
/** Every command works on the database that is open. */
const context = () => ({ env: env(), locations: testLocations, log, ...opening(school.database) });
const today = utcDayOf(systemClock.now());

let school: Awaited<ReturnType<typeof openInstitution>>;
/** What is left of one person's days: of ten years ago and of a day to come that was closed. */
const daysAndAudit = async () => {
  const repos = createRepositories(school.database.db);
  const { entries } = await repos.audit.list({ limit: 10 });
  return { days: await repos.attendance.countDays(), actions: entries.map(({ action }) => action) };
};

/** Retention has removed the old day, and the last known time is years ago. */
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollcall-clock-'));
  school = await openInstitution(env());
  const { services, call, adminToken } = school;
  const { db } = school.database;
  await services.setup.run(
    { code: 'x', name: 'School', timeZone: 'UTC', password: 'admin-secret' },
    '192.0.2.1',
  );
  const person = {
    name: 'A',
    user_id: 'A',
    username: 'a',
    password: 'secret123',
    type: 'student',
    class_section: 'X',
  };
  await call('POST', '/admin/register', await adminToken(), person);
  for (const day of [addDays(today, -3650), addDays(today, 30)]) {
    await openMonths(db, [day]);
    await db.execute(sql`insert into attendance_days (person_id, day, status, source, kind, section, rule_start,
        rule_grace, rule_cutoff, rule_auto_absent, decided_at)
      select id, ${day}, 'absent', 'closing', kind, class_section, '09:00', 15, '09:30', 60, now()
      from people where code = 'A'`);
  }
  await db.execute(sql`insert into closed_days (day, closed_at, calendar, rule_start, rule_grace, rule_cutoff,
      rule_auto_absent) values (${addDays(today, 30)}, now(), 'open', '09:00', 15, '09:30', 60)`);
  const repos = createRepositories(db);
  await repos.privacy.saveSettings({ ...(await repos.privacy.settings()), attendanceYears: 5 });
  expect(await services.retention.run()).toMatchObject({ attendanceDays: 1 });
  await repos.knownTime.set(new Date('2020-01-01T00:00:00Z'));
});
afterAll(async () => {
  await school.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the command line', () => {
  it('reopens days to come, and asks for a word when the clock may be wrong', async () => {
    await expect(uncloseDays(context(), {})).rejects.toThrow(
      /may be wrong: it says .* 2020-01-01T00:00:00.000Z was expected. .*--clock-is-right/,
    );
    const text = await uncloseDays(context(), { 'clock-is-right': true });
    expect(text).toMatch(/^1 days from .* are open again; 1 absences and leaves/);
  });

  it('puts back what retention removed, once, also after the master key was rotated', async () => {
    expect(await rotateKeys(context())).toContain('template.key.retired-');
    const [file = ''] = (await listRetention(context())).split(' ');
    expect(file).toMatch(/^retention-[0-9a-f]+\.rollcall$/);
    const state = async (statement: SQL) =>
      (await rowsOf<{ state: string }>(school.database.db, statement))[0]?.state;
    // Still removing, on another server: it ends here.
    await state(sql`update retention_runs set state = 'removing' returning state`);
    expect(await undoRetention(context(), file)).toMatch(/attendance_days\s+1\n/);
    expect(await state(sql`select state from retention_runs`)).toBe('done');
    expect(await undoRetention(context(), join(dataDir, 'files', file))).toMatch(/attendance_days\s+0\n/);
    // Its days are kept again also when a copy with another name was put back.
    const copy = join(dataDir, 'copy.rollcall');
    await copyFile(join(dataDir, 'files', file), copy);
    await school.database.db.execute(sql`insert into emptied_days (file, since, before)
      values (${file}, ${addDays(today, -3650)}, ${addDays(today, -3649)}), ('other', '2000-01-01', '2000-01-02')`);
    await undoRetention(context(), copy);
    expect(await rowsOf(school.database.db, sql`select file from emptied_days`)).toEqual([{ file: 'other' }]);
    await expect(undoRetention(context(), 'no-such.rollcall')).rejects.toThrow('There is no file');
    const { days, actions } = await daysAndAudit();
    expect(days).toBe(1);
    expect(actions.slice(0, 6)).toEqual([
      'retention_undone',
      'retention_undone',
      'retention_undone',
      'retention_applied',
      'future_days_removed',
      'clock_confirmed',
    ]);
  });
});
