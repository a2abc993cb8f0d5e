import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOldSchema } from '../testing/old-schema.ts';

/** The last version that knew no kinds of institutions. */
const BEFORE = 33;

let test: Awaited<ReturnType<typeof openOldSchema>>;
beforeAll(async () => {
  test = await openOldSchema(BEFORE);
});
afterAll(() => test.close());

it('an upgrade makes a university without first steps, and keeps classes and sections', async () => {
  await test.pool.query(`
    insert into people (code, name, kind, class_section, registered_on)
      values ('O-1', 'Old', 'student', 'A', '2026-01-01');
    insert into classes (name, program, semester, section, subject, start_time, end_time, weekdays)
      values ('X', 'masters', '8th', 'A', 'B', '09:00', '10:00', '{1}');
  `);
  await test.upgrade();
  const { rows } = await test.pool.query(
    'select kind, confirmed_steps, skipped_steps, first_steps_closed from institution',
  );
  expect(rows).toEqual([
    { kind: 'university', confirmed_steps: [], skipped_steps: [], first_steps_closed: true },
  ]);
  // What a school and a workplace store, which the version before refused.
  await test.pool.query(`
    insert into classes (name, program, semester, section, subject, start_time, end_time, weekdays)
      values ('Maths', 'none', '13th', '13A', '', '08:00', '08:45', '{1}'),
             ('Early shift', 'none', 'none', '', '', '06:00', '14:00', '{1}');
    insert into people (code, name, kind, class_section, registered_on)
      values ('E-1', 'New', 'employee', 'Sales', '2026-01-01');
  `);
  const { rows: classes } = await test.pool.query('select program, semester from classes order by id');
  expect(classes[0]).toEqual({ program: 'masters', semester: '8th' });
});
