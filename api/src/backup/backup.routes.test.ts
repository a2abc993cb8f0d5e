import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seen } from '../testing/attendance-fixtures.ts';
import { MONDAY, openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.person('B-1', { name: '=HYPERLINK("http://evil","click")' });
  await app.person('B-2', { name: 'Comma, "Quote"' });
  await seen(app, 'B-1');
  await seen(app, 'B-2');
  await app.admin('POST', '/admin/notices', { title: 'Hello', content: 'World' });
});
afterAll(() => app.close());

const download = async (file: string) =>
  app.app.request(`/api/admin/download/${file}`, {
    headers: { Authorization: `Bearer ${await app.adminToken()}` },
  });

describe('a backup', () => {
  it('holds every table that matters, with counts that prove it is whole, and no session', async () => {
    const { body } = await app.admin('POST', '/admin/backup/database');
    const response = await download(body.backup_file);
    expect(response.headers.get('content-disposition')).toContain(body.backup_file);
    const lines = gunzipSync(Buffer.from(await response.arrayBuffer()))
      .toString()
      .trim()
      .split('\n');
    const head = JSON.parse(lines[0] ?? '');
    const foot = JSON.parse(lines.at(-1) ?? '');
    expect(head).toMatchObject({ format: 'rollcall-backup', version: 1 });
    expect(foot.counts).toMatchObject({
      people: 3,
      attendance_days: 2,
      check_ins: 2,
      notices: 1,
      credentials: 3,
    });
    expect(lines.length - 2).toBe(Object.values<number>(foot.counts).reduce((sum, count) => sum + count, 0));
    expect(foot.counts).not.toHaveProperty('sessions');
    expect(foot.counts).not.toHaveProperty('face_keys');
  });

  it('reads tables longer than a page to the end', async () => {
    await app.pool.query(
      `insert into audit (at, actor_name, action, address, detail) select now(), 'x', 'sign_in', 'x', '{}' from generate_series(1, 4500)`,
    );
    const { rows } = await app.pool.query('select count(*)::int as count from audit');
    const { body } = await app.admin('POST', '/admin/backup/database');
    const text = gunzipSync(Buffer.from(await (await download(body.backup_file)).arrayBuffer())).toString();
    const foot = JSON.parse(text.trim().split('\n').at(-1) ?? '');
    expect(foot.counts.audit).toBeGreaterThanOrEqual(rows[0].count);
  });
});

describe('an export', () => {
  it('as JSON is one document without secrets', async () => {
    const { body } = await app.admin('POST', '/admin/export/json');
    const text = await (await download(body.export_file)).text();
    const parsed = JSON.parse(text);
    expect(parsed.format).toBe('rollcall-export');
    expect(parsed.data.people).toHaveLength(3);
    expect(Object.keys(parsed.data)).not.toContain('credentials');
    expect(text).not.toContain('test:'); // the stand-in hash
  });

  it('as CSV quotes what needs it and disarms formulas', async () => {
    const { body } = await app.admin('POST', '/admin/export/csv', { date: '03_02_26' });
    const text = await (await download(body.export_file)).text();
    const [head, first, second] = text.split('\r\n');
    expect(head).toBe('Date,ID,Name,Type,Class/Section,Status,Check-in,Check-out,Punctuality');
    expect(first).toBe(
      `2026-03-02,B-1,"'=HYPERLINK(""http://evil"",""click"")",student,CS-A,present,10:00,,Very Late`,
    );
    expect(second).toContain('"Comma, ""Quote"""');
  });

  it('of one day holds that day only; without a date it holds all', async () => {
    const other = (await app.admin('POST', '/admin/export/csv', { date: '03_01_26' })).body.export_file;
    expect((await (await download(other)).text()).trim().split('\r\n')).toHaveLength(1);
    const all = (await app.admin('POST', '/admin/export/csv', {})).body.export_file;
    expect((await (await download(all)).text()).trim().split('\r\n')).toHaveLength(3);
    expect((await app.admin('POST', '/admin/export/csv')).status).toBe(200);
    expect((await app.admin('POST', '/admin/export/csv', { date: 'yesterday' })).status).toBe(400);
  });
});

describe('the files', () => {
  it('are listed with size and type, newest first', async () => {
    const { body } = await app.admin('GET', '/admin/operations');
    expect(body.operations[0]).toMatchObject({ type: 'export_csv', created_by: 'Administrator' });
    expect(body.operations[0].bytes).toBeGreaterThan(50);
  });

  it('expire after seven days, row and content', async () => {
    const { body } = await app.admin('POST', '/admin/export/json');
    app.clock.set('2026-03-09T04:15:00Z');
    expect((await download(body.export_file)).status).toBe(404);
    expect(await app.services.backup.removeExpired()).toBeGreaterThan(0);
    expect((await app.admin('GET', '/admin/operations')).body.operations).toEqual([]);
    app.clock.set(MONDAY);
  });

  it('cannot be reached by any name but their own', async () => {
    for (const name of [
      '..%2f..%2fetc%2fpasswd',
      '....json',
      'x.json%00',
      'C:%5Cx.json',
      'export-json-x.json',
      '%2e%2e',
    ]) {
      expect((await download(name)).status).toBe(404);
    }
  });
});
