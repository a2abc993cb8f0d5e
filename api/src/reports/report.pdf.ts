import type { Sheet } from '@rollcall/core/reports/report.types';
import { createPdfTable } from './pdf-table.ts';
import { createPdfWriter } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';

/** Drawing is the slow part: a large school must not keep everyone else waiting while its register is drawn. */
const ROWS_AT_ONCE = 8;
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Pages leave as soon as they are full; the whole document is never held. */
export async function* reportPdf(sheet: Sheet, fonts: ReportFonts): AsyncIterable<Uint8Array> {
  const writer = createPdfWriter(fonts, {
    title: sheet.title,
    author: sheet.institution,
    language: sheet.language,
    layout: sheet.shape,
  });
  const { doc } = writer;
  let ready: Uint8Array[] = [];
  doc.on('data', (chunk) => ready.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on('end', resolve).on('error', reject));
  const take = (): Uint8Array[] => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  const table = createPdfTable(writer, sheet);
  for await (const page of sheet.pages()) {
    for (const [index, row] of page.entries()) {
      table.row(row);
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await breath();
    }
    yield* take();
  }
  table.close();
  doc.end();
  await ended;
  yield* take();
}
