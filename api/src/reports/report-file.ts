import { reportCsv } from '@rollcall/core/kernel/tables/csv.writer';
import type { ReportDocument } from '@rollcall/core/kernel/tables/report-document.types';
import { reportXlsx } from '@rollcall/core/kernel/tables/xlsx.writer';
import type { ReportFormat } from '@rollcall/core/reports/report.types';
import { downloadHeaders } from '../http/files.ts';
import type { PrintedCards } from './pdf/cards-pdf.ts';
import type { ConsentSheets } from './pdf/consent-sheets-pdf.ts';
import type { FontSource, ReportFonts } from './pdf/report-fonts.ts';
import type { Slips } from './pdf/slips-pdf.ts';
import type { TextSheet } from './pdf/text-sheet-pdf.ts';

const TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** Waits for the first chunk, so that an early failure is still answered with an error status. */
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

/** Writes reports as CSV, XLSX or PDF. The PDF code and its fonts are loaded with the first PDF. */
export function createReportFiles(source: FontSource) {
  let fonts: Promise<ReportFonts> | null = null;
  const loadedFonts = (): Promise<ReportFonts> => {
    fonts ??= import('./pdf/report-fonts.ts')
      .then(({ createReportFonts }) => createReportFonts(source))
      .catch((error: unknown) => {
        fonts = null; // retried with the next report
        throw error;
      });
    return fonts;
  };

  const bodyOf = async (
    report: ReportDocument,
    format: ReportFormat,
  ): Promise<ReadableStream<Uint8Array>> => {
    if (format === 'csv') return startedStream(reportCsv(report));
    if (format === 'xlsx') return startedStream(reportXlsx(report));
    const { reportPdf } = await import('./pdf/report-pdf.ts');
    return startedStream(reportPdf(report, await loadedFonts()));
  };

  return {
    reportFile: async (report: ReportDocument, format: ReportFormat) => ({
      body: await bodyOf(report, format),
      headers: downloadHeaders(`${report.fileName}.${format}`, TYPES[format]),
    }),

    consentSheetsFile: async (sheets: ConsentSheets, fileName: string) => {
      const { consentSheetsPdf } = await import('./pdf/consent-sheets-pdf.ts');
      return {
        body: await startedStream(consentSheetsPdf(sheets, await loadedFonts())),
        headers: downloadHeaders(`${fileName}.pdf`, TYPES.pdf),
      };
    },

    textSheetFile: async (sheet: TextSheet, fileName: string) => {
      const { textSheetPdf } = await import('./pdf/text-sheet-pdf.ts');
      return {
        body: await startedStream(textSheetPdf(sheet, await loadedFonts())),
        headers: downloadHeaders(`${fileName}.pdf`, TYPES.pdf),
      };
    },

    /** The same: the codes on these cards are on the paper only. */
    cardsFile: async (cards: PrintedCards, fileName: string) => {
      const { cardsPdf } = await import('./pdf/cards-pdf.ts');
      return {
        body: await startedStream(cardsPdf(cards, await loadedFonts())),
        headers: downloadHeaders(`${fileName}.pdf`, TYPES.pdf),
      };
    },

    /** Cards to cut. What they hold is drawn and forgotten. */
    slipsFile: async (slips: Slips, fileName: string) => {
      const { slipsPdf } = await import('./pdf/slips-pdf.ts');
      return {
        body: await startedStream(slipsPdf(slips, await loadedFonts())),
        headers: downloadHeaders(`${fileName}.pdf`, TYPES.pdf),
      };
    },
  };
}
