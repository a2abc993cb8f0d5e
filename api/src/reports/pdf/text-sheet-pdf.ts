import type { Language } from '@rollcall/core/kernel/language';
import { REPORT_TEXTS } from '@rollcall/core/reports/report.texts';
import { createPdfSheet, INK, lastOf, MUTED, textStyle, yieldToEventLoop } from './pdf-sheet.ts';
import { createPdfWriter, type Style } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';

export type SheetBlock =
  | { readonly kind: 'text'; readonly text: string }
  /** Short sentences, each with a bullet. */
  | { readonly kind: 'points'; readonly items: readonly string[] }
  /** A label and what is so, beside each other. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** `shares` are the parts of the width. */
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly shares: readonly number[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Empty lines to write on. */
  | { readonly kind: 'blank'; readonly label: string; readonly lines: number }
  /** Each with a line for place and date, and one for the signature. */
  | {
      readonly kind: 'signatures';
      readonly who: readonly string[];
      readonly placeAndDate: string;
      readonly signature: string;
    };

export interface SheetSection {
  readonly heading: string;
  readonly blocks: readonly SheetBlock[];
}

/** A document to read, complete by hand and sign. */
export interface TextSheet {
  readonly institution: string;
  readonly language: Language;
  readonly title: string;
  /** Below the title. */
  readonly lines: readonly string[];
  readonly sections: readonly SheetSection[];
}

/** What is never split, with how it is drawn below a height. */
interface Piece {
  readonly height: number;
  readonly draw: (top: number) => void;
  /** Stays on the page of the piece after it. */
  readonly stays?: boolean;
  /** Drawn again above this piece where it begins a page. */
  readonly repeated?: Piece;
  /** Left out where a page begins or ends. */
  readonly isGap?: boolean;
}

const MARGIN = 56;
const FOOTER = 24;
const HAIRLINE = '#B9B4AA';
const BULLET = '•';
const INDENT = 12;
const PAD = 6;
const LABEL_SHARE = 0.42;
/** So many facts begin together; the last one is not alone either. */
const MIN_FACTS = 3;
/** Between lines to write on. */
const WRITING = 22;
/** More than anybody writes; a row must fit on a page. */
const MOST_LINES = 40;
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/u;
const RIGHT_TO_LEFT_MARK = '\u200f';

const BODY = textStyle(10);
const LABEL = textStyle(10, 'regular', MUTED);
const CELL = textStyle(9);
const HEAD = textStyle(9, 'bold');
const HEADING = textStyle(13, 'bold');
const TITLE = textStyle(19, 'bold');
const SMALL = textStyle(8.5, 'regular', MUTED);

const stepOf = ({ size }: Style): number => size * 1.42;

const textsOf = (block: SheetBlock): string[] => {
  switch (block.kind) {
    case 'text':
      return [block.text];
    case 'points':
      return [BULLET, ...block.items];
    case 'facts':
      return block.rows.flat();
    case 'table':
      return [...block.head, ...block.rows.flat()];
    case 'blank':
      return [block.label];
    case 'signatures':
      return [...block.who, block.placeAndDate, block.signature];
  }
};

/** Draws a document of sections on upright pages. A heading stays with what follows it, a table's header is repeated. */
export async function* textSheetPdf(
  document: TextSheet,
  fonts: ReportFonts,
  createWriter = createPdfWriter,
): AsyncIterable<Uint8Array> {
  const { title, institution, language, sections } = document;
  const sheet = createPdfSheet(fonts, document, createWriter);
  const { doc, wrap, take, isMirrored, leftOf, line, inLine } = sheet;
  const pageTexts = REPORT_TEXTS[language];
  await fonts.prepare([institution, title, ...document.lines, pageTexts.page(1)]);

  /** A sentence keeps the direction of its language, whatever it begins with; figures alone keep theirs. */
  const inLanguage = (text: string): string =>
    isMirrored && RIGHT_TO_LEFT.test(text) ? `${RIGHT_TO_LEFT_MARK}${text}` : text;
  const linesOf = (text: string, width: number, style: Style): string[] =>
    wrap(inLanguage(text), width, style, MOST_LINES);

  let pages = 0;
  let y = 0;
  const addPage = (): void => {
    doc.addPage();
    pages += 1;
    y = MARGIN;
    const width = doc.page.width - 2 * MARGIN;
    const base = doc.page.height - MARGIN + FOOTER / 2;
    line(inLanguage(`${inLine(institution)} · ${title}`), MARGIN, base, width - 70, SMALL);
    line(inLanguage(pageTexts.page(pages)), MARGIN, base, width, SMALL, 'end');
  };
  addPage();
  const width = doc.page.width - 2 * MARGIN;
  const bottom = doc.page.height - MARGIN - FOOTER / 2;

  const rule = (x: number, at: number, length: number, color = HAIRLINE, weight = 0.5): void => {
    const left = leftOf(x, length);
    doc
      .lineWidth(weight)
      .moveTo(left, at)
      .lineTo(left + length, at)
      .stroke(color);
  };
  const drawLines = (lines: readonly string[], x: number, top: number, room: number, style: Style): void => {
    for (const [index, text] of lines.entries())
      line(text, x, top + stepOf(style) * (index + 1) - style.size * 0.3, room, style);
  };
  const gap = (height: number): Piece => ({ height, draw: () => {}, isGap: true });

  /** Line by line; neither the first nor the last one stands alone. */
  const paragraph = (text: string, style: Style, indent = 0, mark = ''): Piece[] => {
    const room = width - indent;
    const lines = linesOf(text, room, style);
    return lines.map((each, index) => ({
      height: stepOf(style),
      stays: (index === 0 && lines.length > 1) || index === lines.length - 2,
      draw: (top) => {
        if (index === 0 && mark) drawLines([mark], MARGIN, top, indent, style);
        drawLines([each], MARGIN + indent, top, room, style);
      },
    }));
  };

  const row = (
    cells: readonly string[],
    shares: readonly number[],
    styles: readonly Style[],
    weight = 0.5,
  ): Piece => {
    const total = shares.reduce((sum, share) => sum + share, 0);
    let before = MARGIN;
    const parts = cells.map((text, index) => {
      const room = (width * (shares[index] ?? 0)) / total;
      const style = styles[Math.min(index, styles.length - 1)] ?? CELL;
      const x = before;
      before += room;
      return { x, room: room - PAD, style, lines: linesOf(text, room - PAD, style) };
    });
    const height = Math.max(...parts.map(({ lines, style }) => lines.length * stepOf(style))) + PAD;
    return {
      height,
      draw: (top) => {
        for (const { x, room, style, lines } of parts) drawLines(lines, x, top + PAD / 3, room, style);
        rule(MARGIN, top + height, width, HAIRLINE, weight);
      },
    };
  };

  const signature = (who: string, placeAndDate: string, signed: string): Piece => {
    const half = width / 2 - 12;
    return {
      height: 74,
      draw: (top) => {
        drawLines(linesOf(who, width, BODY), MARGIN, top, width, BODY);
        for (const [x, text] of [
          [MARGIN, placeAndDate],
          [MARGIN + half + 24, signed],
        ] as const) {
          rule(x, top + 50, half, INK, 0.75);
          drawLines([inLanguage(text)], x, top + 51, half, SMALL);
        }
      },
    };
  };

  const piecesOf = (block: SheetBlock): Piece[] => {
    switch (block.kind) {
      case 'text':
        return [...paragraph(block.text, BODY), gap(5)];
      case 'points':
        return [...block.items.flatMap((text) => [...paragraph(text, BODY, INDENT, BULLET), gap(2)]), gap(4)];
      case 'facts': {
        const shares = [LABEL_SHARE, 1 - LABEL_SHARE];
        const rows = block.rows.map((cells) => row(cells, shares, [LABEL, BODY]));
        const isHeld = (index: number) => index < MIN_FACTS - 1 || index === rows.length - 2;
        return [
          ...rows.map((piece, index) => ({ ...piece, stays: isHeld(index) && index < rows.length - 1 })),
          gap(9),
        ];
      }
      case 'table': {
        const head = row(block.head, block.shares, [HEAD], 1);
        const rows = block.rows.map((cells) => ({ ...row(cells, block.shares, [CELL]), repeated: head }));
        return [{ ...head, stays: true }, ...rows, gap(9)];
      }
      case 'blank': {
        const label = paragraph(block.label, BODY).map((piece) => ({ ...piece, stays: true }));
        const lines = Array.from({ length: block.lines }, (_, index) => ({
          height: WRITING,
          stays: index < block.lines - 1,
          draw: (top: number) => rule(MARGIN, top + WRITING - 2, width),
        }));
        return [...label, ...lines, gap(9)];
      }
      case 'signatures':
        return block.who.map((who, index) => ({
          ...signature(who, block.placeAndDate, block.signature),
          stays: index < block.who.length - 1,
        }));
    }
  };
  /** The end of a text stays with the table that it is about, and what is signed with the signatures. */
  const piecesOfAll = (blocks: readonly SheetBlock[]): Piece[] =>
    blocks.flatMap((block, at) => {
      const pieces = piecesOf(block);
      const next = blocks[at + 1]?.kind;
      const held = next === 'signatures' ? pieces.length : block.kind === 'text' && next === 'table' ? 2 : 0;
      return pieces.map((piece, index) =>
        index >= pieces.length - held ? { ...piece, stays: true } : piece,
      );
    });

  const place = (pieces: readonly Piece[]): void => {
    let kept: Piece[] = [];
    for (const piece of pieces) {
      kept.push(piece);
      if (piece.stays) continue;
      const height = kept.reduce((sum, each) => sum + each.height, 0);
      const [first] = kept;
      const isNew = y + height > bottom && !piece.isGap;
      if (isNew) addPage();
      if (isNew && first?.repeated) kept.unshift(first.repeated);
      for (const each of kept) {
        if (each.isGap && y === MARGIN) continue;
        each.draw(y);
        y += each.height;
      }
      kept = [];
    }
  };

  place([
    ...paragraph(institution, BODY),
    ...paragraph(title, TITLE).map((piece) => ({ ...piece, stays: true })),
    ...document.lines.flatMap((text) => paragraph(text, SMALL)),
    gap(10),
  ]);
  for (const { heading, blocks } of sections) {
    await fonts.prepare([heading, ...blocks.flatMap(textsOf)]);
    const head = paragraph(heading, HEADING).map((piece) => ({ ...piece, stays: true }));
    place([gap(8), ...head, { ...gap(3), stays: true }, ...piecesOfAll(blocks)]);
    yield* take();
    await yieldToEventLoop();
  }
  yield* lastOf(sheet);
}
