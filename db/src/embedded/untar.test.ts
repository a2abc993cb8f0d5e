import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { untar } from './untar.ts';

function entry(name: string, content: string, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(type, 156);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

describe('reading a seed archive', () => {
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

  it('finds folders, files and empty files, packed or not', () => {
    expect(summary(archive)).toEqual(expected);
    expect(summary(gzipSync(archive))).toEqual(expected);
  });

  it('refuses one that ends too early', () => {
    expect(() => untar(archive.subarray(0, 1100))).toThrow('damaged at /base/1');
  });

  it('refuses a path that leaves the folder', () => {
    expect(() => untar(entry('../../etc/passwd', 'x'))).toThrow('outside itself');
  });
});
