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
  expect(again.body).toMatchObject({ imported: 0, importable: 0 });
});
