import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let beforeFirstClosing: string[];
async function importAbsences(code: string, days: string[]) {
  const file = new TextEncoder().encode(
    ['ID,Date,Check in', ...days.map((day) => `${code},${day},`)].join('\n'),
  );
  const { upload, mapping } = (await app.upload('/admin/import/attendance/upload', file)).body;
  const request = { upload, mapping, date_order: 'ymd', bad_rows: 'refuse', dry_run: false };
  expect((await app.admin('POST', '/admin/import/attendance', request)).body.imported).toBe(days.length);
}
beforeAll(async () => {
  app = await openTestApp();
  app.clock.set('2026-03-01T02:00:00Z'); // Sunday in Kathmandu
  for (const id of ['R-1', 'R-2']) await app.person(id);
  await importAbsences('R-2', ['2026-02-25', '2026-02-26', '2026-02-27']);
  beforeFirstClosing = await inARow();
  await app.admin('DELETE', '/admin/users/R-2?erase=true');
  await app.person('R-2');
  for (const day of ['02', '03', '04']) {
    app.clock.set(`2026-03-${day}T05:00:00Z`);
    await app.services.closing.closeDueDays();
  }
});
afterAll(() => app.close());

const inARow = async () => {
  const { body } = await app.admin('GET', '/admin/attention');
  return body.in_a_row.map(({ user_id, days }: { user_id: string; days: number }) => `${user_id}:${days}`);
};

it('imported absences in a row are listed before the first day is closed', () => {
  expect(beforeFirstClosing).toEqual(['R-2:3']);
});

it('absences in a row are counted up to the last closed day, whatever a class reports on the next morning', async () => {
  expect(await inARow()).toEqual(['R-1:3', 'R-2:3']);
  app.clock.set('2026-03-05T02:45:00Z'); // Thursday 08:30, before the day is closed
  await app.person('R-3');
  const slot = { name: 'Algebra', section: 'E', startTime: '08:00', endTime: '08:50' };
  const { id } = (await app.admin('POST', '/admin/classes', slot)).body.class;
  await app.admin('PUT', `/admin/classes/${id}/roster`, { user_ids: ['R-3'] });
  const sheet = (await app.admin('POST', '/attendance/start', { class_id: id })).body;
  const saved = await app.admin('PUT', `/admin/classes/${id}/attendance`, {
    revision: sheet.revision,
    marks: [{ user_id: 'R-3', status: 'absent' }],
  });
  expect(saved.status).toBe(200);
  expect(await inARow()).toEqual(['R-1:3', 'R-2:3']);
});

it('a weekend neither empties the list nor breaks a row, also for somebody who comes on it', async () => {
  for (const day of ['05', '06', '07']) {
    app.clock.set(`2026-03-${day}T05:00:00Z`);
    await app.services.closing.closeDueDays();
  }
  await checkIn(app, 'R-2'); // Saturday
  app.clock.set('2026-03-08T18:30:00Z'); // Monday 00:15
  await app.services.closing.closeDueDays();
  expect(await inARow()).toEqual(['R-1:5', 'R-2:5']);
  const { body } = await app.admin('GET', '/admin/attention');
  expect(body.in_a_row[1].last_seen).toBe('03_07_26');
});
