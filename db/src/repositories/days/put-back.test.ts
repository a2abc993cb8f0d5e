import { randomUUID } from 'node:crypto';
import { localDate } from '@rollcall/core/kernel/local-date';
import { RETAINED_TABLES, type RetainedTable } from '@rollcall/core/privacy/retention.types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMonthsBetween } from '../../testing/open-months.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';
import { createRetentionRepository } from '../retention.repository.ts';

const PERSON = `(select id from people where code = 'R-1')`;
const RULE = `'09:00', 15, '09:30', 60`;

/** One old row of each table. */
const ROWS: Record<RetainedTable, string> = {
  corrections: `insert into corrections (person_id, day, wanted, reason, asked_at, state)
    values (${PERSON}, '2020-03-02', 'excused', 'x', now(), 'pending')`,
  day_notes: `insert into day_notes (person_id, day, kind, text, noted_at)
    values (${PERSON}, '2020-03-02', 'note', 'x', now())`,
  leaves: `insert into leaves (person_id, first_day, last_day, reason, noted_at)
    values (${PERSON}, '2020-03-02', '2020-03-02', 'x', now())`,
  class_marks: `insert into class_marks (class_name, subject, person_id, day, status, means, rule_start, rule_grace,
      rule_cutoff, rule_auto_absent, marked_at)
    values ('1a', 'x', ${PERSON}, '2020-03-02', 'absent', 'manual', ${RULE}, now())`,
  fixed_absences: `insert into fixed_absences (person_id, day, status, source)
    values (${PERSON}, '2020-03-02', 'absent', 'closing')`,
  check_ins: `insert into check_ins (person_id, day, seen_at, means, rule_start, rule_grace, rule_cutoff, rule_auto_absent)
    values (${PERSON}, '2020-03-02', '2020-03-02T09:00Z', 'pin', ${RULE})`,
  attendance_days: `insert into attendance_days (person_id, day, status, source, kind, rule_start, rule_grace,
      rule_cutoff, rule_auto_absent, decided_at)
    values (${PERSON}, '2020-03-02', 'absent', 'closing', 'student', ${RULE}, now())`,
  audit: `insert into audit (at, actor_name, action, address, detail) values ('2020-03-02', 'x', 'restored', 'x', '{}')`,
};

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
  await test.pool.query(
    `insert into people (code, name, kind, registered_on) values ('R-1', 'Ada', 'student', '2019-01-01')`,
  );
  await openMonthsBetween(test.pool, '2020-03-01', '2020-03-31');
});
afterAll(() => test.close());

/** Columns of foreign keys that may be null, with a value that names no row. */
async function danglingIn(table: RetainedTable): Promise<Record<string, unknown>> {
  const { rows } = await test.pool.query<{ name: string; type: string }>(
    `select a.attname::text as name, a.atttypid::regtype::text as type
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.conrelid = $1::regclass and not a.attnotnull`,
    [table],
  );
  return Object.fromEntries(rows.map(({ name, type }) => [name, type === 'uuid' ? randomUUID() : 987_654]));
}

describe('a removed row comes back after everything that it may name was deleted', () => {
  it.each(RETAINED_TABLES)('%s', async (table) => {
    const repository = createRetentionRepository(test.db);
    await test.pool.query(ROWS[table]);
    const before = table === 'audit' ? new Date('2021-01-01') : localDate('2021-01-01');
    const { rows } = await repository.page(table, before, null, 10);
    expect(rows).toHaveLength(1);
    expect(await repository.remove(table, rows)).toBe(1);
    const dangling = await danglingIn(table);
    const named = rows.map((row) => JSON.stringify({ ...JSON.parse(row), ...dangling }));
    // An entry of the audit about somebody who is gone stays away.
    const isGone = table === 'audit';
    expect(await repository.putBack(table, named, new Date())).toBe(isGone ? 0 : 1);
    if (isGone) return;
    const [back] = (await repository.page(table, before, null, 10)).rows;
    const nulls = Object.fromEntries(Object.keys(dangling).map((name) => [name, null]));
    expect(JSON.parse(back ?? '{}')).toEqual({ ...JSON.parse(rows[0] ?? '{}'), ...nulls });
  });

  it('such columns are there: the kiosk of a check-in, the class of a mark, who noted a leave', async () => {
    expect(Object.keys(await danglingIn('check_ins'))).toContain('kiosk_id');
    expect(Object.keys(await danglingIn('class_marks'))).toContain('class_id');
    expect(Object.keys(await danglingIn('leaves'))).toContain('noted_by');
  });
});
