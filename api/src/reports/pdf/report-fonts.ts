/// <reference path="./pdf-packages.d.ts" />
import { AppError } from '@rollcall/core/kernel/errors';
import { create, type Font } from 'fontkit';
import {
  createSliceFinder,
  neededCodes,
  SLICED_FONTS,
  type SlicedFont,
  type SliceFiles,
  withoutMissingMarks,
} from './font-slices.ts';
import { graphemes } from './graphemes.ts';
import { openWeightPicker, type WeightPicker } from './static-font.ts';
import { forLayout, visualOrder } from './visual-order.ts';

export type Weight = 'regular' | 'bold';
const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, bold: 600 };

/** A font file of the host. Each letter is printed in the first font that has it. */
export interface FontFile {
  readonly weight: Weight;
  readonly bytes: Uint8Array;
}

/** The fonts of the host: those of every report, and those that are loaded when a text needs them. */
export interface FontSource {
  readonly files: () => Promise<readonly FontFile[]>;
  readonly slices: SliceFiles;
  /** HarfBuzz's subsetting module, `harfbuzz-subset.wasm`. */
  readonly harfBuzz: () => Promise<BufferSource>;
}

export interface NamedFont {
  readonly name: string;
  readonly font: Font;
}

/** A piece of text that one font can print, as it has to be laid out. */
export interface Run {
  readonly font: NamedFont;
  readonly text: string;
  /** True when the text must be laid out as a whole: word by word, the words would follow from left to right. */
  readonly isWhole: boolean;
}

export interface ReportFonts {
  readonly first: Font;
  /** Loads what is missing to print these texts. To be called before they are measured or drawn. */
  prepare(texts: Iterable<string>): Promise<void>;
  /** From left to right as printed. */
  runs(text: string, weight: Weight): Run[];
}

const ASCII = /^[\t-~]*$/;

const hasAll = (font: Font, codes: readonly number[]): boolean =>
  codes.every((code) => font.hasGlyphForCodePoint(code));

/** A slice of a large font; a weight is made when it is first used. */
interface LoadedSlice {
  readonly of: SlicedFont;
  readonly name: string;
  readonly in: (weight: Weight) => NamedFont;
}

export async function createReportFonts(source: FontSource): Promise<ReportFonts> {
  let count = 0;
  const named = (bytes: Uint8Array): NamedFont => {
    count += 1;
    return { name: `f${count}`, font: create(bytes) };
  };
  const files = (await source.files()).map(({ weight, bytes }) => ({ weight, ...named(bytes) }));
  const inFiles = new Set<NamedFont>(files);
  const of = (weight: Weight): NamedFont[] => files.filter((each) => each.weight === weight);
  // Letters without a bold font are printed in a regular one.
  const byWeight = { regular: of('regular'), bold: [...of('bold'), ...of('regular')] };
  const [first] = byWeight.regular;
  if (!first) throw new AppError('internal', { message: 'There is no font to print with.' });

  const findSlices = createSliceFinder(source.slices);
  let slices: readonly LoadedSlice[] = [];
  let picker: Promise<WeightPicker> | null = null;

  const loadSlice = async (of: SlicedFont, name: string): Promise<LoadedSlice> => {
    const known = slices.find((slice) => slice.of === of && slice.name === name);
    if (known) return known;
    picker ??= source
      .harfBuzz()
      .then(openWeightPicker)
      .catch((error: unknown) => {
        picker = null; // tried again with the next report
        throw error;
      });
    const [pick, file, { default: decompress }] = await Promise.all([
      picker,
      source.slices.slice(of.name, name),
      import('woff2-encoder/decompress'),
    ]);
    const variable = await decompress(file);
    const made = new Map<Weight, NamedFont>();
    const slice: LoadedSlice = {
      of,
      name,
      in(weight) {
        const font = made.get(weight) ?? named(pick(variable, WEIGHTS[weight]));
        made.set(weight, font);
        return font;
      },
    };
    const order = (each: LoadedSlice) => SLICED_FONTS.indexOf(each.of);
    slices = [...slices, slice].sort((a, b) => order(a) - order(b));
    return slice;
  };

  const search = (grapheme: string, weight: Weight, codes: readonly number[]): NamedFont | undefined =>
    byWeight[weight].find(({ font }) => hasAll(font, codes)) ??
    slices
      .find((slice) => slice.of.only.test(grapheme) && hasAll(slice.in('regular').font, codes))
      ?.in(weight);

  const chosen = new Map<string, NamedFont>();
  const fontFor = (grapheme: string, weight: Weight): NamedFont => {
    const key = `${weight} ${grapheme}`;
    const known = chosen.get(key);
    if (known) return known;
    const codes = neededCodes(grapheme);
    const found = search(grapheme, weight, codes);
    if (found) chosen.set(key, found);
    // A mark that no font has does not cost its letter; a letter that none has is the empty box of the first font.
    return found ?? search(grapheme, weight, codes.slice(0, 1)) ?? byWeight[weight][0] ?? first;
  };

  /** Graphemes that have been looked for, found or not. */
  const prepared = new Set<string>();
  const prepareGrapheme = async (grapheme: string): Promise<void> => {
    const codes = neededCodes(grapheme);
    if (!search(grapheme, 'regular', codes)) {
      for (const { font, slice } of await findSlices(grapheme))
        if (hasAll((await loadSlice(font, slice)).in('regular').font, codes)) break;
    }
    prepared.add(grapheme);
  };

  const fontRuns = (text: string, weight: Weight): { font: NamedFont; text: string }[] => {
    const runs: { font: NamedFont; text: string }[] = [];
    for (const grapheme of graphemes(text)) {
      const last = runs.at(-1);
      // Not the space of an emoji font, which is as wide as an emoji.
      const stays = grapheme === ' ' && last && inFiles.has(last.font) && hasAll(last.font.font, [0x20]);
      const font = stays ? last.font : fontFor(grapheme, weight);
      const part = withoutMissingMarks(grapheme, (code) => font.font.hasGlyphForCodePoint(code));
      if (part === '') continue;
      if (last?.font === font) last.text += part;
      else runs.push({ font, text: part });
    }
    return runs;
  };

  return {
    first: first.font,

    async prepare(texts) {
      for (const text of texts) {
        if (ASCII.test(text)) continue;
        for (const grapheme of graphemes(text.normalize('NFC')))
          if (!prepared.has(grapheme)) await prepareGrapheme(grapheme);
      }
    },

    runs: (text, weight) =>
      visualOrder(text).flatMap(({ text: stretch, isRightToLeft }) => {
        const runs = fontRuns(stretch, weight).map(({ font, text: part }) => {
          const layout = forLayout({ text: part, isRightToLeft });
          return { font, text: layout, isWhole: isRightToLeft };
        });
        return isRightToLeft ? runs.reverse() : runs;
      }),
  };
}
