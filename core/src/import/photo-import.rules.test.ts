import { describe, expect, it } from 'vitest';
import type { ZipEntry } from '../kernel/tables/zip.reader.ts';
import { groupPhotos, PHOTO_LIMITS } from './photo-import.rules.ts';

const entry = (name: string): ZipEntry => ({ name, bytes: 1, read: async () => new Uint8Array(1) });
const people = new Map([['a-1', 7]]);

describe('groupPhotos', () => {
  it('takes the first photos of a person out of very many, without copying them for each', () => {
    const entries = Array.from({ length: 200_000 }, (_, index) => entry(`A-1/${index}.jpg`));
    const { groups, unknown, surplus } = groupPhotos(entries, people);
    expect(surplus).toHaveLength(200_000 - PHOTO_LIMITS.perPerson);
    expect(groups.map(({ personId, photos }) => [personId, photos.length])).toEqual([
      [7, PHOTO_LIMITS.perPerson],
    ]);
    expect(unknown).toEqual([]);
  });

  it('names every picture that it leaves out', () => {
    const names = [
      'A-1.jpg',
      'A-1_2.webp',
      'A-1.HEIC',
      'A-1.avif',
      'nobody.jpg',
      'a-1.tif',
      'notes.txt',
      '.hidden.heic',
    ];
    const found = groupPhotos([...names, '__MACOSX/A-1.heic'].map(entry), people);
    expect(found.groups.map(({ photos }) => photos.map(({ name }) => name))).toEqual([
      ['A-1.jpg', 'A-1_2.webp'],
    ]);
    expect(found).toMatchObject({
      unknown: ['nobody.jpg'],
      unreadable: ['A-1.HEIC', 'A-1.avif', 'a-1.tif'],
      surplus: [],
    });
  });

  it('leaves out names that cannot be stored, and so cannot be looked up', () => {
    const { groups, unknown } = groupPhotos([entry('a-1\u0000.jpg'), entry('\u0000/front.jpg')], people);
    expect([groups, unknown]).toEqual([[], []]);
  });
});
