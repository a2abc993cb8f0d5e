import { describe, expect, it } from 'vitest';
import { makeTar } from '../testing/tar.fixture.ts';
import { readFromTar } from './npm-package.ts';

const long = `package/${'deep/'.repeat(30)}file.bin`;
const tar = makeTar({
  'package/a.txt': Uint8Array.of(1, 2, 3),
  [long]: Uint8Array.of(9),
  'package/empty': new Uint8Array(0),
  'package/big': new Uint8Array(1300).fill(7),
});

describe('readFromTar', () => {
  it('reads files byte for byte, also with long names', () => {
    expect([...(readFromTar(tar, 'package/a.txt') ?? [])]).toEqual([1, 2, 3]);
    expect([...(readFromTar(tar, long) ?? [])]).toEqual([9]);
    expect(readFromTar(tar, 'package/empty')?.length).toBe(0);
    expect(readFromTar(tar, 'package/big')?.length).toBe(1300);
  });

  it('returns null for a missing file', () => {
    expect(readFromTar(tar, 'package/other')).toBeNull();
  });

  it('throws for a truncated archive', () => {
    expect(() => readFromTar(tar.subarray(0, tar.length - 2000), 'package/other')).toThrow(/cut short/);
  });
});
