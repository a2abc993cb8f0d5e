import type { ReportDocument } from '@rollcall/core/kernel/tables/report-document.types';
import { lastOf, yieldToEventLoop } from './pdf-sheet.ts';
import { createPdfTable } from './pdf-table.ts';
import { createPdfWriter } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';

/** Rows drawn before the event loop is let go. */
const ROWS_AT_ONCE = 8;

const textsAround = ({ institution, title, lines, columns, notes }: ReportDocument): string[] => [
  institution,
  title,
  ...lines,
  ...columns.map(({ label }) => label),
  ...notes,
];

/** Writes a report as PDF. Pages are sent as soon as they are full; the whole document is never in memory. */
export async function* reportPdf(
  report: ReportDocument,
  fonts: ReportFonts,
  createWriter = createPdfWriter,
): AsyncIterable<Uint8Array> {
  const writer = createWriter(fonts, {
    title: report.title,
    author: report.institution,
    language: report.language,
    layout: report.orientation,
  });
  const table = createPdfTable(writer, report);
  await fonts.prepare(textsAround(report));
  let isFirst = true;
  for await (const page of report.pages()) {
    await fonts.prepare(page.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string')));
    if (isFirst) table.measure(page);
    isFirst = false;
    for (const [index, row] of page.entries()) {
      table.row(row);
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToEventLoop();
    }
    yield* writer.take();
  }
  table.close();
  yield* lastOf(writer);
}
