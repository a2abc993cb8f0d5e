import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptySeed, temporaryFolder } from '../../testing/test-seed.ts';
import { NotDurableError } from '../embedded-errors.ts';
import { startParams } from '../engine/start-params.ts';
import { createFromSeed } from './data-folder.ts';
import { assertDurable, DurableFs } from './durable-fs.ts';

describe('assertDurable', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let pg: PGlite | undefined;
  beforeEach(async () => {
    folder = temporaryFolder();
    createFromSeed(folder.dataDir, await emptySeed());
  });
  afterEach(async () => {
    await pg?.close();
    pg = undefined;
    folder.remove();
  });

  it('accepts DurableFs: every commit calls fsync, a read does not', async () => {
    const fs = new DurableFs(folder.dataDir);
    pg = await PGlite.create({ fs, startParams: startParams({ durable: true }) });
    await assertDurable(pg, () => fs.syncs);
    await pg.exec('create table t (a int)');
    for (let n = 0; n < 5; n += 1) {
      const before = fs.syncs;
      await pg.query('insert into t values ($1)', [n]);
      expect(fs.syncs).toBeGreaterThan(before);
    }
    const before = fs.syncs;
    await pg.query('select * from t');
    expect(fs.syncs).toBe(before);
  });

  it('syncs data files and folders at a checkpoint, not only the log', async () => {
    const fs = new DurableFs(folder.dataDir);
    pg = await PGlite.create({ fs, startParams: startParams({ durable: true }) });
    await pg.exec(
      'create table a (x int); create table b (x int); insert into a values (1); insert into b values (1)',
    );
    const before = fs.syncs;
    await pg.exec('CHECKPOINT');
    expect(fs.syncs - before).toBeGreaterThanOrEqual(4);
  });

  it("rejects PGlite's own NodeFS, whose fsync does nothing", async () => {
    pg = await PGlite.create({ fs: new NodeFS(folder.dataDir), startParams: startParams({ durable: true }) });
    await expect(assertDurable(pg, () => 0)).rejects.toThrow(NotDurableError);
  });

  it('rejects settings that skip fsync', async () => {
    const fs = new DurableFs(folder.dataDir);
    pg = await PGlite.create({ fs, startParams: startParams({ durable: false }) });
    await expect(assertDurable(pg, () => fs.syncs)).rejects.toThrow(/fsync=off/);
  });
});
