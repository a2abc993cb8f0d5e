import { directionOf } from '@rollcall/core/kernel/language';
import type {
  Cell,
  Column,
  ReportDocument,
  TableRow,
} from '@rollcall/core/kernel/tables/report-document.types';
import { isolate, isolated } from '@rollcall/core/kernel/text';
import { REPORT_TEXTS } from '@rollcall/core/reports/report.texts';
import type { PdfWriter, Style } from './pdf-writer.ts';

const INK = '#1C2430';
const MUTED = '#5B6472';
const HAIRLINE = '#DAD6CE';
const OFF_DAY = '#F3F1EC';
const MARGIN = 30;
const FOOTER = 26;
const PAD = 3;
const MAX_LINES = 3;
const RIGHT_TO_LEFT_MARK = '\u200f';

const textStyle = (size: number, weight: Style['weight'] = 'regular', color = INK): Style => ({
  size,
  weight,
  color,
});

/**
 * Draws a report page by page: heading, table with its header on each page, footer with the page number.
 * Not `doc.table`, see docs/decisions/0018-pdf-tables.md.
 */
export function createPdfTable(writer: PdfWriter, report: ReportDocument) {
  const { doc, draw, wrap, widthOf } = writer;
  const texts = REPORT_TEXTS[report.language];
  const columns = report.columns.filter(({ onPaper }) => onPaper === undefined);
  const headingAt = report.columns.findIndex(({ onPaper }) => onPaper === 'heading');
  const dense = columns.length > 20;
  const size = dense ? 7 : 8;
  const body = textStyle(size);
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

  const right = () => doc.page.width - MARGIN;
  const bottom = () => doc.page.height - MARGIN - FOOTER;

  const line = (at: number, width = 0.5) => {
    doc.lineWidth(width).moveTo(MARGIN, at).lineTo(right(), at).stroke(HAIRLINE);
  };

  const paragraph = (text: string, style: Style, gap: number) => {
    for (const part of wrap(inLanguage(text), right() - MARGIN, style, MAX_LINES)) {
      y += style.size * 1.3;
      draw(part, isMirrored ? right() - widthOf(part, style) : MARGIN, y, style);
    }
    y += gap;
  };

  const heading = () => {
    paragraph(report.institution, textStyle(15, 'bold'), 1);
    paragraph(report.title, textStyle(11, 'bold'), 1);
    for (const text of report.lines) paragraph(text, textStyle(8.5, 'regular', MUTED), 0);
    y += 8;
  };

  const place = (text: string, column: Column, x: number, width: number, baseline: number, style: Style) => {
    const room = width - 2 * PAD;
    const isAtLeft = (column.kind === 'text') !== isMirrored;
    if (column.kind !== 'symbol' && isAtLeft) return draw(text, x + PAD, baseline, style);
    const own = widthOf(text, style);
    const left = column.kind === 'symbol' ? x + (width - own) / 2 : x + PAD + room - own;
    draw(text, left, baseline, style);
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
    const style = textStyle(size, 'bold');
    const hasLabelAbove = columns.some(({ labelAbove }) => labelAbove);
    const height = step * (hasLabelAbove ? 2 : 1) + PAD;
    shadeOffDays(y, height);
    eachColumn((column, x, width) => {
      if (column.labelAbove)
        place(column.labelAbove, column, x, width, y + step - 1, textStyle(size - 1, 'regular', MUTED));
      const [label = ''] = wrap(column.label, width - 2, style, 1);
      place(label, column, x, width, y + height - PAD - 1, style);
    });
    y += height;
    line(y, 1);
  };

  const addPage = () => {
    doc.addPage();
    pageNumber += 1;
    y = MARGIN;
    const all = columns.reduce((sum, { width }) => sum + width, 0);
    widths = columns.map(({ width }) => (width / all) * (right() - MARGIN));
    const footer = textStyle(7.5, 'regular', MUTED);
    const base = doc.page.height - MARGIN;
    const own = isMirrored ? isolate(report.institution) : isolated(report.institution);
    const [name = ''] = wrap(inLanguage(`${own} · ${report.title}`), right() - MARGIN - 60, footer, 1);
    draw(name, isMirrored ? right() - widthOf(name, footer) : MARGIN, base, footer);
    const page = inLanguage(texts.page(pageNumber));
    draw(page, isMirrored ? MARGIN : right() - widthOf(page, footer), base, footer);
    if (pageNumber === 1) heading();
    if (section !== undefined)
      paragraph(
        report.sectionHeading?.(section === null ? null : String(section)) ?? '',
        textStyle(10, 'bold'),
        6,
      );
    tableHeader();
  };

  /** Each section begins on a page of its own, so that a teacher gets theirs. */
  const startSection = (value: Cell) => {
    const isFirst = pageNumber === 0;
    if (value === section) return;
    section = value;
    if (!isFirst) addPage();
  };

  const styleOf = (column: Column, text: string, isTotal: boolean): Style => {
    if (isTotal) return textStyle(size, 'bold');
    return (column.kind === 'symbol' && symbolStyles.get(text)) || body;
  };

  const textOf = (cell: Cell | undefined): string =>
    cell === null || cell === undefined ? '' : String(cell);

  return {
    row({ cells, isTotal = false }: TableRow): void {
      if (headingAt >= 0 && !isTotal) startSection(cells[headingAt] ?? null);
      if (pageNumber === 0) addPage();
      const shown = cells.filter((_, index) => report.columns[index]?.onPaper === undefined);
      const parts = columns.map((column, index) => {
        const text = textOf(shown[index]);
        const style = styleOf(column, text, isTotal);
        const lines =
          column.kind === 'text' ? wrap(text, (widths[index] ?? 0) - 2 * PAD, style, MAX_LINES) : [text];
        return { lines, style };
      });
      const height = Math.max(...parts.map(({ lines }) => lines.length)) * step + PAD;
      if (y + height > bottom()) addPage();
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
      if (y + 60 > bottom()) addPage();
      y += 8;
      for (const note of report.notes) paragraph(note, textStyle(8, 'regular', MUTED), 2);
    },
  };
}
