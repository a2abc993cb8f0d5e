import { MAX_IMAGE_BYTES } from '../faces/images/image-file.rules.ts';
import type { ZipEntry } from '../kernel/tables/zip.reader.ts';
import { isStorable } from '../kernel/text.ts';

export const PHOTO_LIMITS = { bytes: 300 * 1024 * 1024, photo: MAX_IMAGE_BYTES, perPerson: 6 } as const;

export interface PhotoGroup {
  readonly code: string;
  readonly personId: number;
  readonly photos: readonly ZipEntry[];
}

const READABLE = /\.(jpe?g|png|webp)$/i;
/** Pictures that nothing here can read. Named, so that nobody believes them registered. */
const UNREADABLE = /\.(hei[cf]|avif|gif|bmp|tiff?|jp2|jxl|dng|cr[23w]|nef|arw|orf|raf|rw2|svg|pdf)$/i;

/** Codes a file name like `A-1.jpg`, `A-1_2.jpg`, `A-1 (3).jpg` or `A-1/front.jpg` can mean, the most literal first. */
export function candidateCodes(name: string): string[] {
  const parts = name.split('/').filter((part) => part !== '');
  const file = (parts.at(-1) ?? '').replace(READABLE, '');
  const folder = parts.at(-2);
  const plain = file.replace(/(?:[_ -]\d{1,2}| \(\d{1,2}\))$/, '');
  return [file, plain, ...(folder === undefined ? [] : [folder])].map((code) => code.toLowerCase());
}

/** Not what a Mac adds to a zip of its own, nor a hidden file. */
const isOwn = ({ name }: ZipEntry): boolean =>
  isStorable(name) && !name.startsWith('__MACOSX/') && !(name.split('/').at(-1) ?? '').startsWith('.');

export const isPhoto = (entry: ZipEntry): boolean => READABLE.test(entry.name) && isOwn(entry);

export interface PhotoGroups {
  readonly groups: readonly PhotoGroup[];
  /** Names that match no code. */
  readonly unknown: readonly string[];
  /** Pictures of a kind that is not read. */
  readonly unreadable: readonly string[];
  /** Photos of people of whom there are more than are kept. */
  readonly surplus: readonly string[];
}

/** Groups photos by person, and names every picture that is left out. */
export function groupPhotos(entries: readonly ZipEntry[], people: ReadonlyMap<string, number>): PhotoGroups {
  const groups = new Map<string, ZipEntry[]>();
  const unknown: string[] = [];
  const surplus: string[] = [];
  for (const entry of entries.filter(isPhoto)) {
    const code = candidateCodes(entry.name).find((each) => people.has(each));
    const photos = code === undefined ? undefined : groups.get(code);
    if (code === undefined) unknown.push(entry.name);
    else if (photos === undefined) groups.set(code, [entry]);
    else if (photos.length < PHOTO_LIMITS.perPerson) photos.push(entry);
    else surplus.push(entry.name);
  }
  return {
    groups: [...groups].map(([code, photos]) => ({ code, personId: people.get(code) ?? 0, photos })),
    unknown,
    unreadable: entries
      .filter((entry) => UNREADABLE.test(entry.name) && isOwn(entry))
      .map(({ name }) => name),
    surplus,
  };
}
