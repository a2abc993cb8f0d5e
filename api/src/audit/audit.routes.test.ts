import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const latest = async (query = '') => (await app.admin('GET', `/admin/audit${query}`)).body;

describe('the audit log', () => {
  it('records every change by an administrator and every sign-in', async () => {
    const config = { program: 'masters', semester: '1st', section: 'A', subject: 'Logic' };
    const times = { startTime: '09:00', gracePeriod: 15, cutoffTime: '09:30', autoAbsent: 60 };
    await app.person('U-1');
    await app.admin('PUT', '/admin/users/U-1', { name: 'Other' });
    await app.admin('PUT', '/admin/users/U-1/password', { password: 'topsecret' });
    const { body: notice } = await app.admin('POST', '/admin/notices', { title: 'T', content: 'C' });
    await app.admin('DELETE', `/admin/notices/${notice.id}`);
    await app.admin('POST', '/admin/class-config', config);
    await app.admin('POST', '/admin/time-settings', times);
    const { body: created } = await app.admin('POST', '/admin/classes', {
      name: 'L',
      startTime: '09:00',
      endTime: '10:00',
    });
    await app.admin('PUT', `/admin/classes/${created.class.id}`, {
      name: 'L2',
      startTime: '09:00',
      endTime: '10:00',
    });
    await app.admin('PUT', `/admin/classes/${created.class.id}/roster`, { user_ids: ['U-1'] });
    await app.admin('POST', '/attendance/start', { class_id: created.class.id });
    await app.admin('DELETE', `/admin/classes/${created.class.id}`);
    const { body: file } = await app.admin('POST', '/admin/export/json');
    await app.admin('GET', `/admin/download/${file.export_file}`);
    await app.admin('POST', '/admin/backup/database');
    await app.admin('DELETE', '/admin/users/U-1');
    await app.call('POST', '/user/login', {
      body: { username: 'ghost', password: 'x' },
      address: '203.0.113.9',
    });

    const { entries } = await latest('?limit=200');
    const actions = new Set(entries.map(({ action }: { action: string }) => action));
    expect([...actions].sort()).toEqual(
      [
        'backup_created',
        'class_attendance_started',
        'class_config_saved',
        'class_created',
        'class_deleted',
        'class_updated',
        'export_created',
        'file_downloaded',
        'notice_created',
        'notice_deleted',
        'password_changed',
        'person_deleted',
        'person_registered',
        'person_updated',
        'roster_changed',
        'set_up',
        'sign_in',
        'sign_in_failed',
        'time_settings_saved',
      ].sort(),
    );
    const failed = entries.find(({ action }: { action: string }) => action === 'sign_in_failed');
    expect(failed).toMatchObject({
      actor: 'unknown',
      subject: 'unknown account',
      address: '203.0.113.9',
      at: expect.stringContaining('2026-03-02'),
    });
    const changed = entries.find(({ action }: { action: string }) => action === 'password_changed');
    // U-1 was deleted afterwards: only the proof of that still names them.
    expect(changed).toMatchObject({ actor: 'Administrator', subject: null });
    const deleted = entries.find(({ action }: { action: string }) => action === 'person_deleted');
    expect(deleted).toMatchObject({ actor: 'Administrator', subject: 'U-1' });
    expect(JSON.stringify(entries)).not.toMatch(/topsecret|test:/);
  });

  it('pages backwards without gaps while entries are added', async () => {
    const first = await latest('?limit=5');
    const second = await latest(`?limit=5&before=${first.next_before}`);
    expect(second.entries[0].id).toBe(first.next_before - 1);
  });

  it('filters by action', async () => {
    const { entries } = await latest('?action=set_up');
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(['set_up']);
  });

  it('searches actor and subject, and filters by days in the time zone of the institution', async () => {
    const subjects = async (query: string) =>
      (await latest(query)).entries.map(({ subject }: { subject: string | null }) => subject);
    expect(new Set(await subjects('?about=u-1'))).toEqual(new Set(['U-1']));
    expect((await subjects('?about=administrator&action=set_up')).length).toBe(1);
    expect(await subjects('?about=%25')).toEqual([]);
    // 04:15 UTC is the same day in Kathmandu.
    expect((await subjects('?from=2026-03-02&to=2026-03-02&action=set_up')).length).toBe(1);
    expect(await subjects('?to=2026-03-01')).toEqual([]);
    expect(await subjects('?from=2026-03-03&action=set_up')).toEqual([]);
  });

  it('names the person whom an entry is about by their present name, until they are deleted', async () => {
    await app.person('U-7', { name: 'Before' });
    await app.admin('PUT', '/admin/users/U-7', { name: 'Present Name' });
    const names = async () =>
      (await latest('?about=U-7')).entries.map(({ subject_name }: { subject_name: string }) => subject_name);
    expect(new Set(await names())).toEqual(new Set(['Present Name']));
    await app.admin('DELETE', '/admin/users/U-7');
    expect(new Set(await names())).toEqual(new Set([null]));
  });

  it('leaves out what the server did by itself, on request', async () => {
    const entry = ['day_closed', '2026-02-27', 'Rollcall', 'server'];
    await app.pool.query(
      `insert into audit (at, action, subject, actor_name, address, detail) values (now(), $1, $2, $3, $4, '{}')`,
      entry,
    );
    const actors = async (query: string) =>
      new Set((await latest(query)).entries.map(({ actor }: { actor: string }) => actor));
    expect((await actors('?limit=200')).has('Rollcall')).toBe(true);
    expect((await actors('?limit=200&system=true')).has('Rollcall')).toBe(true);
    const people = await actors('?limit=200&system=false');
    expect(people.has('Rollcall')).toBe(false);
    expect(people.has('Administrator')).toBe(true);
    // A page is full although entries of the server lie between.
    const { entries, next_before } = await latest('?limit=3&system=false');
    expect(entries).toHaveLength(3);
    expect(next_before).toBe(entries[2].id);
    expect((await latest('?limit=200&system=false')).searched_to).toBeNull();
  });

  it('does not record a change that was rolled back', async () => {
    await app.person('U-2');
    const before = (await latest('?action=person_registered')).entries.length;
    await app.admin('POST', '/admin/register', {
      name: 'X',
      user_id: 'U-2',
      username: 'u-9',
      password: 'secret123',
      type: 'student',
    });
    expect((await latest('?action=person_registered')).entries.length).toBe(before);
  });
});
