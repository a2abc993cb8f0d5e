import { directionOf } from '@rollcall/core/kernel/language';
import type {
  Cell,
  Column,
  ReportDocument,
  TableRow,
} from '@rollcall/core/kernel/tables/report-document.types';
import { isolate, isolated } from '@rollcall/core/kernel/text';
import { REPORT_TEXTS } from '@rollcall/core/reports/report.texts';
import { columnWidths } from './column-widths.ts';
import { createPaperCells } from './paper-cells.ts';
import { MUTED, textStyle } from './pdf-sheet.ts';
import type { PdfWriter, Style } from './pdf-writer.ts';

const HAIRLINE = '#DAD6CE';
const OFF_DAY = '#F3F1EC';
const MARGIN = 30;
const FOOTER = 26;
const PAD = 3;
const MAX_LINES = 3;
const HEAD_LINES = 2;
const LEADING = 1.4;
/** Letters of a heading that stays in one line: "Rate %". */
const SHORT_LABEL = 8;
/** The part of the page that a single word may ask for. */
const LONGEST_WORD = 0.3;
const RIGHT_TO_LEFT_MARK = '\u200f';
const NOTE = textStyle(8, 'regular', MUTED);
const SECTION = textStyle(10, 'bold');

/**
 * Draws a report page by page: heading, table with its header on each page, footer with the page number.
 * Not `doc.table`, see docs/decisions/0018-pdf-tables.md.
 */
export function createPdfTable(writer: PdfWriter, report: ReportDocument) {
  const { doc, draw, wrap, widthOf } = writer;
  const texts = REPORT_TEXTS[report.language];
  const textOf = createPaperCells(report.language);
  const columns = report.columns.filter(({ onPaper }) => onPaper === undefined);
  const headingAt = report.columns.findIndex(({ onPaper }) => onPaper === 'heading');
  /** Letters are explained on every page: each section's pages go to another teacher. */
  const hasLetters = columns.some(({ kind }) => kind === 'symbol');
  const size = columns.length > 20 ? 7.5 : 8;
  const body = textStyle(size);
  const bold = textStyle(size, 'bold');
  const step = size * 1.35;
  // Absent and late stand out; on time is muted.
  const symbolStyles = new Map<string, Style>([
    [texts.letters.on_time, textStyle(size, 'regular', MUTED)],
    [texts.letters.absent, textStyle(size, 'bold', '#9F1239')],
    [texts.letters.late, textStyle(size, 'bold', '#92400E')],
    [texts.letters.very_late, textStyle(size, 'bold', '#92400E')],
  ]);
  /** The first column, and the beginning of every line, are on the right. */
  const isMirrored = directionOf(report.language) === 'rtl';
  /** Text of the report's own language, whatever it begins with; names and codes keep their own direction. */
  const inLanguage = (text: string): string => (isMirrored ? `${RIGHT_TO_LEFT_MARK}${text}` : text);
  let pageNumber = 0;
  /** The heading of the present page: undefined before the first row, null for people without a section. */
  let section: Cell | undefined;
  let y = 0;
  let widths: number[] = [];
  /** Height of the notes at the foot of each page. */
  let noteHeight = 0;

  const right = () => doc.page.width - MARGIN;
  const bottom = () => doc.page.height - MARGIN - FOOTER - noteHeight;

  const longestWord = (text: string, style: Style): number =>
    Math.max(...text.split(' ').map((word) => widthOf(word, style)));
  const needed = columns.map(({ label, kind }) => {
    if (kind === 'symbol') return widthOf(label, bold) + 2;
    return (label.length <= SHORT_LABEL ? widthOf : longestWord)(label, bold) + 2 * PAD;
  });

  const line = (at: number, width = 0.5) => {
    doc.lineWidth(width).moveTo(MARGIN, at).lineTo(right(), at).stroke(HAIRLINE);
  };

  const linesOf = (text: string, style: Style) => wrap(inLanguage(text), right() - MARGIN, style, MAX_LINES);

  const paragraph = (text: string, style: Style, gap: number) => {
    for (const part of linesOf(text, style)) {
      y += style.size * LEADING;
      draw(part, isMirrored ? right() - widthOf(part, style) : MARGIN, y, style);
    }
    y += gap;
  };
  const heightOf = (notes: readonly string[]): number =>
    notes.reduce((sum, note) => sum + linesOf(note, NOTE).length * NOTE.size * LEADING + 2, 8);
  const notes = () => {
    y += 8;
    for (const note of report.notes) paragraph(note, NOTE, 2);
  };

  const heading = () => {
    paragraph(report.institution, textStyle(15, 'bold'), 1);
    paragraph(report.title, textStyle(11, 'bold'), 1);
    const [about, ...others] = report.lines;
    if (about !== undefined) paragraph(about, textStyle(10), 1);
    for (const text of others) paragraph(text, textStyle(8.5, 'regular', MUTED), 0);
    y += 8;
  };

  const place = (text: string, column: Column, x: number, width: number, baseline: number, style: Style) => {
    const natural = widthOf(text, style);
    // Large figures become smaller instead of running into each other.
    const most = column.kind === 'text' ? natural : width - 1.5;
    const own = Math.min(natural, most);
    const shown = own < natural ? { ...style, size: (style.size * own) / natural } : style;
    const pad = Math.min(PAD, Math.max(0.75, width - own - 0.75));
    const isAtLeft = (column.kind === 'text') !== isMirrored;
    const left = isAtLeft ? x + pad : x + width - pad - own;
    draw(text, column.kind === 'symbol' ? x + (width - own) / 2 : left, baseline, shown);
  };

  const eachColumn = (visit: (column: Column, x: number, width: number, index: number) => void) => {
    let before = 0;
    for (const [index, column] of columns.entries()) {
      const width = widths[index] ?? 0;
      visit(column, isMirrored ? right() - before - width : MARGIN + before, width, index);
      before += width;
    }
  };

  const shadeOffDays = (top: number, height: number) =>
    eachColumn((column, x, width) => {
      if (column.isOff) doc.rect(x, top, width, height).fill(OFF_DAY);
    });

  const tableHeader = () => {
    const labels = columns.map(({ label, kind }, index) =>
      kind === 'symbol' ? [label] : wrap(label, (widths[index] ?? 0) - 2 * PAD + 0.5, bold, HEAD_LINES),
    );
    const lines = columns.map(({ labelAbove }, index) => (labels[index]?.length ?? 1) + (labelAbove ? 1 : 0));
    const height = step * Math.max(...lines) + PAD;
    const last = y + height - PAD - 1;
    shadeOffDays(y, height);
    eachColumn((column, x, width, index) => {
      const own = labels[index] ?? [];
      if (column.labelAbove)
        place(column.labelAbove, column, x, width, last - step, textStyle(size - 1, 'regular', MUTED));
      for (const [at, label] of own.entries())
        place(label, column, x, width, last - step * (own.length - 1 - at), bold);
    });
    y += height;
    line(y, 1);
  };

  const footer = () => {
    const style = textStyle(7.5, 'regular', MUTED);
    const base = doc.page.height - MARGIN;
    const own = isMirrored ? isolate : isolated;
    const [about] = report.lines;
    const parts = [own(report.institution), report.title, ...(about === undefined ? [] : [own(about)])];
    const [name = ''] = wrap(inLanguage(parts.join(' · ')), right() - MARGIN - 60, style, 1);
    draw(name, isMirrored ? right() - widthOf(name, style) : MARGIN, base, style);
    const page = inLanguage(texts.page(pageNumber));
    draw(page, isMirrored ? MARGIN : right() - widthOf(page, style), base, style);
    if (!hasLetters) return;
    noteHeight = heightOf(report.notes);
    y = bottom();
    notes();
  };

  const addPage = ({ hasTable = true } = {}) => {
    doc.addPage();
    pageNumber += 1;
    const room = right() - MARGIN;
    widths = columnWidths(
      columns.map(({ width }) => width),
      needed.map((width) => Math.min(width, room * LONGEST_WORD)),
      room,
    );
    footer();
    y = MARGIN;
    if (pageNumber === 1) heading();
    if (!hasTable) return;
    if (section !== undefined)
      paragraph(report.sectionHeading?.(section === null ? null : String(section)) ?? '', SECTION, 6);
    tableHeader();
  };

  /** Each section begins on a page of its own, so that a teacher gets theirs. */
  const startSection = (value: Cell) => {
    const isFirst = pageNumber === 0;
    if (value === section) return;
    section = value;
    if (!isFirst) addPage();
  };

  /** The totals of everybody are not those of the last section. */
  const startTotals = (height: number) => {
    const gap = 14;
    const isNew = y + gap + SECTION.size * LEADING + PAD + height > bottom();
    section = undefined;
    if (isNew) addPage();
    y += gap;
    paragraph(report.lines[0] ?? '', SECTION, PAD);
    line(y, 1);
  };

  const styleOf = (column: Column, text: string, isTotal: boolean): Style => {
    if (isTotal) return bold;
    return (column.kind === 'symbol' && symbolStyles.get(text)) || body;
  };

  const shownOf = ({ cells }: TableRow): string[] => {
    const shown = cells.filter((_, index) => report.columns[index]?.onPaper === undefined);
    return columns.map((column, index) => textOf(shown[index], column));
  };

  return {
    /** Makes the columns wide enough for the words of these rows. Before the first of them is drawn. */
    measure(rows: readonly TableRow[]): void {
      for (const row of rows)
        for (const [index, text] of shownOf(row).entries()) {
          const column = columns[index];
          if (!column || column.kind === 'symbol') continue;
          const width = longestWord(text, styleOf(column, text, row.isTotal ?? false)) + 2 * PAD;
          needed[index] = Math.max(needed[index] ?? 0, width);
        }
    },

    row(row: TableRow): void {
      const { cells, isTotal = false } = row;
      if (headingAt >= 0 && !isTotal) startSection(cells[headingAt] ?? null);
      if (pageNumber === 0) addPage();
      const shown = shownOf(row);
      const parts = columns.map((column, index) => {
        const text = shown[index] ?? '';
        const style = styleOf(column, text, isTotal);
        // Half a point more than measured, so that rounding breaks no word.
        const room = (widths[index] ?? 0) - 2 * PAD + 0.5;
        return { lines: column.kind === 'text' ? wrap(text, room, style, MAX_LINES) : [text], style };
      });
      const height = Math.max(...parts.map(({ lines }) => lines.length)) * step + PAD;
      if (isTotal && section !== undefined) startTotals(height);
      else if (y + height > bottom()) addPage();
      if (!isTotal) shadeOffDays(y, height);
      eachColumn((column, x, width, index) => {
        const part = parts[index];
        for (const [at, text] of (part?.lines ?? []).entries())
          if (text && part) place(text, column, x, width, y + step * (at + 1) - 1, part.style);
      });
      y += height;
      line(y, isTotal ? 1 : 0.5);
    },

    close(): void {
      if (pageNumber === 0) addPage();
      if (hasLetters) return;
      if (y + heightOf(report.notes) > bottom()) addPage({ hasTable: false });
      notes();
    },
  };
}
