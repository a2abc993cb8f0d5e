/**
 * Large fonts in slices, each with the letters of some ranges, of which a report loads those that it needs. Earlier ones
 * come first. `only`: what the font is used for, because the ranges name letters that it does not have.
 */
export const SLICED_FONTS = [
  { name: 'noto-emoji', only: /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u },
  { name: 'noto-sans-kr', only: /\p{Script=Hangul}/u },
  { name: 'noto-sans-sc', only: /^\P{Script=Hangul}/u },
] as const;

export type SlicedFont = (typeof SLICED_FONTS)[number];

/** How a host reads them. */
export interface SliceFiles {
  /** The ranges of each slice, like `U+4e00-4e0f,U+4e11`. */
  ranges(font: SlicedFont['name']): Promise<Readonly<Record<string, string>>>;
  /** The WOFF2 file of a slice, with weights from thin to bold. */
  slice(font: SlicedFont['name'], slice: string): Promise<Uint8Array>;
}

/** Marks that only change their neighbours. A font need not have them. */
const INVISIBLE = /^(?:\p{Cf}|\p{Variation_Selector})$/u;

/** Without the marks that the font does not have, which it would print as boxes. */
export const withoutMissingMarks = (grapheme: string, has: (code: number) => boolean): string =>
  [...grapheme].filter((letter) => !INVISIBLE.test(letter) || has(letter.codePointAt(0) ?? 0)).join('');

/** The letters that a font must have to print a grapheme. */
export function neededCodes(grapheme: string): number[] {
  const letters = [...grapheme];
  const visible = letters.length > 1 ? letters.filter((letter) => !INVISIBLE.test(letter)) : letters;
  return (visible.length > 0 ? visible : letters).map((letter) => letter.codePointAt(0) ?? 0);
}

interface Slice {
  readonly name: string;
  readonly ranges: readonly (readonly [number, number])[];
}

function parseRanges(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [from = 0, to = from] = range
      .trim()
      .slice('U+'.length)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return [from, to];
  });
}

/** Finds the slices in which the letters of a grapheme may be, of each font those that have all of them first. */
export function createSliceFinder(files: SliceFiles) {
  const indexes = new Map<SlicedFont, Promise<Slice[]>>();
  const indexOf = (font: SlicedFont): Promise<Slice[]> => {
    const known = indexes.get(font);
    if (known) return known;
    const read = files
      .ranges(font.name)
      .then((ranges) =>
        Object.entries(ranges).map(([name, text]) => ({
          name: name.replace(/[[\]]/g, ''),
          ranges: parseRanges(text),
        })),
      )
      .catch((error: unknown) => {
        indexes.delete(font); // read again with the next report
        throw error;
      });
    indexes.set(font, read);
    return read;
  };

  return async (grapheme: string): Promise<{ font: SlicedFont; slice: string }[]> => {
    const codes = neededCodes(grapheme);
    const found: { font: SlicedFont; slice: string }[] = [];
    for (const font of SLICED_FONTS) {
      if (!font.only.test(grapheme)) continue;
      const slices = await indexOf(font);
      const has = ({ ranges }: Slice, code: number) =>
        ranges.some(([from, to]) => from <= code && code <= to);
      const whole = slices.filter((slice) => codes.every((code) => has(slice, code)));
      const first = slices.filter((slice) => has(slice, codes[0] ?? 0));
      for (const { name } of [...whole, ...first]) found.push({ font, slice: name });
    }
    return found;
  };
}
