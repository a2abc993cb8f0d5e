import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  for (const id of ['H-1', 'H-2', 'H-3']) await app.person(id);
});
afterAll(() => app.close());

const DAYS = 900;
const rows = ['H-1', 'H-2', 'H-3'].flatMap((id) =>
  Array.from({ length: DAYS }, (_, ago) => {
    const date = new Date(Date.UTC(2026, 2, 1) - ago * 86_400_000).toISOString().slice(0, 10);
    return `${id},${date},09:00`;
  }),
);
const request = {
  mapping: { user_id: 'id', date: 'date', check_in: 'in' },
  bad_rows: 'skip',
  dry_run: false,
};
const upload = async (lines: readonly string[]) =>
  (await app.upload('/admin/import/attendance/upload', `id,date,in\n${lines.join('\n')}`)).body.upload;

it('an import of past days lets others work between its batches, and imports every day once', async () => {
  const name = await upload(rows);
  let isDone = false;
  const run = app.admin('POST', '/admin/import/attendance', { ...request, upload: name }).then((answer) => {
    isDone = true;
    return answer;
  });
  const counts = new Set<number>();
  while (!isDone) {
    const { rows: found } = await app.pool.query('select count(*)::int as count from attendance_days');
    counts.add(found[0].count);
  }
  expect((await run).body).toMatchObject({ imported: rows.length });
  // Somebody saw a part of it: a single transaction shows nothing or everything.
  expect([...counts].some((count) => count > 0 && count < rows.length)).toBe(true);
  const again = await app.admin('POST', '/admin/import/attendance', { ...request, upload: name });
  expect(again.body).toMatchObject({
    imported: 0,
    importable: 0,
    problem_count: 0,
    already_imported: rows.length,
  });
});

it('an import that stopped half-way is finished by importing the file again, without its problems', async () => {
  await app.pool.query(`delete from attendance_days where day >= '2026-02-01'`);
  await app.pool.query(`delete from check_ins where day >= '2026-02-01'`);
  await app.pool.query(
    `delete from check_ins where day = '2026-01-05' and person_id = (select id from people where code = 'H-1')`,
  );
  const rest = rows.filter((row) => row.startsWith('H-1,2026-'));
  const lines = [...rest, 'H-2,2023-01-02,', 'H-3,2026-01-05,09:30'];
  const dry = { ...request, upload: await upload(lines), bad_rows: 'refuse' };
  const { body } = await app.admin('POST', '/admin/import/attendance', dry);
  expect(body).toMatchObject({
    imported: 0,
    problems: [
      { row: 57, code: 'day_known' },
      { row: 63, code: 'day_known' },
    ], // recorded otherwise; another time
  });
  const good = lines.filter((_, index) => index !== 55 && index !== 61);
  const again = { ...dry, upload: await upload(good) };
  expect((await app.admin('POST', '/admin/import/attendance', again)).body).toMatchObject({
    imported: 30,
    already_imported: 30,
    problem_count: 0,
  });
  expect((await app.admin('POST', '/admin/import/attendance', again)).body).toMatchObject({
    imported: 0,
    already_imported: 60,
    problem_count: 0,
  });
});
