import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testWorker } from '../../testing/test-db.ts';
import { emptySeed, temporaryFolder } from '../../testing/test-seed.ts';
import { DataFolderError } from '../embedded-errors.ts';
import { postgresMajor } from '../engine/open-pglite.ts';
import { openEmbedded } from '../open-embedded.ts';
import { assertSameMajor, createFromSeed, hasDatabase, removeStalePid, untar } from './data-folder.ts';

describe('the data folder of the embedded database', () => {
  let seed: Uint8Array;
  let folder: ReturnType<typeof temporaryFolder>;
  beforeAll(async () => {
    seed = await emptySeed();
  });
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('is created completely, with no temporary folder left beside it', () => {
    createFromSeed(folder.dataDir, seed);
    expect(hasDatabase(folder.dataDir)).toBe(true);
    expect(readdirSync(folder.path)).toEqual(['postgres']);
    expect(readFileSync(join(folder.dataDir, 'PG_VERSION'), 'utf8').trim()).toBe(postgresMajor);
  });

  it('is created again when the first start was interrupted', () => {
    mkdirSync(`${folder.dataDir}.unfinished`);
    writeFileSync(join(`${folder.dataDir}.unfinished`, 'PG_VERSION'), '');
    createFromSeed(folder.dataDir, seed);
    expect(readFileSync(join(folder.dataDir, 'PG_VERSION'), 'utf8').trim()).toBe(postgresMajor);
  });

  it('is not created over a folder that holds other files', () => {
    mkdirSync(folder.dataDir);
    writeFileSync(join(folder.dataDir, 'thesis.txt'), 'precious');
    expect(() => createFromSeed(folder.dataDir, seed)).toThrow(DataFolderError);
    expect(readdirSync(folder.dataDir)).toEqual(['thesis.txt']);
  });

  it('is rejected when another PostgreSQL version wrote it, with instructions', () => {
    createFromSeed(folder.dataDir, seed);
    writeFileSync(join(folder.dataDir, 'PG_VERSION'), '17\n');
    expect(() => assertSameMajor(folder.dataDir, postgresMajor)).toThrow(/PostgreSQL 17.*backup/s);
  });

  it('opens with an empty postmaster.pid, as left by a power cut', async () => {
    createFromSeed(folder.dataDir, seed);
    writeFileSync(join(folder.dataDir, 'postmaster.pid'), '');
    const embedded = await openEmbedded({ at: { dataDir: folder.dataDir }, ...testWorker() });
    expect((await embedded.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await embedded.close();
    removeStalePid(folder.dataDir);
  });

  it('keeps its content over close and open, and is unlocked in between', async () => {
    for (const expected of [0, 1]) {
      const embedded = await openEmbedded({ at: { dataDir: folder.dataDir }, seed, ...testWorker() });
      await embedded.pool.query('create table if not exists t (a int)');
      const { rows } = await embedded.pool.query('select count(*)::int as n from t');
      expect(rows).toEqual([{ n: expected }]);
      await embedded.pool.query('insert into t values (1)');
      await embedded.close();
    }
  });

  it("reports Postgres' message when it cannot be opened, and is unlocked again", async () => {
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

function entry(name: string, content: string, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

describe('untar', () => {
  const archive = Buffer.concat([
    entry('/base', '', '5'),
    entry('/base/1', 'x'.repeat(600)),
    entry('/empty', ''),
    Buffer.alloc(1024),
  ]);
  const expected = [
    ['base', true, 0],
    ['base/1', false, 600],
    ['empty', false, 0],
  ];
  const summary = (bytes: Uint8Array) =>
    untar(bytes).map((found) => [found.name, found.directory, found.bytes.length]);

  it('finds folders, files and empty files, gzipped or not', () => {
    expect(summary(archive)).toEqual(expected);
    expect(summary(gzipSync(archive))).toEqual(expected);
  });

  it('rejects a truncated archive', () => {
    expect(() => untar(archive.subarray(0, 1100))).toThrow('damaged at /base/1');
  });

  it('rejects a path outside the folder', () => {
    expect(() => untar(entry('../../../etc/passwd', 'x'))).toThrow('outside itself');
  });
});
