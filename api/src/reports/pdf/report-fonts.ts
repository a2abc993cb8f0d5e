/// <reference path="./pdf-packages.d.ts" />
import { AppError } from '@rollcall/core/kernel/errors';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'bold';

/** A font file of the host. Each letter is printed in the first font that has it. */
export interface FontFile {
  readonly weight: Weight;
  readonly bytes: Uint8Array;
}

export type LoadFonts = () => Promise<readonly FontFile[]>;

export interface NamedFont {
  readonly name: string;
  readonly font: Font;
}

/** A piece of text that one font can print. */
export interface Run {
  readonly font: NamedFont;
  readonly text: string;
}

export interface ReportFonts {
  readonly first: Font;
  runs(text: string, weight: Weight): Run[];
}

/** Combining marks and joiners, which stay with the letter before them. */
export const JOINED = /^(?:\p{M}|\u200c|\u200d)$/u;

export function createReportFonts(files: readonly FontFile[]): ReportFonts {
  const fonts = files.map(({ weight, bytes }, index) => ({ weight, name: `f${index}`, font: create(bytes) }));
  const of = (weight: Weight): NamedFont[] => fonts.filter((each) => each.weight === weight);
  // Letters without a bold font are printed in a regular one.
  const byWeight = { regular: of('regular'), bold: [...of('bold'), ...of('regular')] };
  const [first] = byWeight.regular;
  if (!first) throw new AppError('internal', { message: 'There is no font to print with.' });

  const chosen = new Map<string, NamedFont>();
  const fontFor = (letter: string, weight: Weight): NamedFont => {
    const key = `${weight} ${letter}`;
    const known = chosen.get(key);
    if (known) return known;
    const code = letter.codePointAt(0) ?? 0;
    const list = byWeight[weight];
    // A letter that no font has is printed as the empty box of the first font.
    const found = list.find(({ font }) => font.hasGlyphForCodePoint(code)) ?? list[0] ?? first;
    chosen.set(key, found);
    return found;
  };

  return {
    first: first.font,
    runs(text, weight) {
      const runs: { font: NamedFont; text: string }[] = [];
      for (const letter of text) {
        const last = runs.at(-1);
        const code = letter.codePointAt(0) ?? 0;
        const stays =
          last && (JOINED.test(letter) || letter === ' ') && last.font.font.hasGlyphForCodePoint(code);
        const font = stays ? last.font : fontFor(letter, weight);
        if (last?.font === font) last.text += letter;
        else runs.push({ font, text: letter });
      }
      return runs;
    },
  };
}
