import { isolated } from '@rollcall/core/kernel/text';
import { beforeAll, describe, expect, it } from 'vitest';
import { testFonts } from '../../testing/test-ports.ts';
import { createReportFonts, type FontSource, type ReportFonts } from './report-fonts.ts';
import { directionMark, visualOrder } from './visual-order.ts';

/** Slices that were read, in order. */
const read: string[] = [];
const watched: FontSource = {
  ...testFonts,
  slices: {
    ...testFonts.slices,
    slice: (font, slice) => {
      read.push(`${font} ${slice}`);
      return testFonts.slices.slice(font, slice);
    },
  },
};

let fonts: ReportFonts;
beforeAll(async () => {
  fonts = await createReportFonts(watched);
});

/** What is printed, from left to right: glyphs by font and number, `□` for a letter that the font does not have. */
function printed(text: string): string[] {
  return fonts.runs(text, 'regular').flatMap(({ font, text: part, isWhole }) => {
    const space = font.font.layout(' ').glyphs[0]?.id;
    return (isWhole ? [part] : part.split(/(?<= )/)).flatMap((word) => {
      const { glyphs, positions } = font.font.layout(word, []);
      return glyphs.flatMap(({ id }, index) => {
        if (id === 0) return '□';
        if (id !== space) return `${font.name} ${id}`;
        return positions[index]?.xAdvance === 0 ? [] : ' '; // marks without width
      });
    });
  });
}

/** The glyphs of these words, each by itself, one after the other. */
const inTurn = (...words: readonly string[]) => words.flatMap(printed);

describe('right-to-left text', () => {
  it('has its words and letters from right to left, with every space', () => {
    expect(printed('محمد عبد الله')).toEqual(inTurn('الله', ' ', 'عبد', ' ', 'محمد'));
    expect(printed('יוסף כהן')).toEqual(inTurn(...[...'יוסף כהן'].reverse()));
    // Letters that do not join.
    expect(printed('دار')).toEqual(inTurn('ر', 'ا', 'د'));
  });

  it('is shaped: a letter between two others has another glyph than alone', () => {
    const [run] = fonts.runs('ححح', 'regular');
    const glyphs = run?.font.font.layout(run.text, []).glyphs.map(({ id }) => id) ?? [];
    const alone = run?.font.font.layout('ح', []).glyphs[0]?.id;
    expect([glyphs.length > 0, glyphs.includes(alone ?? 0)]).toEqual([true, false]);
  });

  it('keeps its place in a mixed line, numbers and brackets the right way round', () => {
    expect(printed('Ahmed محمد 12')).toEqual(inTurn('Ahmed', ' ', '12', ' ', 'محمد'));
    expect(printed('محمد (علي)')).toEqual(inTurn('(', 'علي', ')', ' ', 'محمد'));
    // Arabic and Persian digits
    expect(printed('محمد ١٢٣')).toEqual(inTurn('١', '٢', '٣', ' ', 'محمد'));
    expect(printed('محمد ۱۲۳')).toEqual(inTurn('۱', '۲', '۳', ' ', 'محمد'));
  });

  it('does not move what stands beside it, and starts the lines of a text on one side', () => {
    expect(printed(`${isolated('محمد')}, 12, A`)).toEqual(inTurn('محمد', ', 12, A'));
    expect([directionMark('محمد Ahmed'), directionMark('Ahmed محمد'), directionMark('Zoë')]).toEqual([
      '\u200f',
      '\u200e',
      '',
    ]);
    expect(visualOrder('')).toEqual([]);
  });
});

describe('fonts on demand', () => {
  it('are not read for European, Arabic, Indian and Thai names', async () => {
    const names = ['Zoë Łukasz', 'Ελένη Дмитрий', 'محمد', 'יוסף', 'सीता', 'สมชาย'];
    await fonts.prepare(names);
    expect(read).toEqual([]);
    expect(printed(names.join(' '))).not.toContain('□');
  });

  it('print Chinese, Japanese, Korean and emoji as themselves, each slice read once', async () => {
    const names = ['王小明', '山田太郎 さくら', '김민준', '🎉 Zoë'];
    expect(printed('王')).toEqual(['□']);
    await fonts.prepare(names);
    for (const name of names) {
      expect(printed(name)).not.toContain('□');
      expect(printed(name)).toEqual(inTurn(...name));
    }
    expect(new Set(read.map((slice) => slice.split(' ')[0]))).toEqual(
      new Set(['noto-sans-sc', 'noto-sans-kr', 'noto-emoji']),
    );
    const before = [...read];
    await fonts.prepare([...names, ...names]);
    expect(read).toEqual(before);
    expect(new Set(read).size).toBe(read.length);
    expect(fonts.runs('王小明', 'bold')[0]?.font).not.toBe(fonts.runs('王小明', 'regular')[0]?.font);
  });

  it('keep an emoji of several parts in one glyph', async () => {
    const parts = ['👍🏽', '👨‍👩‍👧', '🇩🇪', '1️⃣'];
    await fonts.prepare(parts);
    for (const part of parts) {
      const [run, ...others] = fonts.runs(part, 'regular');
      expect([part, others.length, run?.font.font.layout(run.text).glyphs[0]?.id === 0]).toEqual([
        part,
        0,
        false,
      ]);
    }
  });

  it('leave the box of the first font for a letter that none has', async () => {
    await fonts.prepare(['\u{13000}']);
    expect(fonts.runs('\u{13000}', 'regular')[0]?.font.font).toBe(fonts.first);
  });
});
