import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readRows } from './uploaded-table.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  readonly sheet?: string;
  readonly strings?: string;
  readonly properties?: string;
  readonly main?: string;
  readonly office?: string;
}

function workbook({
  sheet = '',
  strings = '',
  properties = '',
  main = MAIN,
  office = OFFICE,
}: Parts): Uint8Array {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', 'worksheets/s.xml')}${relation('b', 'sharedStrings', 'strings.xml')}${relation('c', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/strings.xml': `<sst xmlns="${main}">${strings || '<si><t>ID</t></si></sst>'}`,
    'xl/worksheets/s.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
const closed = (rows: string, parts: Parts = {}) =>
  workbook({ ...parts, sheet: `${rows}</sheetData></worksheet>` });
const csv = (text: string) => new TextEncoder().encode(text);

/** Files that took minutes or all memory once. */
const BOMBS: readonly (readonly [string, () => Uint8Array])[] = [
  ['20,480 unclosed rows', () => workbook({ sheet: '<row>'.repeat(20_480) })],
  ['204,800 unclosed rows', () => workbook({ sheet: '<row>'.repeat(204_800) })],
  ['102,400 unclosed cells', () => workbook({ sheet: `<row>${'<c>'.repeat(102_400)}` })],
  ['102,400 unclosed strings', () => workbook({ strings: '<si>'.repeat(102_400) })],
  ['a million empty rows', () => closed('<row/>'.repeat(1_000_000))],
  ['one cell in the last corner', () => closed('<row r="1"><c r="XFD1048576"><v>1</v></c></row>')],
  ['a corner written as an entity', () => closed('<row r="1"><c r="&#88;FD1048576"><v>1</v></c></row>')],
  ['a row number in powers of ten', () => closed('<row r="1e9"><c r="A1e9"><v>1</v></c></row>')],
  ['many rows of many columns', () => closed('<row r="99999"><c r="SF99999"><v>1</v></c></row>')],
  ['262,144 quotation marks', () => csv(`a${'"'.repeat(262_144)}`)],
  ['262,144 quotation marks at the start', () => csv(`"${'"'.repeat(262_143)}x`)],
  ['five million columns', () => csv(','.repeat(5_000_000))],
  ['a quotation mark that is not closed', () => csv(`a,b\n"${'x'.repeat(20_000_000)}`)],
  ['a cell of five million doubled quotes', () => csv(`a,b\n"${'""'.repeat(5_000_000)}`)],
  ['ten million rows', () => csv('a\n'.repeat(10_000_000))],
  [
    'a character beyond Unicode',
    () => closed('<row r="1"><c r="A1" t="inlineStr"><is><t>&#x110000;</t></is></c></row>'),
  ],
  ['NUL in a cell', () => csv('id,name\n1,A\u0000B')],
];

/** A tag of 4 MB that does not end keeps the library for half a minute; the others cost it less, and are refused alike. */
const ENDLESS: readonly (readonly [string, string])[] = [
  ['tags in tags', '<row'.repeat(51_200)],
  ['tags without names', '< '.repeat(100_000)],
  ['a tag', `<row ${'a'.repeat(70_000)}`],
  ['a value of an attribute', `<row a="${'>a'.repeat(35_000)}`],
  ['a value of an attribute with tags in it', `<row a=">${'<c/>'.repeat(20_000)}" ${'b'.repeat(70_000)}`],
  ['a comment', `<!--${'->'.repeat(600_000)}-->`],
  ['a comment that is not closed', '<!-- <row/>'],
  ['a section of characters', `<![CDATA[${']'.repeat(1_100_000)}`],
  ['an instruction', `<?${'a'.repeat(1_100_000)}?>`],
  ['a text', `<row><c t="str"><v>${'a'.repeat(1_100_000)}</v></c></row>`],
];

describe('a hostile table', () => {
  it.each(ENDLESS)('is refused before it is parsed where something does not end: %s', async (_, text) => {
    for (const parts of [{ sheet: text }, { strings: text }]) {
      const refusal: unknown = await readRows(workbook(parts)).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'invalid_input', message: 'This is not a spreadsheet.' });
      expect((refusal as Error).cause, 'the error of the library, if it was asked').toBeUndefined();
    }
  });

  it.each(BOMBS)('is refused in time that grows with its size only: %s', async (_, file) => {
    await expect(readRows(file())).rejects.toMatchObject({ name: 'AppError', code: 'invalid_input' });
  });

  it.each([' ', '\r', '\n', '""\n'])('of nothing but %j has no rows', async (character) => {
    expect(await readRows(csv(character.repeat(500_000)))).toEqual([]);
  });
});

describe('a table of a rare kind', () => {
  it('is read: markup with brackets in comments, characters and values', async () => {
    const text = '<is><t>x<![CDATA[a <b and c <d]]></t></is>';
    const rows = `<?x <a <b?><!-- <row <c --><row r="1" x='">' y="'>"><c r="A1" t="inlineStr" z=">">${text}</c></row>`;
    expect(await readRows(closed(rows))).toEqual([['x']]);
  });

  it.each([
    ['UTF-16 little endian', 'utf16le', [0xff, 0xfe]],
    ['UTF-16 big endian', 'utf16be', [0xfe, 0xff]],
  ] as const)('is read: CSV in %s', async (_, encoding, mark) => {
    const little = Buffer.from('id;name\r\n1;Zoë 山田', 'utf16le');
    const file = Buffer.concat([
      Buffer.from(mark),
      encoding === 'utf16le' ? little : Buffer.from(little).swap16(),
    ]);
    expect(await readRows(file)).toEqual([
      ['id', 'name'],
      ['1', 'Zoë 山田'],
    ]);
  });

  it('is read: CSV with the line ends of old Macs', async () => {
    expect(await readRows(csv('id,name\r1,Ada\r'))).toEqual([
      ['id', 'name'],
      ['1', 'Ada'],
    ]);
  });

  it('is read: a workbook whose days count from 1904', async () => {
    const properties = '<workbookPr date1904="1"/>';
    // 5 March 2026 is day 46086 since 1900, and 1462 days less since 1904.
    const rows = '<row r="1"><c r="A1" s="1"><v>44624</v></c></row>';
    expect(await readRows(closed(rows, { properties }))).toEqual([['2026-03-05']]);
  });

  it('is read: a strict workbook, with the addresses of the ISO standard', async () => {
    const strict = {
      main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
      office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
    };
    const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c></row>';
    expect(await readRows(closed(rows, strict))).toEqual([['ID', '7']]);
  });
});
