import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../testing/archive-fixtures.ts';
import { createScriptedEngine, sceneImage } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
  await app.person('OLD-1', { username: 'old' });
});
afterAll(() => app.close());

const upload = async (what: 'people' | 'attendance' | 'photos', file: string | Uint8Array<ArrayBuffer>) =>
  (await app.upload(`/admin/import/${what}/upload`, file)).body;

const PEOPLE = `Roll No;Full Name;Login;Role;Class;Mail
N-1;Asha Rai;asha;student;CS-A;Asha@school.example
N-2;Binod  Gurung;binod;Teacher;;
old-1;Somebody Else;new-login;student;;
N-3;;OLD;student;;not an address
N-1;Twice;twice;wizard;;asha@SCHOOL.example
N-4;Chandra;;;CS-B;
`;
const MAPPING = {
  user_id: 'Roll No',
  name: 'Full Name',
  username: 'Login',
  type: 'Role',
  class_section: 'Class',
  email: 'Mail',
};
const request = { mapping: MAPPING, passwords: 'generate', bad_rows: 'refuse', dry_run: false };

describe('an import of people', () => {
  it('guesses the columns and lists the problems of each row in a dry run', async () => {
    const uploaded = await upload('people', PEOPLE);
    expect(uploaded).toMatchObject({
      rows: 6,
      columns: ['Roll No', 'Full Name', 'Login', 'Role', 'Class', 'Mail'],
    });
    expect(uploaded.mapping).toEqual(MAPPING);
    const { body } = await app.admin('POST', '/admin/import/people', {
      ...request,
      upload: uploaded.upload,
      dry_run: true,
    });
    expect(body).toMatchObject({ rows: 6, importable: 3, imported: 0, problem_count: 7, passwords: [] });
    expect(body.problems.map(({ row, field }: { row: number; field: string }) => `${row} ${field}`)).toEqual([
      '4 user_id',
      '5 name',
      '5 username',
      '5 email',
      '6 user_id',
      '6 type',
      '6 email',
    ]);
    expect(body.preview[1]).toEqual({
      id: 'N-2',
      name: 'Binod Gurung',
      username: 'binod',
      type: 'teacher',
      class_section: null,
    });
  });

  it('with bad rows imports nothing, or skips them, as requested', async () => {
    const { upload: name } = await upload('people', PEOPLE);
    const refused = await app.admin('POST', '/admin/import/people', { ...request, upload: name });
    expect(refused.body).toMatchObject({
      imported: 0,
      message: expect.stringContaining('Nothing was imported'),
    });
    expect((await app.admin('GET', '/admin/users')).body.total).toBe(1);
    const skipped = await app.admin('POST', '/admin/import/people', {
      ...request,
      upload: name,
      bad_rows: 'skip',
    });
    expect(skipped.body).toMatchObject({ imported: 3, message: '3 people imported.' });
    const [first] = skipped.body.passwords;
    const login = { username: 'asha', password: first.password };
    expect((await app.call('POST', '/user/login', { body: login })).status).toBe(200);
    // Teachers have their role; nothing in a file gives another one.
    const { body: listed } = await app.admin('GET', '/admin/accounts?search=N-');
    expect(
      listed.accounts.map(({ user_id, role, email }: Record<string, string>) => [user_id, role, email]),
    ).toEqual([
      ['N-2', 'teacher', null],
      ['N-1', 'member', 'Asha@school.example'],
      ['N-4', 'member', null],
    ]);
    const again = await app.admin('POST', '/admin/import/people', {
      ...request,
      upload: name,
      bad_rows: 'skip',
    });
    expect(again.body).toMatchObject({ imported: 0, importable: 0 });
  });

  it('asks everybody to replace the generated password at the first sign-in', async () => {
    const { upload: name } = await upload('people', 'id,name\nP-1,First Time\n');
    const mapping = { user_id: 'id', name: 'name' };
    const { body } = await app.admin('POST', '/admin/import/people', { ...request, mapping, upload: name });
    const login = { username: 'p-1', password: body.passwords[0].password };
    expect((await app.call('POST', '/user/login', { body: login })).body.must_do).toBe('password');
  });

  it('lets siblings share an address, counts rows with problems and returns the skipped ones', async () => {
    const file = `ID;Vorname;Name;E-Mail Eltern
B-1;Jörg;Özil;oezil@home.example
B-2;Änne;Özil;oezil@home.example
B-1;Twin;Özil;
`;
    const { upload: name, mapping } = await upload('people', file);
    const run = (bad_rows: string, dry_run: boolean) =>
      app.admin('POST', '/admin/import/people', { ...request, mapping, upload: name, bad_rows, dry_run });
    const dry = await run('refuse', true);
    expect(dry.body).toMatchObject({
      importable: 2,
      problem_count: 1,
      problem_rows: 1,
      problems: [{ row: 4, code: 'id_twice', name: 'Twin Özil', other_row: 2 }],
      warnings: [{ row: 3, code: 'email_shared', name: 'Änne Özil', other_row: 2 }],
      skipped: [],
    });
    const { body } = await run('skip', false);
    expect(body).toMatchObject({ imported: 2, skipped: [{ row: 4, cells: ['B-1', 'Twin', 'Özil', ''] }] });
  });

  it('leaves passwords unset on request', async () => {
    const { upload: name } = await upload('people', 'id,name\nU-1,Unset One\n');
    const mapping = { user_id: 'id', name: 'name' };
    const unset = { ...request, mapping, upload: name, passwords: 'unset' };
    expect((await app.admin('POST', '/admin/import/people', unset)).body).toMatchObject({
      imported: 1,
      passwords: [],
    });
    const { body } = await app.admin('GET', '/admin/users?search=U-1');
    expect(body.users[0]).toMatchObject({ has_password: false, username: 'u-1', type: 'student' });
  });

  it('of 5,000 people is one operation with progress', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => `K-${index},Person ${index},k${index},student,X`);
    const { upload: name } = await upload('people', `id,name,username,type,class\n${rows.join('\n')}`);
    const mapping = {
      user_id: 'id',
      name: 'name',
      username: 'username',
      type: 'type',
      class_section: 'class',
    };
    const { body } = await app.admin('POST', '/admin/import/people', { ...request, mapping, upload: name });
    expect(body.imported).toBe(5000);
    expect(body.passwords).toHaveLength(5000);
    const { body: listed } = await app.admin('GET', '/admin/operations');
    expect(listed.operations[0]).toMatchObject({ type: 'import', state: 'done', progress: 100 });
    expect((await app.admin('GET', `/admin/download/${listed.operations[0].filename}`)).status).toBe(404);
  });

  it('refuses unknown columns, unknown uploads and files without rows', async () => {
    const { upload: name } = await upload('people', 'id,name\nU-2,X\n');
    const wrong = await app.admin('POST', '/admin/import/people', { ...request, upload: name });
    expect(Object.keys(wrong.body.error.fields)).toEqual(['mapping.user_id']);
    expect((await app.admin('POST', '/admin/import/people', { ...request, upload: '../x' })).status).toBe(
      404,
    );
    expect((await upload('people', 'only a head')).error.code).toBe('invalid_input');
  });
});

describe('an import of past attendance', () => {
  const DAYS = `ID,Day,In,Out
OLD-1,2026-02-27,09:05,15:30
old-1,2026-02-26,,
OLD-1,2026-02-25,10:15,
OLD-1,2026-02-25,10:20,
NOBODY,2026-02-25,09:00,
OLD-1,2026-03-02,09:00,
OLD-1,2026-02-24,nine,
`;
  const days = { mapping: { user_id: 'ID', date: 'Day', check_in: 'In', check_out: 'Out' }, dry_run: false };

  it('judges each day by its rule, keeps recorded days and lists every bad row', async () => {
    const uploaded = await upload('attendance', DAYS);
    expect(uploaded.mapping).toEqual(days.mapping);
    const body = { ...days, upload: uploaded.upload, bad_rows: 'skip' };
    const dry = await app.admin('POST', '/admin/import/attendance', { ...body, dry_run: true });
    expect(dry.body).toMatchObject({ importable: 3, imported: 0 });
    expect(
      dry.body.problems.map(({ row, field }: { row: number; field: string }) => `${row} ${field}`),
    ).toEqual(['5 date', '6 user_id', '7 date', '8 check_in']);
    const refused = await app.admin('POST', '/admin/import/attendance', { ...body, bad_rows: 'refuse' });
    expect(refused.body.imported).toBe(0);
    expect((await app.admin('POST', '/admin/import/attendance', body)).body.imported).toBe(3);
    const { rows } = await app.pool.query(
      `select to_char(day, 'YYYY-MM-DD') as day, status from attendance_days order by day`,
    );
    expect(rows).toEqual([
      { day: '2026-02-25', status: 'very_late' },
      { day: '2026-02-26', status: 'absent' },
      { day: '2026-02-27', status: 'on_time' },
    ]);
    expect((await app.admin('POST', '/admin/import/attendance', body)).body).toMatchObject({ imported: 0 });
  });
});

describe('an enrolment from a zip of photos', () => {
  it('enrols by file name, reports on everybody and goes on after a failed one', async () => {
    for (const id of ['Z-1', 'Z-2', 'Z-3']) await app.person(id);
    const photo = (person: number, nonce: number) => Buffer.from(sceneImage({ person, nonce }), 'base64');
    const zip = zipOf({
      'Z-1.jpg': photo(1, 1),
      'Z-1_2.png': photo(1, 2),
      'z-2/front.jpg': photo(2, 1),
      'Z-3.jpg': photo(1, 3),
      'nobody.jpg': photo(4, 1),
      '__MACOSX/Z-1.jpg': Buffer.from('x'),
      'notes.txt': Buffer.from('x'),
    });
    const uploaded = await upload('photos', zip);
    expect(uploaded).toMatchObject({ people: 3, photos: 4, unknown: ['nobody.jpg'] });
    const { body } = await app.admin('POST', '/admin/import/photos', { upload: uploaded.upload });
    const listed = async () => (await app.admin('GET', '/admin/operations')).body.operations[0];
    while ((await listed()).state === 'running') await new Promise((go) => setImmediate(go));
    expect(await listed()).toMatchObject({ type: 'import', state: 'done', filename: body.report_file });
    const report = await app.download(`/admin/download/${body.report_file}`);
    const { people, unknown } = await report.json();
    expect(people.map(({ id, outcome }: { id: string; outcome: string }) => `${id} ${outcome}`)).toEqual([
      'Z-1 enrolled',
      'Z-2 enrolled',
      'Z-3 duplicate',
    ]);
    expect(unknown).toEqual(['nobody.jpg']);
  });
});
