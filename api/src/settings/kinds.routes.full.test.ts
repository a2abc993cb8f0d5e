import { afterEach, describe, expect, it } from 'vitest';
import { openTestApp, PERSON_PASSWORD, SETUP_CODE, type TestApp } from '../testing/test-app.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

const open = async (options: Parameters<typeof openTestApp>[0]): Promise<TestApp> => {
  app = await openTestApp(options);
  return app;
};
const kindOf = async (from: TestApp) => (await from.call('GET', '/settings/public')).body.institution.kind;

describe('the kind of institution', () => {
  it('is chosen in set-up, and a university for scripts that do not choose', async () => {
    const chosen = await open({ setUp: false });
    const request = {
      code: SETUP_CODE,
      institution_name: 'Mill',
      time_zone: 'Europe/Berlin',
      password: 'first-password',
    };
    const refused = await chosen.call('POST', '/setup', { body: { ...request, kind: 'zoo' } });
    expect(refused.body.error.fields).toHaveProperty('kind');
    expect((await chosen.call('POST', '/setup', { body: { ...request, kind: 'workplace' } })).status).toBe(
      200,
    );
    expect(await kindOf(chosen)).toBe('workplace');
    await chosen.close();

    const silent = await open({ setUp: false });
    expect((await silent.call('POST', '/setup', { body: request })).status).toBe(200);
    expect(await kindOf(silent)).toBe('university');
  });

  it('decides whose faces a new institution compares', async () => {
    const setUp = async (kind: string) => {
      const app = await open({ setUp: false });
      const request = { code: SETUP_CODE, institution_name: 'Mill', time_zone: 'UTC', kind };
      await app.call('POST', '/setup', { body: { ...request, password: 'first-password' } });
      const { rows } = await app.pool.query('select ages from institution');
      expect(rows[0].ages).toBe(kind === 'school' ? 'from_12' : 'adults');
      return app;
    };
    await (await setUp('school')).close();
    await setUp('workplace');
  });

  it('is changed later, which is audited, and changes what new classes start from', async () => {
    const school = await open({});
    const saved = { program: 'masters', semester: '3rd', section: 'B', subject: 'Statistics' };
    await school.admin('POST', '/admin/class-config', saved);
    await school.admin('PUT', '/admin/institution', { kind: 'school' });
    expect(await kindOf(school)).toBe('school');
    expect((await school.admin('GET', '/admin/class-config')).body).toEqual({ ...saved, program: 'none' });
    const { body } = await school.admin('GET', '/admin/audit?action=institution_changed');
    expect(body.entries[0].detail).toEqual({ kind: 'school', kind_before: 'university' });
    await school.admin('PUT', '/admin/institution', { kind: 'university' });
    expect((await school.admin('GET', '/admin/class-config')).body).toEqual(saved);
  });

  it('keeps the working days and the kind apart', async () => {
    const school = await open({ kind: 'school' });
    await school.admin('PUT', '/admin/working-days', { working_days: [1, 2, 3, 4, 5, 6] });
    expect(await kindOf(school)).toBe('school');
  });
});

describe('a school', () => {
  it('has classes by grade up to 13, without a program', async () => {
    const school = await open({ kind: 'school' });
    expect((await school.admin('GET', '/admin/class-config')).body).toEqual({
      program: 'none',
      semester: '1st',
      section: '',
      subject: '',
    });
    const lesson = { name: 'Maths', semester: '13th', section: '13A', startTime: '08:00', endTime: '08:45' };
    const { body } = await school.admin('POST', '/admin/classes', lesson);
    expect(body.class).toMatchObject({ program: 'none', semester: '13th' });
  });

  it('prints classes on its reports', async () => {
    const school = await open({ kind: 'school' });
    await school.person('S-1', { class_section: '4B' });
    const month = '/admin/reports/register?month=2026-03&format=csv';
    const text = async (path: string) => (await school.download(path)).text();
    expect((await text(month)).split(',').slice(1, 3)).toEqual(['ID', 'Class']);
    expect((await text(`${month}&lang=de`)).split(',')[2]).toBe('Klasse');
    const summary = await text('/admin/reports/summary?from=2026-03-01&to=2026-03-02&format=csv&lang=en');
    expect(summary.split(',')[2]).toBe('Class');
  });
});

describe('a workplace', () => {
  it('gives departments to employees, by hand, in bulk and by import', async () => {
    const firm = await open({ kind: 'workplace' });
    const employee = { type: 'employee', password: PERSON_PASSWORD };
    await firm.person('E-1', { ...employee, class_section: 'Sales' });
    await firm.person('E-2', { ...employee, class_section: null });
    const moved = await firm.admin('POST', '/admin/users/bulk/section', {
      user_ids: ['E-2'],
      class_section: 'Workshop',
    });
    expect(moved.body.refused).toEqual([]);
    const { body: upload } = await firm.upload(
      '/admin/import/people/upload',
      'ID,Name,Type,Department\nE-3,Ina,employee,Stores\n',
    );
    expect(upload.mapping.class_section).toBe('Department');
    await firm.admin('POST', '/admin/import/people', {
      upload: upload.upload,
      mapping: upload.mapping,
      default_type: 'employee',
      bad_rows: 'refuse',
      passwords: 'unset',
      dry_run: false,
    });
    const { rows } = await firm.pool.query(
      `select code, class_section as department from people where code like 'E-%' order by code`,
    );
    expect(rows).toEqual([
      { code: 'E-1', department: 'Sales' },
      { code: 'E-2', department: 'Workshop' },
      { code: 'E-3', department: 'Stores' },
    ]);
  });

  it('exports them under their own heading', async () => {
    const firm = await open({ kind: 'workplace' });
    const { body } = await firm.admin('POST', '/admin/export/csv');
    const file = await firm.download(`/admin/download/${body.backup_file ?? body.export_file}`);
    expect((await file.text()).split(',')[4]).toBe('Department');
  });
});
