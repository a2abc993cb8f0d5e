import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedSeed, temporaryFolder } from './test-seed.ts';

describe('cachedSeed', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let made = 0;
  const get = async (...parts: string[]) => {
    const path = await cachedSeed({
      folder: folder.path,
      parts,
      create: async () => {
        made += 1;
        return Buffer.from(`seed ${made}`);
      },
    });
    return readFileSync(path, 'utf8');
  };
  beforeEach(() => {
    folder = temporaryFolder();
    made = 0;
  });
  afterEach(() => folder.remove());

  it('creates a seed once, and another one when a migration changes', async () => {
    expect(await get('create table a')).toBe('seed 1');
    expect(await get('create table a')).toBe('seed 1');
    expect(await get('create table a', 'create table b')).toBe('seed 2');
  });

  it('leaves one complete file when several create it at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => get('same')));
    expect(readdirSync(folder.path)).toHaveLength(1);
  });
});
