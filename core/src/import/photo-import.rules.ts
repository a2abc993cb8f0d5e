import type { ZipEntry } from '../kernel/tables/zip.reader.ts';
import { isStorable } from '../kernel/text.ts';

export const PHOTO_LIMITS = { bytes: 300 * 1024 * 1024, photo: 8 * 1024 * 1024, perPerson: 6 } as const;

export interface PhotoGroup {
  readonly code: string;
  readonly personId: number;
  readonly photos: readonly ZipEntry[];
}

const IMAGE = /\.(jpe?g|png|webp)$/i;

/** Codes a file name like `A-1.jpg`, `A-1_2.jpg`, `A-1 (3).jpg` or `A-1/front.jpg` can mean, the most literal first. */
export function candidateCodes(name: string): string[] {
  const parts = name.split('/').filter((part) => part !== '');
  const file = (parts.at(-1) ?? '').replace(IMAGE, '');
  const folder = parts.at(-2);
  const plain = file.replace(/(?:[_ -]\d{1,2}| \(\d{1,2}\))$/, '');
  return [file, plain, ...(folder === undefined ? [] : [folder])].map((code) => code.toLowerCase());
}

export const isPhoto = ({ name }: ZipEntry): boolean =>
  IMAGE.test(name) &&
  isStorable(name) &&
  !name.startsWith('__MACOSX/') &&
  !(name.split('/').at(-1) ?? '').startsWith('.');

/** Groups photos by person; `unknown` lists the file names that match no code. */
export function groupPhotos(
  entries: readonly ZipEntry[],
  people: ReadonlyMap<string, number>,
): { groups: PhotoGroup[]; unknown: string[] } {
  const groups = new Map<string, ZipEntry[]>();
  const unknown: string[] = [];
  for (const entry of entries.filter(isPhoto)) {
    const code = candidateCodes(entry.name).find((each) => people.has(each));
    if (code === undefined) unknown.push(entry.name);
    else {
      const photos = groups.get(code);
      if (photos) photos.push(entry);
      else groups.set(code, [entry]);
    }
  }
  return {
    groups: [...groups].map(([code, photos]) => ({
      code,
      personId: people.get(code) ?? 0,
      photos: photos.slice(0, PHOTO_LIMITS.perPerson),
    })),
    unknown,
  };
}
