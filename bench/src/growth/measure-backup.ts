import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { runCommand } from '../shared/run-command.ts';
import { withScratchDatabase } from '../shared/scratch-database.ts';

/** All verdicts of a database as two numbers: how many, and a sum of their hashes, which does not depend on their order. */
async function verdictsIn(pool: pg.Pool) {
  const { rows } = await pool.query<{ days: number; sum: string }>(
    'select count(*)::int as days, sum(hashtextextended(d::text, 0)::numeric)::text as sum from attendance_days d',
  );
  return rows[0] ?? { days: 0, sum: '' };
}

/** Backs the filled database up with the command line and restores the file into an empty one on the same server. */
export async function measureBackup(server: string, pool: pg.Pool, url: string) {
  const root = await mkdtemp(join(tmpdir(), 'rollcall-growth-'));
  const archive = join(root, 'growth.rollcall');
  const key = { DATA_DIR: join(root, 'data'), TEMPLATE_KEY: randomBytes(32).toString('base64') };
  // A backup without an owner, or whose owner has no password, is refused: nobody could sign in. This one is nobody's.
  await pool.query(
    `with owner as (
       insert into people (code, name, username, kind, role, registered_on)
       values ('owner', 'Owner', 'owner', 'admin', 'owner', current_date) returning id)
     insert into credentials (person_id, password_hash, changed_at) select id, 'none', now() from owner`,
  );
  try {
    const backup = await runCommand({ ...key, DATABASE_URL: url }, 'backup', '--out', archive);
    const { size } = await stat(archive);
    const before = await verdictsIn(pool);
    return await withScratchDatabase(server, async (restored, target) => {
      const restore = await runCommand({ ...key, DATABASE_URL: target }, 'restore', archive);
      const after = await verdictsIn(restored);
      if (after.days !== before.days || after.sum !== before.sum)
        throw new Error('The restored days differ.');
      return { days: before.days, archive_megabytes: Math.round(size / 1e6), backup, restore };
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
