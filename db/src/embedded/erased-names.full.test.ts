import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drizzleOn } from '../postgres/open-postgres.ts';
import { createRepositories } from '../repositories.ts';
import { testWorker } from '../testing/test-db.ts';
import { openEmbedded } from './open-embedded.ts';
import { startUpkeep } from './upkeep.ts';

const NAME = 'Unforgettable Erased';
const PHONE = '+44 4711 998877';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-names-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Names of the files below the folder that hold the name or the phone number. */
async function filesWith(path: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if ([NAME, PHONE].some((text) => content.includes(text))) found.push(file.slice(path.length));
  }
  return found;
}

it('the name and phone number of an erased person are in no file of the embedded database after the next night', async () => {
  const dataDir = join(folder, 'postgres');
  const seed = await readFile(process.env.TEST_SEED ?? '');
  const embedded = await openEmbedded({ at: { dataDir }, seed, ...testWorker() });
  const { pool } = embedded;
  const now = new Date('2026-03-02T12:00:00Z');
  const upkeep = startUpkeep({ embedded, now: () => now, every: () => () => {} });
  const { people } = createRepositories(drizzleOn(pool));
  await pool.query(
    `insert into people (code, name, username, kind, registered_on, contact_phone)
     select 'P-' || n, case when n % 3 = 0 then $1 else 'Person ' || n end, 'p.' || n, 'student', '2026-01-01', $2
     from generate_series(1, 30) n`,
    [NAME, PHONE],
  );
  await pool.query(
    `insert into audit (at, actor_id, actor_name, action, address, detail)
     select now(), id, name, 'sign_in', 'x', '{}' from people`,
  );
  // Statistics of frequent values hold the name as well.
  await upkeep.vacuum();
  await upkeep.checkpointIfWritten();
  expect((await filesWith(dataDir)).length).toBeGreaterThan(1);
  const { rows } = await pool.query<{ id: number }>('select id from people');
  for (const { id } of rows) await people.erase(id, now);
  await upkeep.vacuum();
  upkeep.stop();
  await embedded.close();
  expect(await filesWith(dataDir)).toEqual([]);
});
