import { AppError } from '../errors.ts';
import { type ZipEntry, zipEntries } from './zip.reader.ts';

const PART_MAX = 100 * 1024 * 1024;

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name] ?? whole;
  });

/** The text of every `<t>` inside, joined: rich text is written in several. */
const textIn = (xml: string): string =>
  [...xml.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)].map((match) => unescaped(match[1] ?? '')).join('');

/** `BC12` -> 54: the place of a cell in its row, which may have holes. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? 'A')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function cellText(attributes: string, content: string, shared: readonly string[]): string {
  const type = /\bt="(\w+)"/.exec(attributes)?.[1];
  if (type === 'inlineStr') return textIn(content);
  const value = unescaped(/<v>([^<]*)<\/v>/.exec(content)?.[1] ?? '');
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  return value;
}

function rowsOf(sheet: string, shared: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const [, content = ''] of sheet.matchAll(/<row[^>]*>([\s\S]*?)<\/row>/g)) {
    const row: string[] = [];
    for (const [, attributes = '', cell = ''] of content.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const column = columnOf(/\br="([A-Z]+)\d+"/.exec(attributes)?.[1] ?? '');
      if (column > 500) continue;
      while (row.length < column) row.push('');
      row[column] = cellText(attributes, cell, shared).trim();
    }
    if (row.some((cell) => cell !== '')) rows.push(row);
  }
  return rows;
}

/** The first sheet of a workbook as text: shared and inline strings, numbers as they are stored. */
export async function readXlsx(file: Uint8Array): Promise<string[][]> {
  const entries = new Map(zipEntries(file, PART_MAX).map((entry) => [entry.name, entry]));
  const text = async (entry: ZipEntry | undefined): Promise<string> =>
    entry ? new TextDecoder().decode(await entry.read()) : '';
  const workbook = await text(entries.get('xl/workbook.xml'));
  const id = /<sheet\b[^>]*\br:id="([^"]+)"/.exec(workbook)?.[1];
  const relations = await text(entries.get('xl/_rels/workbook.xml.rels'));
  const relation = [...relations.matchAll(/<Relationship\b[^>]*>/g)].find(([tag]) =>
    tag.includes(`Id="${id}"`),
  );
  const target = /\bTarget="([^"]+)"/.exec(relation?.[0] ?? '')?.[1]?.replace(/^\/?(xl\/)?/, 'xl/');
  const sheet = entries.get(target ?? 'xl/worksheets/sheet1.xml');
  if (!sheet) throw new AppError('invalid_input', { message: 'This is not a spreadsheet.' });
  const strings = await text(entries.get('xl/sharedStrings.xml'));
  const shared = [...strings.matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, content = '']) => textIn(content));
  return rowsOf(await text(sheet), shared);
}
