import { encoded } from '../backup/byte-streams.ts';
import type { Cell, Column, Sheet, SheetRow } from './report.types.ts';
import * as parts from './xlsx.parts.ts';
import { zipped } from './zip.writer.ts';

/** What XML 1.0 cannot carry is left out; the rest is escaped. */
const UNSPEAKABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const escaped = (text: string): string =>
  text
    .replace(UNSPEAKABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** 0 -> A, 26 -> AA. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** A string is always text: no spreadsheet runs a name as a formula. */
function cellXml(value: Cell, place: string, look: parts.Look): string {
  const head = `<c r="${place}" s="${parts.LOOK[look]}"`;
  if (typeof value === 'number') return `${head}><v>${value}</v></c>`;
  if (value) return `${head} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  return look === 'markOff' ? `${head}/>` : '';
}

const lookOf = ({ kind, isOff }: Column, isTotal: boolean): parts.Look => {
  if (isTotal) return kind === 'mark' ? 'totalMiddle' : 'total';
  if (kind !== 'mark') return 'plain';
  return isOff ? 'markOff' : 'mark';
};

const HEAD_LOOKS = { text: 'head', mark: 'headMiddle', number: 'headRight' } as const;

async function* sheetText(sheet: Sheet): AsyncIterable<string> {
  const { columns } = sheet;
  let number = 0;
  const row = (cells: readonly Cell[], look: (index: number) => parts.Look): string => {
    number += 1;
    const inside = cells.map((cell, index) => cellXml(cell, `${letters(index)}${number}`, look(index)));
    return `<row r="${number}">${inside.join('')}</row>`;
  };
  const plainRow = ({ cells, isTotal = false }: SheetRow): string =>
    row(cells, (index) => {
      const column = columns[index];
      return column ? lookOf(column, isTotal) : 'plain';
    });
  const widths = columns.map(({ width }) => Math.max(width, 4));
  yield parts.sheetStart(headRows(sheet), columns.some(({ kind }) => kind === 'mark') ? 1 : 0, widths);
  yield row([sheet.institution], () => 'institution') + row([sheet.title], () => 'title');
  yield sheet.lines.map((line) => row([line], () => 'muted')).join('') + row([], () => 'plain');
  yield plainRow({ cells: columns.map(({ over }) => over ?? null) });
  yield row(
    columns.map(({ label }) => label),
    (index) => HEAD_LOOKS[columns[index]?.kind ?? 'text'],
  );
  for await (const page of sheet.pages()) yield page.map(plainRow).join('');
  yield row([], () => 'plain') + sheet.notes.map((note) => row([note], () => 'muted')).join('');
  yield parts.sheetEnd(sheet.shape);
}

/** The institution, the title, the lines, an empty row, the weekdays, the names of the columns. */
const headRows = ({ lines }: Sheet): number => lines.length + 5;

const whole = (text: string): AsyncIterable<Uint8Array> =>
  encoded(
    (async function* () {
      yield text;
    })(),
  );

/** A workbook with one sheet, written while the rows are read. */
export function reportXlsx(sheet: Sheet): AsyncIterable<Uint8Array> {
  // A sheet's name has at most 31 characters; a file's name has none that it may not have.
  const name = sheet.fileName.slice(0, 31);
  return zipped([
    { name: '[Content_Types].xml', content: whole(parts.CONTENT_TYPES) },
    { name: '_rels/.rels', content: whole(parts.RELATIONS) },
    { name: 'xl/workbook.xml', content: whole(parts.workbook(name, headRows(sheet))) },
    { name: 'xl/_rels/workbook.xml.rels', content: whole(parts.WORKBOOK_RELATIONS) },
    { name: 'xl/styles.xml', content: whole(parts.STYLES) },
    { name: 'xl/worksheets/sheet1.xml', content: encoded(sheetText(sheet)) },
  ]);
}
