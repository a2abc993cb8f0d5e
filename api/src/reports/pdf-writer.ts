/// <reference path="./pdf-packages.d.ts" />
import type { Language } from '@rollcall/core/language';
import PDFDocument from 'pdfkit';
import type { ReportFonts, Weight } from './report-fonts.ts';

export interface Style {
  readonly size: number;
  readonly weight: Weight;
  readonly color: string;
}

/** Control characters have no place on paper, and a line break would leave the cell. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').normalize('NFC');

/** Text that picks its fonts, measures and wraps; everything else is the document's own. */
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
    for (const { font, text: part } of fonts.runs(text, weight))
      width += doc.font(font.font, font.name, size).widthOfString(part);
    // Marks, figures and labels come again and again; names mostly do not.
    if (text.length <= 4) widths.set(key, width);
    return width;
  };

  const draw = (text: string, x: number, baseline: number, style: Style): void => {
    let at = x;
    for (const { font, text: part } of fonts.runs(printable(text), style.weight)) {
      doc.font(font.font, font.name, style.size).fillColor(style.color);
      doc.text(part, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
      at += doc.widthOfString(part);
    }
  };

  const cut = (text: string, width: number, style: Style): string => {
    const letters = [...text];
    while (letters.length > 0 && widthOf(`${letters.join('')}…`, style) > width) letters.pop();
    return `${letters.join('')}…`;
  };

  /** At most so many lines; what does not fit ends in an ellipsis. */
  const wrap = (given: string, width: number, style: Style, most: number): string[] => {
    const text = printable(given).trim();
    if (widthOf(text, style) <= width) return [text];
    const lines: string[] = [];
    let line = '';
    const words = text.split(' ');
    for (const [index, word] of words.entries()) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer, style) <= width) {
        line = longer;
        continue;
      }
      if (line !== '' && lines.length < most - 1) {
        lines.push(line);
        line = word;
        if (widthOf(word, style) <= width) continue;
      }
      const rest = line === word ? words.slice(index).join(' ') : [line, ...words.slice(index)].join(' ');
      return [...lines, cut(rest, width, style)];
    }
    return [...lines, line];
  };

  return { doc, widthOf, draw, wrap };
}

export type PdfWriter = ReturnType<typeof createPdfWriter>;
