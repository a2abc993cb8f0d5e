import { afterAll, beforeAll, expect, it } from 'vitest';
import { zipOf } from '../testing/archive-fixtures.ts';
import { checkIn } from '../testing/attendance-fixtures.ts';
import { createScriptedEngine, enrolFace, enrolmentImages } from '../testing/scripted-engine.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ engine: createScriptedEngine() });
});
afterAll(() => app.close());

/** Where one of these words stands in any text of any table, as `table: row`. */
async function placesOf(...words: string[]): Promise<string[]> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public'`,
  );
  const places: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where to_jsonb(t)::text ilike any ($1)`,
      [words.map((word) => `%${word}%`)],
    );
    places.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return places;
}

/** Reasons, a note and a phone number. */
const SECRETS = ['Appendicitis', 'Migraine', 'Mumps', 'Whooping', '998877'];

/** Everything that writes about a person: reports, reasons, failed sign-ins, photo imports, look-alikes. */
async function leaveTraces(id: string, username: string, person: number) {
  const { token } = await app.person(id, {
    name: `Unforgettable ${id}`,
    username,
    contact_phone: '+44 4711 998877',
  });
  await enrolFace(app, id, person);
  await checkIn(app, id);
  await app.call('POST', '/user/consent', { token });
  const range = 'from=2026-03-01&to=2026-03-31';
  for (const format of ['csv', 'xlsx', 'pdf'])
    expect((await app.download(`/reports/people/${id}?${range}&format=${format}`)).status).toBe(200);
  await app.call('GET', `/reports/people/${id}?${range}&format=csv`, { token });
  const day = { user_id: id, from: '2026-02-24', to: '2026-02-24', reason: 'Appendicitis' };
  const leave = await app.admin('POST', '/admin/leaves', day);
  expect(leave.status).toBeLessThan(300);
  const wish = { date: '2026-03-02', wanted: 'present', time: '08:55', reason: 'Migraine again' };
  expect((await app.call('POST', '/user/corrections', { token, body: wish })).status).toBeLessThan(300);
  const mark = { user_id: id, mark: 'excused', reason: 'Mumps' };
  expect((await app.admin('POST', '/today/marks', mark)).status).toBe(200);
  const note = { user_id: id, kind: 'call', text: 'Whooping cough' };
  expect((await app.admin('POST', '/today/notes', note)).status).toBe(200);
  await app.call('POST', '/user/login', { body: { username, password: 'wrong' } });
  await app.call('POST', '/user/login', { body: { username: username.toUpperCase(), password: 'wrong' } });
  await app.call('GET', '/user/my-data', { token });
  const photos = enrolmentImages(person).map((image, index) => [
    `${id}_${index + 1}.jpg`,
    Buffer.from(image.split(',').at(-1) ?? '', 'base64'),
  ]);
  const { body: upload } = await app.upload('/admin/import/photos/upload', zipOf(Object.fromEntries(photos)));
  await app.admin('POST', '/admin/import/photos', { upload: upload.upload, replace: true });
}

it('an erased person leaves no name, username, reason or code in any table, only the proof', async () => {
  await app.person('NEIGHBOUR');
  await app.person('ZQ-FORMER', { name: 'Unforgettable', username: 'zyx' });
  await app.admin('PUT', '/admin/users/ZQ-FORMER', { user_id: 'ZQ-0', username: 'zyx.0' });
  await leaveTraces('ZQ-4711', 'zyx.login', 3);
  for (const other of ['ZQ-4711', 'zq-4711', 'ZQ-FORMER'])
    await app.pool.query(
      `insert into audit (at, actor_name, action, subject, address, detail)
       values (now(), 'Administrator', 'look_alikes_noted', 'NEIGHBOUR', 'x', $1)`,
      [{ other }],
    );
  expect((await placesOf('Unforgettable', 'zyx.login', 'ZQ-4711')).length).toBeGreaterThan(8);
  await app.admin('DELETE', '/admin/users/ZQ-0?erase=true');
  expect(await placesOf('ZQ-FORMER')).toEqual([]);
  expect((await app.admin('DELETE', '/admin/users/ZQ-4711?erase=true')).status).toBe(200);
  expect(await placesOf('Unforgettable', 'zyx.login', ...SECRETS)).toEqual([]);
  const withCode = await placesOf('ZQ-4711');
  expect(withCode).toHaveLength(1);
  expect(withCode[0]).toMatch(/^audit: .*person_erased/);
});

it('a deleted person leaves no name, username, reason or code either; the days keep a pseudonym', async () => {
  await leaveTraces('ZQ-4712', 'wvu.login', 4);
  await app.admin('DELETE', '/admin/users/ZQ-4712');
  expect(await placesOf('Unforgettable', 'wvu.login', ...SECRETS)).toEqual([]);
  const withCode = await placesOf('ZQ-4712');
  expect(withCode).toHaveLength(1);
  expect(withCode[0]).toMatch(/^audit: .*person_deleted/);
});

it('erasing somebody does not touch entries about whoever had the code before or has it later', async () => {
  await app.person('TWICE', { name: 'First Owner', username: 'first.owner' });
  await app.admin('PUT', '/admin/users/TWICE', { user_id: 'FIRST' });
  await app.person('TWICE', { name: 'Second Owner', username: 'second.owner' });
  await app.admin('DELETE', '/admin/users/TWICE?erase=true');
  const { rows } = await app.pool.query(
    `select a.action, a.subject from audit a join people p on p.id = a.subject_id where p.code = 'FIRST' order by a.id`,
  );
  expect(rows).toEqual([
    { action: 'person_registered', subject: 'TWICE' },
    { action: 'sign_in', subject: 'TWICE' },
    { action: 'person_updated', subject: 'FIRST' },
  ]);
  expect(await placesOf('second.owner', 'Second Owner')).toEqual([]);
});

it('what somebody typed into the username field is not recorded', async () => {
  await app.call('POST', '/user/login', { body: { username: 'My-Secret-Passw0rd', password: 'x' } });
  const { body } = await app.admin('GET', '/admin/audit?action=sign_in_failed');
  expect(body.entries[0]).toMatchObject({ actor: 'unknown', subject: 'unknown account' });
  const places = await placesOf('My-Secret-Passw0rd');
  // The limit of failed sign-ins needs it for 15 minutes.
  expect(places.filter((place) => !place.startsWith('login_attempts:'))).toEqual([]);
});

/** The names of stored files, besides backups, in which one of these words stands. */
async function filesWith(...words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await app.files.list()) {
    const content = name.startsWith('backup-') ? null : await app.files.read(name);
    const text = content ? await new Response(content.stream).text() : '';
    if (words.some((word) => text.includes(word))) found.push(name);
  }
  return found;
}

it.each([
  ['erased', '?erase=true'],
  ['deleted', ''],
])(
  'an administrator who did everything once and is %s leaves no name in any table or file',
  async (how, query) => {
    const [code, name, username] = [`ZQ-ADA-${how}`, `Grace Unforgettable ${how}`, `ada.${how}`];
    const email = `${username}@unforgettable.example`;
    const { token } = await app.person(code, { name, username, email, contact_phone: '+44 4711 998877' });
    await app.person(`GIVES-${how}`);
    await app.person(`WITHDRAWS-${how}`);
    // Invited as an administrator, which another one approved before there was an account.
    const about = [`${name} (${username})`, { to: 'administrator', email }];
    await app.pool.query(
      `insert into audit (at, actor_name, action, subject, address, detail)
     values (now(), 'Administrator', 'approval_asked', $1, 'x', $2), (now(), 'Administrator', 'approval_used', $1, 'x', $2)`,
      about,
    );
    await app.pool.query(
      `insert into approvals (act, method, path, body_hash, subject, detail, rank, asked_by, asked_at)
     select 'role_change', 'POST', '/', 'x', $1, $2, 'administrator', id, now() from people where kind = 'admin' limit 1`,
      about,
    );
    await app.pool.query(
      `insert into audit (at, actor_name, action, subject, address, detail) values (now(), 'Administrator', 'mail_tested', $1, 'x', '{}')`,
      [email],
    );
    await app.pool.query(`update people set role = 'administrator' where code = $1`, [code]);
    const call = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
      const answer = await app.call(method, path, { token, ...(body ? { body } : {}) });
      expect(answer.status).toBeLessThan(300);
    };
    await call('POST', `/admin/users/GIVES-${how}/consent`, { given_by: 'A parent' });
    await call('POST', `/admin/users/WITHDRAWS-${how}/consent`, { given_by: 'A parent' });
    await call('DELETE', `/admin/users/WITHDRAWS-${how}/consent`);
    await call('POST', '/admin/backup/database');
    await call('POST', '/admin/export/json');
    await call('POST', '/admin/export/csv');
    const table = new TextEncoder().encode(`id,name,username\n${code},${name},${username}\n`);
    await app.upload('/admin/import/people/upload', table);
    const words = [name, `ada.${how}`, email, '998877'];
    expect((await filesWith(...words)).length).toBeGreaterThanOrEqual(2);
    expect((await placesOf(...words)).length).toBeGreaterThan(10);

    expect((await app.admin('DELETE', `/admin/users/${code}${query}`)).status).toBe(200);
    expect(await placesOf(...words)).toEqual([]);
    const withCode = await placesOf(code);
    expect(withCode).toHaveLength(1);
    expect(withCode[0]).toMatch(/^audit: .*person_(erased|deleted)/);
    await app.services.backup.removeExpired();
    expect(await filesWith(code, ...words)).toEqual([]);
    // Another person's consent is still in force, and the backup is still there.
    const { body } = await app.admin('GET', `/admin/users/GIVES-${how}/consent`);
    expect(JSON.stringify(body)).toContain('A parent');
    expect((await app.files.list()).some((file) => file.name.startsWith('backup-'))).toBe(true);
  },
);
