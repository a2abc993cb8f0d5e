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

function csvLine(cells: readonly Cell[], width: number): string {
  if (cells.length !== width) throw new Error(`A row of a CSV file has ${cells.length} cells, not ${width}.`);
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A CSV file: one table, its head first, every row as wide as the head. There is no other way to write one. */
export const csvText = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + [head, ...rows].map((cells) => csvLine(cells, head.length)).join('');

/** The same for rows that arrive in pages. */
export function csvFile(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncIterable<Uint8Array> {
  async function* text(): AsyncIterable<string> {
    yield csvText(head, []);
    for await (const page of pages) yield page.map((cells) => csvLine(cells, head.length)).join('');
  }
  return encodeUtf8(text());
}

/** The table of a report in words, without its total: what is above and below it is for readers of a page. */
export function reportCsv({ columns, pages }: ReportDocument): AsyncIterable<Uint8Array> {
  const inWords = (cells: readonly Cell[]): Cell[] =>
    cells.map((cell, index) => (cell === null ? null : (columns[index]?.words?.[cell] ?? cell)));
  async function* rows() {
    for await (const page of pages())
      yield page.filter(({ isTotal }) => !isTotal).map(({ cells }) => inWords(cells));
  }
  return csvFile(
    columns.map(({ label, inFull }) => inFull ?? label),
    rows(),
  );
}
