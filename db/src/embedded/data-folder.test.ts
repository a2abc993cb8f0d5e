import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertSameMajor, createFromSeed, hasDatabase, removeStalePid } from './data-folder.ts';
import { DataFolderError } from './embedded-errors.ts';
import { emptySeed, temporaryFolder } from './embedded-test-kit.ts';
import { openEmbedded } from './open-embedded.ts';
import { postgresMajor } from './open-pglite.ts';

describe('the folder of the embedded database', () => {
  let seed: Uint8Array;
  let folder: ReturnType<typeof temporaryFolder>;
  beforeAll(async () => {
    seed = await emptySeed();
  });
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('appears whole, with nothing unfinished left beside it', () => {
    createFromSeed(folder.dataDir, seed);
    expect(hasDatabase(folder.dataDir)).toBe(true);
    expect(readdirSync(folder.path)).toEqual(['postgres']);
    expect(readFileSync(join(folder.dataDir, 'PG_VERSION'), 'utf8').trim()).toBe(postgresMajor);
  });

  it('is made anew when the first start was cut short', () => {
    mkdirSync(`${folder.dataDir}.unfinished`);
    writeFileSync(join(`${folder.dataDir}.unfinished`, 'PG_VERSION'), '');
    createFromSeed(folder.dataDir, seed);
    expect(readFileSync(join(folder.dataDir, 'PG_VERSION'), 'utf8').trim()).toBe(postgresMajor);
  });

  it('never overwrites a folder that holds something else', () => {
    mkdirSync(folder.dataDir);
    writeFileSync(join(folder.dataDir, 'thesis.txt'), 'precious');
    expect(() => createFromSeed(folder.dataDir, seed)).toThrow(DataFolderError);
    expect(readdirSync(folder.dataDir)).toEqual(['thesis.txt']);
  });

  it('of another PostgreSQL is refused with the way out', () => {
    createFromSeed(folder.dataDir, seed);
    writeFileSync(join(folder.dataDir, 'PG_VERSION'), '17\n');
    expect(() => assertSameMajor(folder.dataDir, postgresMajor)).toThrow(/PostgreSQL 17.*backup/s);
  });

  it('opens with the empty postmaster.pid that a power cut leaves', async () => {
    createFromSeed(folder.dataDir, seed);
    writeFileSync(join(folder.dataDir, 'postmaster.pid'), '');
    const embedded = await openEmbedded({ at: { dataDir: folder.dataDir } });
    expect((await embedded.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await embedded.close();
    removeStalePid(folder.dataDir);
  });

  it('keeps its content over close and open, and is free for the next in between', async () => {
    for (const expected of [0, 1]) {
      const embedded = await openEmbedded({ at: { dataDir: folder.dataDir }, seed });
      await embedded.pool.query('create table if not exists t (a int)');
      const { rows } = await embedded.pool.query('select count(*)::int as n from t');
      expect(rows).toEqual([{ n: expected }]);
      await embedded.pool.query('insert into t values (1)');
      await embedded.close();
    }
  });

  it('says what Postgres said when it cannot be opened, and is free for another try', async () => {
    createFromSeed(folder.dataDir, seed);
    const control = join(folder.dataDir, 'global', 'pg_control');
    const good = readFileSync(control);
    writeFileSync(control, Buffer.alloc(good.length));
    await expect(openEmbedded({ at: { dataDir: folder.dataDir } })).rejects.toThrow(
      /incompatible with server/,
    );
    writeFileSync(control, good);
    const embedded = await openEmbedded({ at: { dataDir: folder.dataDir } });
    await embedded.close();
  });
});
