import { openMonthsBetween } from '@rollcall/db/testing/open-months';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

/** A Monday and a Tuesday, and a Saturday off on which somebody was seen late. */
const ROWS = [
  ['G-1', '2026-02-23', 'on_time', true, false],
  ['G-2', '2026-02-23', 'late', true, false],
  ['G-3', '2026-02-23', 'very_late', true, false],
  ['G-4', '2026-02-23', 'absent', false, false],
  ['G-5', '2026-02-23', 'excused', false, false],
  ['G-1', '2026-02-24', 'unmarked', false, false],
  ['G-2', '2026-02-24', 'late', true, false],
  ['G-1', '2026-02-21', 'late', true, true],
  ['G-2', '2026-02-21', 'absent', false, true],
] as const;

beforeAll(async () => {
  app = await openTestApp();
  for (const id of ['G-1', 'G-2', 'G-3', 'G-4', 'G-5'])
    await app.person(id, { class_section: id === 'G-2' ? 'CS-B' : 'CS-A' });
  await openMonthsBetween(app.pool, '2026-02-21', '2026-02-24');
  for (const [code, day, status, isSeen, isDayOff] of ROWS)
    await app.pool.query(
      `insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes,
         rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at, day_off)
       select id, $2, $3, 'import', kind, class_section, case when $4 then $2::date + time '03:45' end,
         case when $4 then 570 end, '09:00', 15, '09:30', 60, now(), $5 from people where code = $1`,
      [code, day, status, isSeen, isDayOff],
    );
});
afterAll(() => app.close());

async function found(query: string): Promise<string[]> {
  const { body } = await app.admin(
    'GET',
    `/admin/attendance-rows?from=2026-02-21&to=2026-02-24&limit=50&${query}`,
  );
  expect(body.total).toBe(body.rows.length);
  return body.rows.map((row: { user_id: string; date: string; status: string }) => row.user_id).sort();
}

describe('rows behind a figure', () => {
  it('are read page by page with a cursor, each once and in order', async () => {
    const range = '/admin/attendance-rows?from=2026-02-21&to=2026-02-24';
    const { body: all } = await app.admin('GET', `${range}&limit=50`);
    expect(all.next_cursor).toBeUndefined();
    const read: unknown[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body }: { body: typeof all } = await app.admin(
        'GET',
        `${range}&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      expect(body.total).toBe(all.total);
      read.push(...body.rows);
      cursor = body.next_cursor;
    }
    expect(read).toEqual(all.rows);
    expect((await app.admin('GET', `${range}&cursor=x`)).status).toBe(400);
  });

  it.each([
    ['status=any_late', ['G-2', 'G-2', 'G-3']],
    ['status=missing', ['G-1', 'G-4']],
    ['status=any_late&weekday=1', ['G-2', 'G-3']],
    ['status=missing&weekday=2', ['G-1']],
    ['status=any_late&section=CS-B', ['G-2', 'G-2']],
    ['status=missing&section=CS-B', []],
    // A visit on a day off is no lateness of the figures, but its own status finds it.
    ['status=late', ['G-1', 'G-2', 'G-2']],
    ['status=present', ['G-1', 'G-1', 'G-2', 'G-2', 'G-3']],
  ])('are those of %s', async (query, people) => {
    expect(await found(query)).toEqual(people);
  });

  it('are refused for a group that does not exist', async () => {
    const query = 'from=2026-02-21&to=2026-02-24&status=rather_late';
    expect((await app.admin('GET', `/admin/attendance-rows?${query}`)).status).toBe(400);
  });
});
