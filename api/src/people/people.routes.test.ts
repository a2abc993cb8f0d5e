import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markAbsent } from '../testing/attendance-fixtures.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await app.adminToken();
});
afterAll(() => app.close());

const register = (body: Record<string, unknown>) => app.call('POST', '/admin/register', { token, body });
const userBody = (id: string, extra = {}) => ({
  name: 'Maya Shrestha',
  user_id: id,
  username: id,
  password: 'secret123',
  type: 'student',
  class_section: 'CS-A',
  ...extra,
});
const list = async (query = '') => (await app.call('GET', `/admin/users${query}`, { token })).body;

describe('registration', () => {
  it('answers with the message of the specification and a user without face data', async () => {
    const { body } = await register(userBody('R-1'));
    expect(body.message).toBe('User Maya Shrestha registered successfully!');
    expect(body.user).toEqual({
      id: 'R-1',
      name: 'Maya Shrestha',
      username: 'R-1',
      type: 'student',
      class_section: 'CS-A',
      registered_date: '2026-03-02',
      has_face_data: false,
      has_password: true,
    });
  });

  it('refuses a taken id or username, ignoring case, and stores nothing', async () => {
    const before = (await list()).total;
    expect((await register(userBody('r-1', { username: 'other' }))).body.error.code).toBe('user_id_taken');
    expect((await register(userBody('R-2', { username: 'r-1' }))).body.error.code).toBe('username_taken');
    expect((await list()).total).toBe(before);
  });

  it('stores a class section only for students', async () => {
    expect((await register(userBody('R-3', { type: 'teacher' }))).body.user.class_section).toBeNull();
  });

  it('stores names unchanged', async () => {
    const name = `<img src=x onerror=alert(1)> "O'Brien" 李`;
    await register(userBody('R-4', { name }));
    const { users } = await list('?search=R-4&limit=5');
    expect(users[0].name).toBe(name);
  });

  it('cannot create an administrator', async () => {
    expect((await register(userBody('R-5', { type: 'admin' }))).status).toBe(400);
  });

  it('registers one person for two simultaneous requests', async () => {
    const answers = await Promise.all([register(userBody('R-6')), register(userBody('R-6'))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the list of people', () => {
  it('searches name, id and username without wildcards', async () => {
    await register(userBody('L-1', { name: 'Fifty % Off', username: 'percent_sign' }));
    expect((await list('?search=%25&limit=10')).users.map(({ id }: { id: string }) => id)).toEqual(['L-1']);
    expect((await list('?search=CENT_S&limit=10')).users.map(({ id }: { id: string }) => id)).toEqual([
      'L-1',
    ]);
  });

  it('sorts names as people do: umlauts beside their letter, capitals or not', async () => {
    const names = ['Zoe', 'Ömer', 'olga', 'Ärne', 'Anna', 'Bert'];
    for (const [index, name] of names.entries())
      await register(userBody(`SORT-${index}`, { name, class_section: 'SORTED' }));
    const { users } = await list('?section=SORTED&sort=name');
    expect(users.map(({ name }: { name: string }) => name)).toEqual([
      ...['Anna', 'Ärne', 'Bert', 'olga', 'Ömer', 'Zoe'],
    ]);
  });

  it('pages, filters and sorts on the server', async () => {
    for (let index = 0; index < 12; index += 1) {
      await register(userBody(`P-${String(index).padStart(2, '0')}`, { class_section: 'PAGED' }));
    }
    const page = await list('?section=PAGED&limit=5&page=2&sort=id&order=desc');
    expect(page.total).toBe(12);
    expect(page.users.map(({ id }: { id: string }) => id)).toEqual(['P-06', 'P-05', 'P-04', 'P-03', 'P-02']);
    expect((await list('?section=PAGED')).users).toHaveLength(12);
    expect((await list('?section=PAGED&type=teacher')).users).toHaveLength(0);
  });

  it.each(['id', 'name', 'type', 'section', 'registered'])(
    'reads everybody once with a cursor, in the order of %s, up and down',
    async (sort) => {
      for (const order of ['asc', 'desc']) {
        const all = (await list(`?sort=${sort}&order=${order}`)).users;
        expect(
          new Set(all.map((user: { class_section: string | null }) => user.class_section)).size,
        ).toBeGreaterThan(1);
        const read: unknown[] = [];
        let cursor: string | undefined = '';
        while (cursor !== undefined) {
          const page: { users: unknown[]; next_cursor?: string } = await list(
            `?sort=${sort}&order=${order}&limit=7${cursor && `&cursor=${cursor}`}`,
          );
          read.push(...page.users);
          cursor = page.next_cursor;
        }
        expect(read).toEqual(all);
      }
    },
  );

  it('does not include the administrator', async () => {
    const { users } = await list();
    expect(users.filter(({ type }: { type: string }) => type === 'admin')).toEqual([]);
  });

  it('answers the six most recent registrations, newest first', async () => {
    const { body } = await app.call('GET', '/admin/users/recent', { token });
    expect(body.users).toHaveLength(6);
    expect(body.users[0].id).toBe('P-11');
  });
});

describe('updates', () => {
  it('accept the whole user object and drop fields that cannot be edited', async () => {
    const { body } = await register(userBody('C-1'));
    const answer = await app.call('PUT', '/admin/users/C-1', {
      token,
      body: { ...body.user, name: 'New Name' },
    });
    expect(answer.body.message).toBe('User updated successfully!');
    const after = (await app.call('GET', '/profile/C-1', { token })).body.user;
    expect(after).toMatchObject({ id: 'C-1', name: 'New Name', registered_date: '2026-03-02' });
  });

  it('drop the class section when a student becomes staff', async () => {
    await register(userBody('C-2'));
    await app.call('PUT', '/admin/users/C-2', { token, body: { type: 'staff' } });
    expect((await app.call('GET', '/profile/C-2', { token })).body.user.class_section).toBeNull();
  });

  it('refuse a short password and an unknown person', async () => {
    const short = await app.call('PUT', '/admin/users/C-1/password', { token, body: { password: '12345' } });
    expect(short.body.message).toBe('Password must be at least 6 characters.');
    const unknown = await app.call('PUT', '/admin/users/NOBODY/password', {
      token,
      body: { password: '123456' },
    });
    expect(unknown.body.error.code).toBe('user_not_found');
  });

  it('refuse a password that is easy to guess, except for students', async () => {
    await register(userBody('C-3', { type: 'teacher' }));
    const reset = async (id: string) =>
      app.call('PUT', `/admin/users/${id}/password`, {
        token: await app.adminToken(),
        body: { password: '12345678' },
      });
    const refused = await reset('C-3');
    expect([refused.status, refused.body.error.code]).toEqual([400, 'weak_password']);
    expect(Object.keys(refused.body.error.fields)).toEqual(['password']);
    expect((await reset('C-1')).status).toBe(200);
  });

  it('do not reach the administrator', async () => {
    expect((await app.call('DELETE', '/admin/users/admin', { token })).status).toBe(404);
    expect((await app.call('PUT', '/admin/users/admin', { token, body: { name: 'X' } })).status).toBe(404);
  });
});

describe('deletion', () => {
  it('removes login and name, keeps the days under a pseudonym and frees the id', async () => {
    const { token: theirs } = await app.person('D-1');
    await markAbsent(app, 'D-1', '2026-02-27');
    expect((await app.call('DELETE', '/admin/users/D-1', { token })).body.message).toBe(
      'User deleted successfully!',
    );
    expect((await app.call('GET', '/session', { token: theirs })).status).toBe(401);
    const { rows } = await app.pool.query(
      `select p.code, p.name, p.username from attendance_days d join people p on p.id = d.person_id where d.day = '2026-02-27'`,
    );
    expect(rows).toEqual([
      { code: expect.stringMatching(/^deleted-/), name: 'Deleted user', username: null },
    ]);
    expect((await register(userBody('D-1'))).status).toBe(200);
  });

  it('leaves no rows when erasure is requested', async () => {
    await app.person('D-2');
    const { rows: before } = await app.pool.query(`select id from people where code = 'D-2'`);
    await app.call('DELETE', '/admin/users/D-2?erase=true', { token });
    const { rows: tables } = await app.pool.query(
      `select table_name as name from information_schema.columns where column_name = 'person_id' and table_schema = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(5);
    for (const { name } of tables) {
      const { rows } = await app.pool.query(`select 1 from ${name} where person_id = $1`, [before[0].id]);
      expect(`${name}: ${rows.length}`).toBe(`${name}: 0`);
    }
    const { rows: people } = await app.pool.query('select 1 from people where id = $1', [before[0].id]);
    expect(people).toEqual([]);
  });
});

describe('many people at once', () => {
  const bulk = (act: string, body: Record<string, unknown>) =>
    app.call('POST', `/admin/users/bulk/${act}`, { token, body });

  it('are moved to a section; staff have none and are left out', async () => {
    await app.person('M-1');
    await app.person('M-2');
    await app.person('M-3', { type: 'staff' });
    const user_ids = ['M-1', 'M-2', 'M-1', 'M-3'];
    const { body } = await bulk('section', { user_ids, class_section: ' CS-B ' });
    expect(body).toEqual({ done: 2, refused: [{ user_id: 'M-3', reason: 'no_section' }] });
    expect((await list('?section=CS-B')).users.map(({ id }: { id: string }) => id)).toEqual(['M-1', 'M-2']);
    const { rows } = await app.pool.query(
      `select subject from audit where action = 'person_updated' and subject like 'M-%' order by id`,
    );
    expect(rows).toEqual([{ subject: 'M-1' }, { subject: 'M-2' }]);
    expect((await bulk('section', { user_ids: Array(501).fill('M-1'), class_section: 'x' })).status).toBe(
      400,
    );
  });

  it('get passwords that work once each, end their sessions and are replaced at the next sign-in', async () => {
    const { token: theirs } = await app.person('W-1');
    const { body } = await bulk('passwords', { user_ids: ['W-1', 'W-NONE'] });
    expect(body.refused).toEqual([{ user_id: 'W-NONE', reason: 'not_found' }]);
    const [{ username, password }] = body.passwords;
    expect((await app.call('GET', '/session', { token: theirs })).status).toBe(401);
    const signedIn = await app.call('POST', '/user/login', { body: { username, password } });
    const me = await app.call('GET', '/me', { token: signedIn.body.access_token });
    expect(me.body.must_do).toBe('password');
  });

  it('are done although one of them fails unexpectedly, and the failure is reported', async () => {
    for (const id of ['F-1', 'F-2', 'F-3']) await app.person(id);
    await app.pool.query(`create function fail_f2() returns trigger language plpgsql as
      'begin if new.code = ''F-2'' then raise exception ''the disk is on fire''; end if; return new; end'`);
    await app.pool.query(
      'create trigger fail_f2 before update on people for each row execute function fail_f2()',
    );
    const before = app.failures.length;
    const { body } = await bulk('section', { user_ids: ['F-1', 'F-2', 'F-3', 'F-4'], class_section: 'CS-F' });
    await app.pool.query('drop function fail_f2 cascade');
    expect(body).toEqual({
      done: 2,
      refused: [
        { user_id: 'F-2', reason: 'failed' },
        { user_id: 'F-4', reason: 'not_found' },
      ],
    });
    const told = app.failures.splice(before);
    expect(told).toHaveLength(1);
    expect(inspect(told[0], { depth: 5 })).toContain('the disk is on fire');
  });

  it('are deleted under pseudonyms, but administrators only one by one', async () => {
    await app.person('X-1');
    await app.person('X-2', { type: 'staff' });
    await app.pool.query(`update people set role = 'administrator' where code = 'X-2'`);
    const { body } = await bulk('delete', { user_ids: ['X-1', 'X-2'] });
    expect(body).toEqual({ done: 1, refused: [{ user_id: 'X-2', reason: 'not_allowed' }] });
    expect((await list('?search=X-')).users).toMatchObject([{ id: 'X-2' }]);
    const { rows } = await app.pool.query(`select action from audit where subject = 'X-1' order by id`);
    expect(rows.at(-1)).toEqual({ action: 'person_deleted' });
    await app.pool.query(`update people set role = 'member' where code = 'X-2'`);
  });
});

describe('a profile', () => {
  it('is shown to its owner and to administrators; others get 404', async () => {
    const owner = await app.person('V-1');
    const other = await app.person('V-2');
    expect((await app.call('GET', '/profile/V-1', { token: owner.token })).body.user.id).toBe('V-1');
    expect((await app.call('GET', '/profile/V-1', { token })).status).toBe(200);
    const hidden = await app.call('GET', '/profile/V-1', { token: other.token });
    const missing = await app.call('GET', '/profile/NOBODY', { token: other.token });
    expect([hidden.status, hidden.body.error.code]).toEqual([missing.status, missing.body.error.code]);
    expect(hidden.status).toBe(404);
  });
});
