import { encodeUtf8, oneChunk } from '../byte-streams.ts';
import type { Cell, Column, ReportDocument, TableRow } from './report-document.types.ts';
import * as parts from './xlsx.parts.ts';
import { writeZip } from './zip.writer.ts';

/** Characters that XML 1.0 does not allow; they are removed. */
const INVALID_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const escapeXml = (text: string): string =>
  text
    .replace(INVALID_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The name of a column: 0 -> A, 26 -> AA. */
function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}

/** Writes strings as inline text, so that no spreadsheet runs one as a formula. */
function cellXml(value: Cell, reference: string, style: parts.CellStyle): string {
  const head = `<c r="${reference}" s="${parts.CELL_STYLE[style]}"`;
  if (typeof value === 'number') return `${head}><v>${value}</v></c>`;
  if (value) return `${head} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
  return style === 'symbolOff' ? `${head}/>` : '';
}

const styleOf = ({ kind, isOff }: Column, isTotal: boolean): parts.CellStyle => {
  if (isTotal) return kind === 'symbol' ? 'totalCenter' : 'total';
  if (kind !== 'symbol') return 'plain';
  return isOff ? 'symbolOff' : 'symbol';
};

const HEAD_STYLES = { text: 'head', symbol: 'headCenter', number: 'headRight' } as const;

/** The institution, the title, the lines, an empty row, the weekdays, the names of the columns. */
const headRowCount = ({ lines }: ReportDocument): number => lines.length + 5;

async function* worksheetXml(report: ReportDocument): AsyncIterable<string> {
  const { columns } = report;
  let rowNumber = 0;
  const row = (cells: readonly Cell[], style: (index: number) => parts.CellStyle): string => {
    rowNumber += 1;
    const content = cells.map((cell, index) =>
      cellXml(cell, `${columnName(index)}${rowNumber}`, style(index)),
    );
    return `<row r="${rowNumber}">${content.join('')}</row>`;
  };
  const tableRow = ({ cells, isTotal = false }: TableRow): string =>
    row(cells, (index) => {
      const column = columns[index];
      return column ? styleOf(column, isTotal) : 'plain';
    });
  const widths = columns.map(({ width }) => Math.max(width, 4));
  yield parts.worksheetStart(
    headRowCount(report),
    columns.some(({ kind }) => kind === 'symbol') ? 1 : 0,
    widths,
  );
  yield row([report.institution], () => 'institution') + row([report.title], () => 'title');
  yield report.lines.map((line) => row([line], () => 'muted')).join('') + row([], () => 'plain');
  yield tableRow({ cells: columns.map(({ labelAbove }) => labelAbove ?? null) });
  yield row(
    columns.map(({ label }) => label),
    (index) => HEAD_STYLES[columns[index]?.kind ?? 'text'],
  );
  for await (const page of report.pages()) yield page.map(tableRow).join('');
  yield row([], () => 'plain') + report.notes.map((note) => row([note], () => 'muted')).join('');
  yield parts.worksheetEnd(report.orientation);
}

const textContent = (text: string): AsyncIterable<Uint8Array> => oneChunk(new TextEncoder().encode(text));

/** Writes a workbook with one worksheet while the rows are being read. */
export function reportXlsx(report: ReportDocument): AsyncIterable<Uint8Array> {
  // A worksheet name has at most 31 characters; file names contain none that Excel forbids.
  const name = report.fileName.slice(0, 31);
  return writeZip([
    { name: '[Content_Types].xml', content: textContent(parts.CONTENT_TYPES) },
    { name: '_rels/.rels', content: textContent(parts.RELATIONS) },
    { name: 'xl/workbook.xml', content: textContent(parts.workbook(name, headRowCount(report))) },
    { name: 'xl/_rels/workbook.xml.rels', content: textContent(parts.WORKBOOK_RELATIONS) },
    { name: 'xl/styles.xml', content: textContent(parts.STYLES) },
    { name: 'xl/worksheets/sheet1.xml', content: encodeUtf8(worksheetXml(report)) },
  ]);
}
