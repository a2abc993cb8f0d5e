import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readMigrations } from './read-migrations.ts';

/** Migrations from here on; those before are on main and are never edited. */
const FIRST = 50;
/** Tables of millions of rows. */
const LARGE = 'check_ins|attendance_days|class_marks|audit';

it('a migration adds a constraint to a large table as NOT VALID, and validates it in a statement of its own', async () => {
  const migrations = await readMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)));
  const scanning = new RegExp(
    `alter table (only )?(${LARGE})\\b[^;]*\\badd (constraint|check|foreign key)\\b(?![^;]*\\bnot valid\\b)`,
    'i',
  );
  expect(migrations.some(({ sql }) => scanning.test(sql))).toBe(true);
  const found = migrations.filter(({ version, sql }) => version >= FIRST && scanning.test(sql));
  expect(found.map(({ version }) => version)).toEqual([]);
});
