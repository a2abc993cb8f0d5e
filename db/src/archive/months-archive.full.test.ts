import type { ArchiveEnd, TableRows } from '@rollcall/core/backup/backup.ports';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, rowsOf } from '../connection.ts';
import type { Migration } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/read-migrations.ts';
import { rollupDifferences } from '../repositories/rollups.ts';
import { openOldSchema } from '../testing/old-schema.ts';
import type { TestDb } from '../testing/test-db.ts';
import { MIGRATIONS_FOLDER } from '../testing/test-seed.ts';
import { createSnapshots } from './archive-reader.ts';
import { createRestoreTarget } from './restore-target.ts';

/** The last version with all attendance days in one table. */
const BEFORE = 45;

interface Archive {
  readonly schema: number;
  readonly tables: readonly TableRows[];
  readonly end: ArchiveEnd;
}

let test: TestDb;
let migrations: Migration[];
let old: Archive;
let figures: unknown;

const archiveOf = (db: Db): Promise<Archive> =>
  createSnapshots(db).read(async (reader) => {
    const tables: TableRows[] = [];
    for (const table of (await reader.tableRowCounts()).keys())
      for await (const rows of reader.rows(table)) tables.push({ table, rows });
    return {
      schema: await reader.schemaVersion(),
      tables,
      end: { sequences: await reader.sequences() },
    };
  });

async function restore({ schema, tables, end }: Archive): Promise<void> {
  async function* content(): AsyncGenerator<TableRows, ArchiveEnd> {
    yield* tables;
    return end;
  }
  const about = { schema, institution: 'Old School', demo: false, createdAt: '2026-02-01T00:00:00.000Z' };
  await createRestoreTarget({ db: test.db, migrations }).replaceAll(about, content(), async () => {});
}

/** The days and what was counted from them. */
async function figuresNow(): Promise<unknown> {
  const found: unknown[] = [];
  for (const table of ['attendance_days', 'day_rollups', 'section_months', 'hour_rollups', 'person_rollups'])
    found.push(
      await rowsOf(
        test.db,
        sql`select to_jsonb(t) as row from ${sql.identifier(table)} t
            where ${table === 'person_rollups' ? sql`(present, due, on_time) <> (0, 0, 0)` : sql`true`} order by t::text`,
      ),
    );
  return found;
}

async function expectFigures(): Promise<void> {
  expect(await figuresNow()).toEqual(figures);
  expect(await rollupDifferences(test.db)).toEqual([]);
}

beforeAll(async () => {
  test = await openOldSchema(BEFORE);
  migrations = await readMigrations(MIGRATIONS_FOLDER);
  await test.pool.query(`
    insert into people (code, name, kind, role, registered_on) values ('admin', 'Administrator', 'admin', 'owner', '2020-01-01');
    insert into credentials (person_id, password_hash, changed_at) select id, 'hash', now() from people;
    insert into people (code, name, kind, class_section, registered_on)
      select 'O-' || n, 'Old ' || n, 'student', 'A', '2020-01-01' from generate_series(1, 3) n;
    insert into attendance_days (person_id, day, status, source, kind, section, first_in, arrival_minutes, day_off,
      rule_start, rule_grace, rule_cutoff, rule_auto_absent, decided_at)
    select p.id, d, case when is_seen then 'on_time' else 'absent' end, 'check_in', p.kind, p.class_section,
      case when is_seen then d + time '09:05' end, case when is_seen then 545 end, is_off,
      '09:00', 15, '09:30', 60, '2026-02-01'
    from people p, unnest('{2019-12-31,2020-01-01,2025-11-30,2026-01-31,2026-02-01}'::date[]) d
    cross join lateral (select extract(isodow from d) > 5 as is_off, p.id % 2 = 0 or extract(isodow from d) > 5 as is_seen) said
    where p.kind = 'student'`);
  figures = await figuresNow();
  old = await archiveOf(test.db);
});
afterAll(() => test.close());

describe('a backup of the version without months', () => {
  it('is restored with the same days and figures, and so is a backup of that, and of that', async () => {
    expect(old.schema).toBe(BEFORE);
    await restore(old);
    await expectFigures();
    const first = await archiveOf(test.db);
    expect(first.schema).toBeGreaterThan(BEFORE);
    await restore(first);
    await expectFigures();
    const second = await archiveOf(test.db);
    expect(second.tables.filter(({ table }) => table.startsWith('attendance_days'))).toEqual(
      first.tables.filter(({ table }) => table === 'attendance_days'),
    );
    await restore(second);
    await expectFigures();
  });
});

describe('a backup that a server of that version made of the upgraded database', () => {
  it('has the months as tables, and is restored with the same days and figures', async () => {
    await restore(old);
    const { schema, tables, end } = await archiveOf(test.db);
    const asBefore = tables.flatMap((each) => {
      if (each.table !== 'attendance_days') return [each];
      const monthOf = (row: string): string => JSON.parse(row).day.slice(0, 7).replace('-', '_');
      return [...new Set(each.rows.map(monthOf))].map((month) => ({
        table: `attendance_days_${month}`,
        rows: each.rows.filter((row) => monthOf(row) === month),
      }));
    });
    expect(asBefore.filter(({ table }) => table.startsWith('attendance_days_'))).toHaveLength(5);
    await restore({ schema, tables: asBefore, end });
    await expectFigures();
  });

  it('is refused with a table that is none of a month', async () => {
    const { schema, tables, end } = await archiveOf(test.db);
    const foreign = { table: 'attendance_days_x', rows: ['{}'] };
    await expect(restore({ schema, tables: [...tables, foreign], end })).rejects.toThrow('attendance_days_x');
    await expectFigures();
  });
});
