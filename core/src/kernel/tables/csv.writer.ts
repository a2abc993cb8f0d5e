import { encodeUtf8 } from '../byte-streams.ts';
import type { Cell, ReportDocument } from './report-document.types.ts';

/** Marks the file as UTF-8; without it Excel shows letters beyond ASCII wrongly. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The start of a formula, in Latin or full-width letters, also behind spaces and characters without width, which
 * spreadsheets drop.
 */
const FORMULA = /^[\s\p{Cf}\p{Cc}]*[=+\-@\t\r＝＋－＠]/u;
/** What a cell with separators of any locale needs quotes for: `x;=1+1` is two cells where lists are split by semicolons. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Prefixes text that a spreadsheet would run as a formula with a quote, then applies ordinary CSV quoting. */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

async function* csvText(report: ReportDocument): AsyncIterable<string> {
  const head = [report.institution, report.title, ...report.lines].map((line) => csvLine([line]));
  yield BYTE_ORDER_MARK + head.join('') + csvLine([]);
  yield csvLine(report.columns.map(({ label }) => label));
  for await (const page of report.pages()) yield page.map(({ cells }) => csvLine(cells)).join('');
  yield csvLine([]) + report.notes.map((note) => csvLine([note])).join('');
}

export const reportCsv = (report: ReportDocument): AsyncIterable<Uint8Array> => encodeUtf8(csvText(report));
