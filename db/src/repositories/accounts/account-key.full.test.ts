import { accountKey } from '@rollcall/core/auth/auth.rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../connection.ts';
import { migrate } from '../../migrations/migrate.ts';
import { readMigrations } from '../../migrations/read-migrations.ts';
import { createRepositories } from '../../repositories.ts';
import { openTestDb, type TestDb } from '../../testing/test-db.ts';
import { MIGRATIONS_FOLDER } from '../../testing/test-seed.ts';

let test: TestDb;
beforeAll(async () => {
  test = await openTestDb();
});
afterAll(() => test.close());

/** The version of Unicode that the list of letters in the migration was made with. */
const UNICODE = 17;

/** Every letter that is changed, and one of a hundred of those that are not. */
function letters(): string[] {
  const found: string[] = [];
  for (let code = 0x21; code <= 0x1ffff; code += 1) {
    const letter = code >= 0xd800 && code <= 0xdfff ? '' : String.fromCodePoint(code);
    if (/[\p{L}\p{N}\p{M}]/u.test(letter) && (accountKey(letter) !== letter || code % 100 === 0))
      found.push(letter);
  }
  return found;
}

class Undo extends Error {}

describe('the key of an account', () => {
  it('is the same in the database and in core, for every letter', async () => {
    // Compatibility forms of the newest letters are known to the newer of the two only.
    const all = [
      ...letters().map((letter) => `a${letter.normalize('NFKC')}b`),
      'ﬁ',
      'Å',
      'Ｋｉｍ',
      'A\u030a',
    ];
    const rows = await rowsOf<{ text: string; key: string }>(
      test.db,
      sql`select text, account_key(text) as key from jsonb_array_elements_text(${JSON.stringify(all)}::jsonb) text`,
    );
    expect(rows.length).toBeGreaterThan(5000);
    const different = rows.filter(({ text, key }) => key !== accountKey(text));
    // A newer Node may know letters that the list in the migration lacks.
    const isNewer = Number.parseInt(process.versions.unicode ?? '0', 10) > UNICODE;
    expect(isNewer ? different.filter(({ text }) => /^[\0-\u24ff]*$/.test(text)) : different).toEqual([]);
  });

  it('has an index', async () => {
    const plan = await test.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return rowsOf(
        tx,
        sql`explain select 1 from people where account_key(username) = account_key(${'kim'})`,
      );
    });
    expect(JSON.stringify(plan)).toContain('people_username_key');
  });

  it('keeps every account of an upgrade, also those whose names are the same from now on', async () => {
    const migrations = await readMigrations(MIGRATIONS_FOLDER);
    const signIn = migrations.find(({ name }) => name.includes('sign_in'))?.version ?? 0;
    const run = test.db.transaction(async (tx) => {
      await tx.execute(sql`create schema before_upgrade`);
      await tx.execute(sql`set local search_path to before_upgrade`);
      await migrate(
        tx,
        migrations.filter(({ version }) => version < signIn),
      );
      const names = ['Kim', 'ισιδωρας', 'ΙΣΙΔΩΡΑΣ2', 'ισιδωρασ', 'ﬁona', 'fiona', 'zoë'];
      for (const [index, name] of names.entries())
        await tx.execute(sql`insert into people (code, name, username, kind, registered_on)
          values (${`U-${index}`}, 'Somebody', ${name}, 'student', '2025-01-01')`);
      await migrate(tx, migrations);

      const { people } = createRepositories(tx);
      const found = async (typed: string) => (await people.byUsername(typed))?.code;
      // Spelt as it is stored, everybody finds their own account; so does any case of it.
      for (const [index, name] of names.entries()) expect(await found(name)).toBe(`U-${index}`);
      expect([await found('KİM'), await found(' kim '), await found('FIONA')]).toEqual(['U-0', 'U-0', 'U-5']);
      expect([await found('ΖΟË'), await found('ZOË')]).toEqual([undefined, 'U-6']);

      // A name that is taken in any spelling stays taken, and the twin keeps its own when it is saved again.
      const twin = await people.byUsername('fiona');
      expect(await people.update(twin?.id ?? 0, { username: 'fiona', name: 'Fiona' })).toMatchObject({
        code: 'U-5',
      });
      expect(await people.update(twin?.id ?? 0, { username: 'fiona2' })).toMatchObject({
        username: 'fiona2',
      });
      await expect(
        tx.transaction((inner) =>
          createRepositories(inner).people.update(twin?.id ?? 0, { username: 'kIm' }),
        ),
      ).rejects.toMatchObject({ code: 'username_taken' });
      throw new Undo();
    });
    await expect(run).rejects.toThrow(Undo);
  });
});
