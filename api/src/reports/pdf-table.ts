import { REPORT_TEXTS } from '@rollcall/core/reports/report.texts';
import type { Cell, Column, Sheet, SheetRow } from '@rollcall/core/reports/report.types';
import type { PdfWriter, Style } from './pdf-writer.ts';

const INK = '#1C2430';
const MUTED = '#5B6472';
const HAIRLINE = '#DAD6CE';
const OFF = '#F3F1EC';
const MARGIN = 30;
const FOOT = 26;
const PAD = 3;
const LINES_MOST = 3;

const style = (size: number, weight: Style['weight'] = 'regular', color = INK): Style => ({
  size,
  weight,
  color,
});

/** Draws a sheet page by page: heading, a table whose head repeats, a foot with the page's number. */
export function createPdfTable(writer: PdfWriter, sheet: Sheet) {
  const { doc, draw, wrap, widthOf } = writer;
  const texts = REPORT_TEXTS[sheet.language];
  const dense = sheet.columns.length > 20;
  const size = dense ? 7 : 8;
  const body = style(size);
  const step = size * 1.35;
  // A mark that needs attention stands out; a present day is quiet.
  const markStyles = new Map<string, Style>([
    [texts.marks.on_time, style(size, 'regular', MUTED)],
    [texts.marks.absent, style(size, 'bold', '#9F1239')],
    [texts.marks.late, style(size, 'bold', '#92400E')],
    [texts.marks.very_late, style(size, 'bold', '#92400E')],
  ]);
  let number = 0;
  let y = 0;
  let widths: number[] = [];

  const right = () => doc.page.width - MARGIN;
  const bottom = () => doc.page.height - MARGIN - FOOT;

  const line = (at: number, width = 0.5) => {
    doc.lineWidth(width).moveTo(MARGIN, at).lineTo(right(), at).stroke(HAIRLINE);
  };

  const paragraph = (text: string, how: Style, gap: number) => {
    for (const part of wrap(text, right() - MARGIN, how, LINES_MOST)) {
      y += how.size * 1.3;
      draw(part, MARGIN, y, how);
    }
    y += gap;
  };

  const heading = () => {
    paragraph(sheet.institution, style(15, 'bold'), 1);
    paragraph(sheet.title, style(11, 'bold'), 1);
    for (const text of sheet.lines) paragraph(text, style(8.5, 'regular', MUTED), 0);
    y += 8;
  };

  const place = (text: string, column: Column, x: number, width: number, baseline: number, how: Style) => {
    const room = width - 2 * PAD;
    if (column.kind === 'text') return draw(text, x + PAD, baseline, how);
    const own = widthOf(text, how);
    const left = column.kind === 'mark' ? x + (width - own) / 2 : x + PAD + room - own;
    draw(text, left, baseline, how);
  };

  const eachColumn = (visit: (column: Column, x: number, width: number, index: number) => void) => {
    let x = MARGIN;
    for (const [index, column] of sheet.columns.entries()) {
      const width = widths[index] ?? 0;
      visit(column, x, width, index);
      x += width;
    }
  };

  const shadeOffDays = (top: number, height: number) =>
    eachColumn((column, x, width) => {
      if (column.isOff) doc.rect(x, top, width, height).fill(OFF);
    });

  const tableHead = () => {
    const how = style(size, 'bold');
    const hasOver = sheet.columns.some(({ over }) => over);
    const height = step * (hasOver ? 2 : 1) + PAD;
    shadeOffDays(y, height);
    eachColumn((column, x, width) => {
      if (column.over) place(column.over, column, x, width, y + step - 1, style(size - 1, 'regular', MUTED));
      const [label = ''] = wrap(column.label, width - 2, how, 1);
      place(label, column, x, width, y + height - PAD - 1, how);
    });
    y += height;
    line(y, 1);
  };

  const addPage = () => {
    doc.addPage();
    number += 1;
    y = MARGIN;
    const all = sheet.columns.reduce((sum, { width }) => sum + width, 0);
    widths = sheet.columns.map(({ width }) => (width / all) * (right() - MARGIN));
    const foot = style(7.5, 'regular', MUTED);
    const base = doc.page.height - MARGIN;
    draw(
      wrap(`${sheet.institution} · ${sheet.title}`, right() - MARGIN - 60, foot, 1)[0] ?? '',
      MARGIN,
      base,
      foot,
    );
    const page = texts.page(number);
    draw(page, right() - widthOf(page, foot), base, foot);
    if (number === 1) heading();
    tableHead();
  };

  const styleOf = (column: Column, text: string, isTotal: boolean): Style => {
    if (isTotal) return style(size, 'bold');
    return (column.kind === 'mark' && markStyles.get(text)) || body;
  };

  const shown = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell));

  return {
    row({ cells, isTotal = false }: SheetRow): void {
      if (number === 0) addPage();
      const parts = sheet.columns.map((column, index) => {
        const text = shown(cells[index]);
        const how = styleOf(column, text, isTotal);
        const lines =
          column.kind === 'text' ? wrap(text, (widths[index] ?? 0) - 2 * PAD, how, LINES_MOST) : [text];
        return { lines, how };
      });
      const height = Math.max(...parts.map(({ lines }) => lines.length)) * step + PAD;
      if (y + height > bottom()) addPage();
      if (!isTotal) shadeOffDays(y, height);
      eachColumn((column, x, width, index) => {
        const part = parts[index];
        for (const [at, text] of (part?.lines ?? []).entries())
          if (text && part) place(text, column, x, width, y + step * (at + 1) - 1, part.how);
      });
      y += height;
      line(y, isTotal ? 1 : 0.5);
    },

    close(): void {
      if (number === 0) addPage();
      if (y + 60 > bottom()) addPage();
      y += 8;
      for (const note of sheet.notes) paragraph(note, style(8, 'regular', MUTED), 2);
    },
  };
}
