import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMonthsBetween } from '../testing/open-months.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
  await openMonthsBetween(test.pool, '2026-01-05', '2026-01-05');
  await test.pool.query(
    `insert into people (id, code, name, kind, registered_on) values (1, 'A', 'A', 'student', '2026-01-01')`,
  );
});
afterAll(() => test.close());

/** Statements that the database rejects by constraint. */
const REJECTED: [string, string][] = [
  [
    'a second person with the same code in other letter case',
    `insert into people (code, name, kind, registered_on) values ('a', 'B', 'staff', '2026-01-01')`,
  ],
  [
    'an unknown kind of person',
    `insert into people (code, name, kind, registered_on) values ('B', 'B', 'robot', '2026-01-01')`,
  ],
  [
    'an administrator with a section',
    `insert into people (code, name, kind, class_section, registered_on) values ('B', 'B', 'admin', 'X', '2026-01-01')`,
  ],
  [
    'a blank name',
    `insert into people (code, name, kind, registered_on) values ('B', '  ', 'staff', '2026-01-01')`,
  ],
  ['a presence without an arrival', day(`'on_time', null`)],
  ['an absence with an arrival', day(`'absent', now()`)],
  ['an unknown status', day(`'maybe', null`)],
  ['attendance of an unknown person', day(`'absent', null`, 99)],
  [
    'a class that ends before it starts',
    `insert into classes (name, program, semester, section, subject, start_time, end_time, weekdays) values ('X', 'masters', '1st', 'A', 'B', '10:00', '09:00', '{1}')`,
  ],
  [
    'an invalid weekday',
    `insert into classes (name, program, semester, section, subject, start_time, end_time, weekdays) values ('X', 'masters', '1st', 'A', 'B', '09:00', '10:00', '{8}')`,
  ],
  [
    'a grade beyond those of schools',
    `insert into classes (name, program, semester, section, subject, start_time, end_time, weekdays) values ('X', 'none', '14th', 'A', 'B', '09:00', '10:00', '{1}')`,
  ],
  [
    'an institution of an unknown kind',
    `insert into institution (name, kind, time_zone, working_days) values ('X', 'zoo', 'UTC', '{1}')`,
  ],
  [
    'a grace period of an hour',
    `insert into time_rules values ('2026-01-01', '09:00', 60, '10:30', 60, now(), null)`,
  ],
  [
    'a second institution',
    `insert into institution (only_row, name, time_zone, working_days) values (false, 'X', 'UTC', '{1}')`,
  ],
  [
    'a session token that is not a digest',
    `insert into sessions (token_hash, person_id, created_at, last_seen_at, address) values ('\\x00', 1, now(), now(), 'x')`,
  ],
  [
    'a scan used before it was accepted',
    `insert into sessions (id, token_hash, person_id, created_at, last_seen_at, address) values (5, sha256('x'), 1, now(), now(), 'x'); insert into face_scans (person_id, session_id, challenge, created_at, expires_at, used_at) values (1, 5, '{}', now(), now(), now())`,
  ],
];

function day(values: string, person = 1): string {
  return `insert into attendance_days (status, first_in, arrival_minutes, kind, person_id, day, rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
          values (${values}, case when ${values.split(',')[1]}::timestamptz is null then null else 540 end, 'student', ${person}, '2026-01-05', '09:00', 15, '09:30', 60, now())`;
}

describe('the database rejects', () => {
  it.each(REJECTED)('%s', async (_, statement) => {
    await expect(test.pool.query(statement)).rejects.toThrow(/violates|duplicate key/);
  });

  it('two attendance days for one person and date', async () => {
    await test.pool.query(day(`'absent', null`));
    await expect(test.pool.query(day(`'excused', null`))).rejects.toThrow('duplicate key');
  });
});
