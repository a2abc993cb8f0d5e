/// <reference path="./pdf-packages.d.ts" />
import type { Language } from '@rollcall/core/kernel/language';
import PDFDocument from 'pdfkit';
import { graphemes } from './graphemes.ts';
import type { ReportFonts, Weight } from './report-fonts.ts';
import { directionMark } from './visual-order.ts';

export interface Style {
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
}

/** Replaces control characters by spaces: a line break would leave the cell. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').normalize('NFC');

/** Any list of features makes pdfkit lay out the text as a whole; otherwise it does so word by word. */
const AS_A_WHOLE = { features: [] };
const BY_WORD = {};

/** Opens a PDF document with functions that measure, wrap and draw text in several fonts. */
export function createPdfWriter(
  fonts: ReportFonts,
  options: { title: string; author: string; language: Language; layout: 'portrait' | 'landscape' },
) {
  const doc = new PDFDocument({
    size: 'A4',
    layout: options.layout,
    margin: 0,
    autoFirstPage: false,
    font: fonts.first,
    lang: options.language,
    displayTitle: true,
    info: { Title: options.title, Author: options.author, Creator: 'Rollcall' },
  });

  const widths = new Map<string, number>();
  const widthOf = (text: string, { size, weight }: Style): number => {
    const key = `${size} ${weight} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    let width = 0;
    for (const { font, text: part, isWhole } of fonts.runs(text, weight))
      width += doc.font(font.font, font.name, size).widthOfString(part, isWhole ? AS_A_WHOLE : BY_WORD);
    // Symbols, numbers and labels repeat; names mostly do not.
    if (text.length <= 4) widths.set(key, width);
    return width;
  };

  const draw = (text: string, x: number, baseline: number, style: Style): void => {
    let at = x;
    for (const { font, text: part, isWhole } of fonts.runs(printable(text), style.weight)) {
      const layout = isWhole ? AS_A_WHOLE : BY_WORD;
      doc.font(font.font, font.name, style.size).fillColor(style.color);
      doc.text(part, at, baseline, { ...layout, lineBreak: false, baseline: 'alphabetic' });
      at += doc.widthOfString(part, layout);
    }
  };

  const fits = (text: string, width: number, style: Style): boolean => widthOf(text, style) <= width;

  const cut = (text: string, width: number, style: Style): string => {
    const letters = graphemes(text);
    while (letters.length > 0 && !fits(`${letters.join('')}…`, width, style)) letters.pop();
    return `${letters.join('')}…`;
  };

  /** The words that fit on one line; of a word that is longer than the line, the letters that fit. */
  const firstLine = (text: string, width: number, style: Style): string => {
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (!fits(longer, width, style)) break;
      line = longer;
    }
    if (line !== '') return line;
    const letters = graphemes(text);
    let count = 1;
    while (count < letters.length && fits(letters.slice(0, count + 1).join(''), width, style)) count += 1;
    return letters.slice(0, count).join('');
  };

  /** Splits text into at most `most` lines; what does not fit ends in an ellipsis. */
  const wrap = (text: string, width: number, style: Style, most: number): string[] => {
    const lines: string[] = [];
    let rest = printable(text).trim();
    const mark = directionMark(rest);
    while (lines.length < most - 1 && !fits(rest, width, style)) {
      const line = firstLine(rest, width, style);
      lines.push(line);
      rest = mark + rest.slice(line.length).trimStart();
    }
    return [...lines, fits(rest, width, style) ? rest : cut(rest, width, style)];
  };

  let ready: Uint8Array[] = [];
  doc.on('data', (chunk) => ready.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  /** What the document has produced since the last call. */
  const take = (): Uint8Array[] => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  return { doc, widthOf, draw, wrap, take, ended };
}

export type PdfWriter = ReturnType<typeof createPdfWriter>;
