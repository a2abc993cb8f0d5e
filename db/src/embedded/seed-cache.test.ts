import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from './embedded-test-kit.ts';
import { cachedSeed } from './seed-cache.ts';

describe('the cache of seeds', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let made = 0;
  const get = (...parts: string[]) =>
    cachedSeed({
      folder: folder.path,
      parts,
      create: async () => {
        made += 1;
        return Buffer.from(`seed ${made}`);
      },
    });
  beforeEach(() => {
    folder = temporaryFolder();
    made = 0;
  });
  afterEach(() => folder.remove());

  it('makes a seed once, and another when a migration changes', async () => {
    expect(String(await get('create table a'))).toBe('seed 1');
    expect(String(await get('create table a'))).toBe('seed 1');
    expect(String(await get('create table a', 'create table b'))).toBe('seed 2');
  });

  it('leaves only whole files when many make it at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => get('same')));
    expect(readdirSync(folder.path)).toHaveLength(1);
  });
});
