import { contentRows } from '@rollcall/core/backup/archive/archive-content';
import { openFile } from '@rollcall/core/backup/archive/sealed-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { MONDAY, openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.person('B-1', { name: '=HYPERLINK("http://evil","click")' });
  await app.person('B-2', { name: 'Comma, "Quote"' });
  await checkIn(app, 'B-1');
  await checkIn(app, 'B-2');
  await app.admin('POST', '/admin/notices', { title: 'Hello', content: 'World' });
});
afterAll(() => app.close());

const download = (file: string) => app.download(`/admin/download/${file}`);
const textOf = async (file: string) => (await download(file)).text();

async function* chunks(bytes: Uint8Array) {
  yield bytes;
}

/** Downloads a backup and decrypts its rows, as a restore would. */
async function openBackup(file: string, passphrase: string | null = null) {
  const bytes = new Uint8Array(await (await download(file)).arrayBuffer());
  const { head, content } = await openFile(app.keyNeeds, chunks(bytes), {
    format: 'rollcall-backup',
    passphrase,
  });
  const rows: Record<string, unknown[]> = {};
  for await (const page of contentRows(head, content)) {
    rows[page.table] ??= [];
    rows[page.table]?.push(...page.rows.map((row) => JSON.parse(row)));
  }
  return { head, rows, text: new TextDecoder('latin1').decode(bytes) };
}

describe('a backup', () => {
  it('holds all tables with row counts, but no sessions and no keys', async () => {
    const { body } = await app.admin('POST', '/admin/backup/database');
    const { head, rows } = await openBackup(body.backup_file);
    expect(head).toMatchObject({ format: 'rollcall-backup', institution: 'Test School', demo: false });
    expect(head.counts).toMatchObject({ people: 3, attendance_days: 2, check_ins: 2, notices: 1 });
    expect(rows.people).toHaveLength(3);
    for (const table of ['sessions', 'face_keys', 'login_attempts', 'operations'])
      expect(head.counts).not.toHaveProperty(table);
  });

  it('is encrypted', async () => {
    const { body } = await app.admin('POST', '/admin/backup/database');
    const { text } = await openBackup(body.backup_file);
    expect(text).not.toContain('Comma');
    expect(text).not.toContain('password');
  });

  it('sealed with a passphrase opens only with that passphrase', async () => {
    const passphrase = 'correct horse battery';
    const { body } = await app.admin('POST', '/admin/backup/database', { passphrase });
    expect((await openBackup(body.backup_file, passphrase)).rows.people).toHaveLength(3);
    await expect(openBackup(body.backup_file, 'wrong horse battery')).rejects.toThrow('passphrase');
    await expect(openBackup(body.backup_file)).rejects.toThrow('The key for this file is missing here');
    expect((await app.admin('POST', '/admin/backup/database', { passphrase: 'short' })).status).toBe(400);
  });

  it('with a passphrase of its own is made by somebody who has just shown who they are', async () => {
    const passphrase = 'correct horse battery';
    const token = await app.adminToken();
    const made = await app.call('POST', '/me/tokens', {
      token,
      body: { name: 'Copies', actions: ['data.export'], expires_on: '2026-06-30' },
    });
    const backUp = (as: string, body: unknown) =>
      app.call('POST', '/admin/backup/database', { token: as, body });
    expect((await backUp(made.body.token, { passphrase })).body.error?.code).toBe('forbidden');
    // What only this installation can open, and exports without secrets, are for programs too.
    expect((await backUp(made.body.token, {})).status).toBe(200);
    for (const path of ['/admin/export/json', '/admin/export/csv'])
      expect((await app.call('POST', path, { token: made.body.token })).status).toBe(200);
    app.clock.advance(6 * 60_000);
    expect((await backUp(token, { passphrase })).body.error?.code).toBe('confirmation_needed');
    app.clock.set(MONDAY);
  });

  it('holds all rows of tables longer than a page', async () => {
    await app.pool.query(
      `insert into audit (at, actor_name, action, address, detail) select now(), 'x', 'sign_in', 'x', '{}' from generate_series(1, 4500)`,
    );
    const { rows } = await app.pool.query('select count(*)::int as count from audit');
    const { body } = await app.admin('POST', '/admin/backup/database');
    const archive = await openBackup(body.backup_file);
    expect(archive.rows.audit?.length).toBeGreaterThanOrEqual(rows[0].count);
  });
});

describe('an export', () => {
  it('as JSON is one document with the documented fields and no secrets', async () => {
    const { body } = await app.admin('POST', '/admin/export/json');
    const text = await textOf(body.export_file);
    const parsed = JSON.parse(text);
    expect(parsed).toMatchObject({ format: 'rollcall-export', version: 1 });
    expect(Object.keys(parsed.data)).toEqual([
      'institution',
      'people',
      'classes',
      'time_rules',
      'attendance_days',
      'check_ins',
      'class_marks',
      'notices',
      'audit',
    ]);
    expect(parsed.data.people[1]).toEqual({
      id: 'B-1',
      name: '=HYPERLINK("http://evil","click")',
      username: 'b-1',
      type: 'student',
      class_section: 'CS-A',
      registered_date: '2026-03-01', // `person` registers people the day before
      deleted: false,
      has_face_data: false,
      has_password: true,
      role: 'member',
      email: null,
      contact_phone: null,
      sections: null,
    });
    expect(parsed.data.people[0]).toMatchObject({ id: 'admin', role: 'owner' });
    expect(parsed.data.attendance_days[0]).toMatchObject({ user_id: 'B-1', date: '2026-03-02' });
    expect(text).not.toContain('test:'); // the prefix of the test hasher
  });

  it('as CSV quotes values and neutralises formulas', async () => {
    const { body } = await app.admin('POST', '/admin/export/csv', { date: '03_02_26' });
    const text = await textOf(body.export_file);
    const [head, first, second] = text.split('\r\n');
    expect(head).toBe('Date,ID,Name,Type,Class/Section,Status,Check-in,Check-out');
    expect(first).toBe(
      `2026-03-02,B-1,"'=HYPERLINK(""http://evil"",""click"")",student,CS-A,Very Late,10:00,`,
    );
    expect(second).toContain('"Comma, ""Quote"""');
  });

  it('of one day holds only that day; without a date it holds all days', async () => {
    const other = (await app.admin('POST', '/admin/export/csv', { date: '03_01_26' })).body.export_file;
    expect((await textOf(other)).trim().split('\r\n')).toHaveLength(1);
    const all = (await app.admin('POST', '/admin/export/csv', {})).body.export_file;
    expect((await textOf(all)).trim().split('\r\n')).toHaveLength(3);
    expect((await app.admin('POST', '/admin/export/csv')).status).toBe(200);
    expect((await app.admin('POST', '/admin/export/csv', { date: 'yesterday' })).status).toBe(400);
  });
});

describe('the backup schedule', () => {
  it('is enabled by default, makes one backup a day and keeps the first of a week longer', async () => {
    const { body: before } = await app.admin('GET', '/admin/backup/schedule');
    expect(before).toEqual({ enabled: true, time: '02:00', keep_daily: 7, keep_weekly: 4 });
    const schedule = { enabled: true, time: '11:00', keep_daily: 3, keep_weekly: 2 };
    await app.admin('PUT', '/admin/backup/schedule', schedule);
    expect((await app.admin('GET', '/admin/backup/schedule')).body).toEqual(schedule);
    expect(await app.services.backup.runSchedule()).toBeNull(); // 10:00 local time
    app.clock.set('2026-03-02T05:30:00Z');
    const monday = await app.services.backup.runSchedule();
    expect(monday).toMatchObject({ kind: 'backup', createdBy: 'Schedule', state: 'done' });
    expect(monday?.expiresAt.toISOString()).toBe('2026-03-16T05:30:00.000Z');
    expect(await app.services.backup.runSchedule()).toBeNull();
    app.clock.set('2026-03-03T05:30:00Z');
    expect((await app.services.backup.runSchedule())?.expiresAt.toISOString()).toBe(
      '2026-03-06T05:30:00.000Z',
    );
    app.clock.set(MONDAY);
  });

  it('refuses values out of range', async () => {
    const bad = { enabled: true, time: '25:00', keep_daily: 0, keep_weekly: 500 };
    const { status, body } = await app.admin('PUT', '/admin/backup/schedule', bad);
    expect(status).toBe(400);
    expect(Object.keys(body.error.fields).sort()).toEqual(['keep_daily', 'keep_weekly', 'time']);
  });
});

describe('backup and export files', () => {
  it('are listed newest first with size, type and progress', async () => {
    await app.admin('POST', '/admin/export/csv');
    const { body } = await app.admin('GET', '/admin/operations');
    expect(body.operations[0]).toMatchObject({
      type: 'export_csv',
      created_by: 'Administrator',
      state: 'done',
      progress: 100,
      problem: null,
    });
    expect(body.operations[0].bytes).toBeGreaterThan(50);
    expect(body.operations[0].sha256).toHaveLength(64);
  });

  it('have names that people understand, in the list and when they are saved', async () => {
    await app.pool.query(`update institution set name = 'Schule "Zoë" / 学校'`);
    const csv = (await app.admin('POST', '/admin/export/csv', { date: '03_02_26' })).body.export_file;
    const backup = (await app.admin('POST', '/admin/backup/database')).body.backup_file;
    const { operations } = (await app.admin('GET', '/admin/operations')).body;
    const names = new Map<string, string>(
      operations.map(({ filename, name }: { filename: string; name: string }) => [filename, name]),
    );
    expect(names.get(csv)).toBe('Schule Zoë 学校 attendance 2026-03-02.csv');
    // 10:00 in Kathmandu.
    expect(names.get(backup)).toBe('Schule Zoë 学校 backup 2026-03-02 1000.rollcall');
    expect(csv).toMatch(/^export-csv-2026-03-02-[0-9a-f]{32}\.csv$/);
    expect((await app.download(`/admin/download/${csv}`)).headers.get('content-disposition')).toBe(
      `attachment; filename="Schule Zoe attendance 2026-03-02.csv"; filename*=UTF-8''Schule%20Zo%C3%AB%20%E5%AD%A6%E6%A0%A1%20attendance%202026-03-02.csv`,
    );
    await app.pool.query(`update institution set name = 'Test School'`);
  });

  it('that failed are listed as failed and cannot be downloaded', async () => {
    await app.pool.query('alter table notices rename to notices_gone');
    expect((await app.admin('POST', '/admin/export/json')).status).toBe(500);
    await app.pool.query('alter table notices_gone rename to notices');
    const [failed] = (await app.admin('GET', '/admin/operations')).body.operations;
    expect(failed).toMatchObject({ type: 'export_json', state: 'failed', bytes: 0, sha256: '' });
    expect(failed.problem).toContain('did not finish');
    expect((await download(failed.filename)).status).toBe(404);
  });

  it('left unfinished by a stopped process are marked failed at the next start', async () => {
    await app.pool.query(
      `insert into operations (kind, file, bytes, sha256, created_at, created_by, expires_at, state)
       values ('backup', 'backup-1.rollcall', 0, '', $1, 'x', $1::timestamptz + interval '7 days', 'running')`,
      [new Date(app.clock.now().getTime() - 1000)],
    );
    expect(await app.services.backup.failInterrupted()).toBe(1);
  });

  it('expire after seven days, with their rows', async () => {
    const { body } = await app.admin('POST', '/admin/export/json');
    app.clock.set('2026-03-09T04:15:00Z');
    expect((await download(body.export_file)).status).toBe(404);
    expect(await app.services.backup.removeExpired()).toBeGreaterThan(0);
    const { body: left } = await app.admin('GET', '/admin/operations');
    // The nightly one of Tuesday is older than its three days, but no newer one replaces it.
    expect(left.operations.map((each: { created_by: string }) => each.created_by)).toEqual([
      'Schedule',
      'Schedule',
    ]);
    app.clock.set(MONDAY);
  });

  it('cannot be reached through path tricks', async () => {
    for (const name of [
      '..%2f..%2fetc%2fpasswd',
      '....json',
      'x.json%00',
      'C:%5Cx.json',
      'export-json-x.json',
      '%2e%2e',
    ]) {
      // A text with a NUL is no file name at all.
      expect((await download(name)).status).toBe(name.includes('%00') ? 400 : 404);
    }
  });

  it('answer 400 or 404 to 1,000 generated path tricks', async () => {
    const { body } = await app.admin('POST', '/admin/export/json');
    const pieces = [
      '..',
      '.',
      '%2f',
      '%5c',
      '%2e%2e',
      '%00',
      '%252e',
      'export-json',
      body.export_file,
      '.json',
      '~',
      '%c0%af',
      'a',
    ];
    const headers = { Authorization: `Bearer ${await app.adminToken()}` };
    let state = 11;
    const dice = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 1000; round += 1) {
      const name = Array.from({ length: 2 + dice(6) }, () => pieces[dice(pieces.length)]).join('');
      const response = await app.app.request(`/api/admin/download/${name}`, { headers });
      expect([name, [400, 404].includes(response.status)]).toEqual([name, true]);
    }
    expect(app.failures.filter((failure) => !String(failure).includes('notices'))).toEqual([]);
  });
});
