import type { ReportDocument } from '@rollcall/core/kernel/tables/report-document.types';
import { createPdfTable } from './pdf-table.ts';
import { createPdfWriter } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';

/** Rows drawn before the event loop is let go: drawing is slow, and other requests must not wait for it. */
const ROWS_AT_ONCE = 8;
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const textsAround = ({ institution, title, lines, columns, notes }: ReportDocument): string[] => [
  institution,
  title,
  ...lines,
  ...columns.map(({ label }) => label),
  ...notes,
];

/** Writes a report as PDF. Pages are sent as soon as they are full; the whole document is never in memory. */
export async function* reportPdf(report: ReportDocument, fonts: ReportFonts): AsyncIterable<Uint8Array> {
  const writer = createPdfWriter(fonts, {
    title: report.title,
    author: report.institution,
    language: report.language,
    layout: report.orientation,
  });
  const { doc, take, ended } = writer;
  const table = createPdfTable(writer, report);
  await fonts.prepare(textsAround(report));
  for await (const page of report.pages()) {
    await fonts.prepare(page.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string')));
    for (const [index, row] of page.entries()) {
      table.row(row);
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToEventLoop();
    }
    yield* take();
  }
  table.close();
  doc.end();
  await ended;
  yield* take();
}
