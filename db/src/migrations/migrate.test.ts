import { sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../connection.ts';
import * as accountsSchema from '../schema/accounts.schema.ts';
import * as attendanceSchema from '../schema/attendance.schema.ts';
import * as cardSchema from '../schema/cards.schema.ts';
import * as dataSafetySchema from '../schema/data-safety.schema.ts';
import * as drillSchema from '../schema/drills.schema.ts';
import * as evidenceSchema from '../schema/evidence.schema.ts';
import * as faceSchema from '../schema/faces.schema.ts';
import * as factorSchema from '../schema/factors.schema.ts';
import * as schema from '../schema/institution.schema.ts';
import * as kioskCareSchema from '../schema/kiosk-care.schema.ts';
import * as kioskQueueSchema from '../schema/kiosk-queue.schema.ts';
import * as kioskSchema from '../schema/kiosks.schema.ts';
import * as providerSchema from '../schema/providers.schema.ts';
import { openTestDb, type TestDb } from '../testing/test-db.ts';
import { MIGRATIONS_FOLDER } from '../testing/test-seed.ts';
import { indexesOf, isIndexMigration } from './index-migrations.ts';
import { type Migration, migrate, schemaVersion } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

let test: TestDb;
let migrations: Migration[];
beforeAll(async () => {
  test = await openTestDb();
  migrations = await readMigrations(MIGRATIONS_FOLDER);
});
afterAll(() => test.close());

describe('migrate', () => {
  it('has migrations numbered without gaps', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('runs each migration once', async () => {
    const before = await rowsOf(test.db, sql`select * from schema_migrations order by version`);
    await migrate(test.db, migrations);
    expect(await rowsOf(test.db, sql`select * from schema_migrations order by version`)).toEqual(before);
  });

  it('rolls back a migration that fails', async () => {
    const broken = {
      version: 900,
      name: '0900_broken.sql',
      sql: 'create table half (id int); select nonsense;',
    };
    await expect(migrate(test.db, [...migrations, broken])).rejects.toThrow('0900_broken.sql failed');
    expect(await rowsOf(test.db, sql`select to_regclass('half') as name`)).toEqual([{ name: null }]);
    expect(await schemaVersion(test.db)).toBe(migrations.length);
  });

  it('refuses a migration that was edited after it ran, but not one that ran before checksums were kept', async () => {
    const last = migrations.at(-1);
    if (!last) throw new Error('No migrations.');
    const edited = (text: string) => [...migrations.slice(0, -1), { ...last, sql: text }];
    await migrate(test.db, edited(`-- another comment\n\n${last.sql}`));
    const changed = edited(`${last.sql}; select 1`);
    await expect(migrate(test.db, changed)).rejects.toThrow(`${last.name} is not the one`);
    await test.db.execute(sql`update schema_migrations set checksum = null where version = ${last.version}`);
    await migrate(test.db, changed);
  });

  it('adds checksums to a database made before they were kept, and adopts what ran', async () => {
    await test.db.execute(sql`alter table schema_migrations drop column checksum`);
    await migrate(test.db, migrations);
    const rows = await rowsOf<{ checksum: string | null }>(
      test.db,
      sql`select checksum from schema_migrations`,
    );
    expect(new Set(rows.map(({ checksum }) => checksum))).toEqual(new Set([null]));
  });

  it('refuses an index migration that does something else', () => {
    const file = {
      name: '0902_x.sql',
      sql: '-- indexes\ncreate index if not exists a on b (c);\ndrop table b;',
    };
    expect(() => indexesOf(file)).toThrow('drop table b');
    expect(migrations.filter(isIndexMigration).flatMap(indexesOf).length).toBeGreaterThan(0);
  });

  it('refuses a database of a newer Rollcall', async () => {
    const newer = { version: 901, name: '0901_newer.sql', sql: 'select 1' };
    await migrate(test.db, [...migrations, newer]);
    await expect(migrate(test.db, migrations)).rejects.toThrow('newer Rollcall');
    await test.db.execute(sql`delete from schema_migrations where version = 901`);
  });

  it('creates exactly the columns that the TypeScript schema describes', async () => {
    const described = Object.values({
      ...schema,
      ...accountsSchema,
      ...attendanceSchema,
      ...evidenceSchema,
      ...kioskSchema,
      ...kioskQueueSchema,
      ...cardSchema,
      ...kioskCareSchema,
      ...drillSchema,
      ...faceSchema,
      ...factorSchema,
      ...providerSchema,
      ...dataSafetySchema,
    })
      .filter((each) => each instanceof PgTable)
      .flatMap((table) => {
        const { name, columns } = getTableConfig(table);
        return columns.map((column) => `${name}.${column.name} ${column.notNull ? 'not null' : 'null'}`);
      });
    const real = await rowsOf<{ column: string }>(
      test.db,
      sql`select table_name || '.' || column_name || case is_nullable when 'NO' then ' not null' else ' null' end as column
          from information_schema.columns join information_schema.tables using (table_schema, table_name)
          where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`,
    );
    expect(described.sort()).toEqual(real.map(({ column }) => column).sort());
  });
});
