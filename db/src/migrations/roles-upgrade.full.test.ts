import { localDate } from '@rollcall/core/kernel/local-date';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import { createRepositories } from '../repositories.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { MIGRATIONS_FOLDER } from '../testing/test-seed.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

class Undo extends Error {}

it('an upgrade keeps every account, password and session: the administrator becomes the owner, teachers have their role', async () => {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const roles = migrations.find(({ name }) => name.includes('roles'))?.version ?? 0;
  const run = test.db.transaction(async (tx) => {
    await tx.execute(sql`create schema before_upgrade`);
    await tx.execute(sql`set local search_path to before_upgrade`);
    await migrate(
      tx,
      migrations.filter(({ version }) => version < roles),
    );
    await tx.execute(sql`
      insert into people (id, code, name, username, kind, class_section, registered_on, deleted_at) values
        (1, 'admin', 'Administrator', 'admin', 'admin', null, '2025-01-01', null),
        (2, 'T-1', 'Teacher', 'teacher', 'teacher', null, '2025-01-01', null),
        (3, 'S-1', 'Student', 'Student', 'student', 'CS-A', '2025-01-01', null),
        (4, 'deleted-1', 'Deleted user', null, 'teacher', null, '2025-01-01', '2025-05-01'),
        (5, 'E-1', 'Employee', 'employee', 'employee', null, '2025-01-01', null)`);
    await tx.execute(sql`insert into credentials (person_id, password_hash, changed_at)
      select id, 'hash of ' || code, '2025-02-01' from people where id in (1, 2, 3)`);
    await tx.execute(sql`insert into sessions (token_hash, person_id, created_at, last_seen_at, address)
      select decode(repeat('0' || id, 32), 'hex'), id, '2025-06-01', '2025-06-02', '192.0.2.1' from people where id < 4`);
    const passwords = sql`select person_id, password_hash from credentials order by 1`;
    const sessions = sql`select id, encode(token_hash, 'hex'), person_id, created_at, last_seen_at, address
      from sessions order by 1`;
    const before = [await rowsOf(tx, passwords), await rowsOf(tx, sessions)];
    await migrate(tx, migrations);
    expect([await rowsOf(tx, passwords), await rowsOf(tx, sessions)]).toEqual(before);

    const repos = createRepositories(tx);
    expect(await repos.people.administrators()).toMatchObject([
      { code: 'admin', role: 'owner', username: 'admin', hasPassword: true },
    ]);
    expect(await repos.accounts.ownersWithPassword()).toEqual([1]);
    const ids = [2, 3, 5];
    expect((await repos.people.byIds(ids)).map(({ code, role, email }) => [code, role, email])).toEqual([
      ['T-1', 'teacher', null],
      ['S-1', 'member', null],
      ['E-1', 'member', null],
    ]);
    expect(await rowsOf(tx, sql`select role from people where deleted_at is not null`)).toEqual([
      { role: 'member' },
    ]);
    // A teacher has classes when somebody assigns them, and an office all sections until it is limited.
    expect(await repos.accounts.duties(2, localDate('2025-06-03'))).toEqual({ sections: null, classIds: [] });
    expect(await repos.sessions.byTokenHash(new Uint8Array(32).fill(3))).toMatchObject({
      session: { personId: 3, createdAt: new Date('2025-06-01T00:00:00Z') },
      person: { code: 'S-1', role: 'member' },
      lacksFactor: false,
    });
    expect(await repos.people.byUsername('STUDENT')).toMatchObject({ code: 'S-1' });
    throw new Undo();
  });
  await expect(run).rejects.toBeInstanceOf(Undo);
});
