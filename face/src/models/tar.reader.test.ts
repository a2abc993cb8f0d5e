import { describe, expect, it } from 'vitest';
import { makeTar } from '../testing/tar.fixture.ts';
import { readFromTar } from './tar.reader.ts';

const long = `package/${'deep/'.repeat(30)}file.bin`;
const tar = makeTar({
  'package/a.txt': Uint8Array.of(1, 2, 3),
  [long]: Uint8Array.of(9),
  'package/empty': new Uint8Array(0),
  'package/big': new Uint8Array(1300).fill(7),
});

describe('reading a tar archive', () => {
  it('finds each file with exactly its bytes, long names too', () => {
    expect([...(readFromTar(tar, 'package/a.txt') ?? [])]).toEqual([1, 2, 3]);
    expect([...(readFromTar(tar, long) ?? [])]).toEqual([9]);
    expect(readFromTar(tar, 'package/empty')?.length).toBe(0);
    expect(readFromTar(tar, 'package/big')?.length).toBe(1300);
  });

  it('says when a file is not there', () => {
    expect(readFromTar(tar, 'package/other')).toBeNull();
  });

  it('refuses an archive that was cut short', () => {
    expect(() => readFromTar(tar.subarray(0, tar.length - 2000), 'package/other')).toThrow(/cut short/);
  });
});
