import { migrate } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/read-migrations.ts';
import { openTestDb, type TestDb } from './test-db.ts';
import { MIGRATIONS_FOLDER } from './test-seed.ts';

/** A database as an older version left it, with one school, and the way to the present. */
export async function openOldSchema(version: number): Promise<TestDb & { upgrade: () => Promise<void> }> {
  const test = await openTestDb();
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  await test.pool.query('drop schema public cascade; create schema public');
  await migrate(test.db, migrations.slice(0, version));
  await test.pool.query(
    `insert into institution (name, time_zone, working_days) values ('Old School', 'UTC', '{1,2,3,4,5}')`,
  );
  return { ...test, upgrade: () => migrate(test.db, migrations) };
}
