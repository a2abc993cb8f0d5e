import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RETENTION_RULES } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  for (const id of ['N-1', 'N-2']) await app.person(id);
  // A note and a call before the year that is kept, and one within it, for each person.
  await app.pool.query(
    `insert into day_notes (person_id, day, kind, text, noted_by, noted_at)
     select p.id, note.day, note.kind, note.text, (select id from people where kind = 'admin'), note.day
     from people p, (values (date '2024-05-06', 'note', 'At the doctor'), (date '2024-05-07', 'call', 'No answer'),
       (date '2026-02-27', 'note', 'On the way')) as note (day, kind, text)
     where p.code in ('N-1', 'N-2')`,
  );
});
afterAll(() => app.close());

const notes = async () =>
  (
    await app.pool.query(
      'select id, person_id, day::text, kind, text, noted_by, noted_at from day_notes order by id',
    )
  ).rows;

describe('retention of notes and calls', () => {
  it('removes those before the kept years, says how many, and undoing it puts the same ones back', async () => {
    const before = await notes();
    expect(before).toHaveLength(6);
    await app.admin('PUT', '/admin/privacy-settings', RETENTION_RULES);
    await app.services.retention.run();
    expect((await notes()).map(({ day, text }) => [day, text])).toEqual([
      ['2026-02-27', 'On the way'],
      ['2026-02-27', 'On the way'],
    ]);
    const [run] = (await app.admin('GET', '/admin/retention/runs')).body.runs;
    expect(run.removed).toMatchObject({ day_notes: 4, attendance_days: 0 });
    const [{ detail }] = (await app.admin('GET', '/admin/audit?action=retention_applied')).body.entries;
    expect(detail).toMatchObject({ dayNotes: 4 });
    // What was written stays sealed.
    expect(JSON.stringify((await app.admin('GET', '/admin/operations')).body)).not.toContain('At the doctor');

    const undone = await app.admin('POST', `/admin/retention/${run.operation}/undo`);
    expect(undone.body.put_back).toEqual(run.removed);
    expect(await notes()).toEqual(before);
  });

  it('removes nothing where no number of years is set', async () => {
    await app.admin('PUT', '/admin/privacy-settings', { ...RETENTION_RULES, attendance_years: null });
    await app.services.retention.run();
    expect(await notes()).toHaveLength(6);
  });
});
