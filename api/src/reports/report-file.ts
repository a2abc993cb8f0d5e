import { reportCsv } from '@rollcall/core/reports/report.csv';
import type { ReportFormat, Sheet } from '@rollcall/core/reports/report.types';
import { reportXlsx } from '@rollcall/core/reports/report.xlsx';
import type { LoadFonts, ReportFonts } from './report-fonts.ts';

const TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** The first chunk is made before anything is answered, so that a failure is still a proper answer. */
async function startedStream(chunks: AsyncIterable<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let next = await iterator.next();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next.done) return controller.close();
      controller.enqueue(next.value);
      next = await iterator.next();
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/** Turns a sheet into a file. What prints on paper is loaded when the first such file is asked for. */
export function createReportFiles(loadFonts: LoadFonts) {
  let fonts: Promise<ReportFonts> | null = null;
  const ourFonts = (): Promise<ReportFonts> => {
    fonts ??= Promise.all([import('./report-fonts.ts'), loadFonts()])
      .then(([{ createReportFonts }, files]) => createReportFonts(files))
      .catch((error: unknown) => {
        fonts = null; // the next report tries again
        throw error;
      });
    return fonts;
  };

  const bodyOf = async (sheet: Sheet, format: ReportFormat): Promise<ReadableStream<Uint8Array>> => {
    if (format === 'csv') return startedStream(reportCsv(sheet));
    if (format === 'xlsx') return startedStream(reportXlsx(sheet));
    const { reportPdf } = await import('./report.pdf.ts');
    return startedStream(reportPdf(sheet, await ourFonts()));
  };

  return async (sheet: Sheet, format: ReportFormat) => ({
    body: await bodyOf(sheet, format),
    headers: {
      'Content-Type': TYPES[format],
      'Content-Disposition': `attachment; filename="${sheet.fileName}.${format}"`,
      'Cache-Control': 'no-store',
    },
  });
}

export type ReportFiles = ReturnType<typeof createReportFiles>;
