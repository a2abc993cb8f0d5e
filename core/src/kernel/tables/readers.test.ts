import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeText, parseCsv } from './csv.reader.ts';
import { readRows, uploadedTable } from './uploaded-table.ts';

const readUploadedTable = async (file: Uint8Array) => uploadedTable(await readRows(file));

/** Builds a minimal zip file with deflated entries. */
function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(Buffer.byteLength(text), 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(centrals.length, 8);
  end.writeUInt16LE(centrals.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, central, end]));
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORKBOOK = {
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId7"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId7" Type="${OFFICE}/worksheet" Target="worksheets/people.xml"/><Relationship Id="rId8" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId9" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `<sst xmlns="${MAIN}"><si><t>ID</t></si><si><r><t>Full </t></r><r><t>Name</t></r></si><si><t>A &amp; B</t></si><si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si></sst>`,
  'xl/worksheets/people.xml': `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2"><v>1001</v></c><c r="B2" s="3"/><c r="C2" t="s"><v>2</v></c></row><row r="3"><c r="C3" t="inlineStr"><is><t>Zoë</t></is></c></row></sheetData></worksheet>`,
};
const withCells = (cells: string) => ({
  ...WORKBOOK,
  'xl/worksheets/people.xml': `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">${cells}</row></sheetData></worksheet>`,
});

describe('CSV', () => {
  it('is parsed with quotes, line ends in cells, and comma, semicolon or tab as separator', () => {
    expect(parseCsv('a,b\r\n"x, ""y""\nz",2\r\n\r\n')).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ]);
    expect(parseCsv('a;b\n1;2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(parseCsv('a\tb\n1\t2')[1]).toEqual(['1', '2']);
  });

  it('is decoded as UTF-8 or Windows-1252', () => {
    expect(decodeText(new Uint8Array([0x5a, 0x6f, 0xeb]))).toBe('Zoë');
    expect(decodeText(new TextEncoder().encode('\uFEFFZoë'))).toBe('Zoë');
  });
});

describe('XLSX', () => {
  it('gives the first worksheet, with empty cells and rich text', async () => {
    expect(await readUploadedTable(zipOf(WORKBOOK))).toEqual({
      columns: ['ID', '', 'Full Name'],
      rows: [
        ['1001', '', 'A & B'],
        ['', '', 'Zoë'],
      ],
    });
  });

  it('gives names without phonetic runs, long numbers with all digits, and dates and times as text', async () => {
    const cells =
      '<c r="A2" t="s"><v>3</v></c><c r="B2"><v>12345678901234567</v></c><c r="C2" s="1"><v>46086</v></c><c r="D2" s="2"><v>0.375</v></c><c r="E2" s="3"><v>46086.375</v></c>';
    const { rows } = await readUploadedTable(zipOf(withCells(cells)));
    expect(rows).toEqual([['山田', '12345678901234567', '2026-03-05', '09:00', '2026-03-05 09:00']]);
  });

  it('is read when its XML element names have a namespace prefix', async () => {
    const prefixed = Object.fromEntries(
      Object.entries(WORKBOOK).map(([name, xml]) => [
        name,
        name.endsWith('.rels') ? xml : xml.replace(/<(\/?)(\w)/g, '<$1x:$2').replace('xmlns=', 'xmlns:x='),
      ]),
    );
    const { columns, rows } = await readUploadedTable(zipOf(prefixed));
    expect([columns, rows.length]).toEqual([['ID', '', 'Full Name'], 2]);
  });

  it('that would unpack to more than the limit is refused with payload_too_large', async () => {
    const filler = '<a/>'.repeat(15 * 1024 * 1024);
    const bomb = zipOf({ ...WORKBOOK, 'xl/a.xml': filler, 'xl/b.xml': filler });
    await expect(readUploadedTable(bomb)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('that is damaged or no workbook is refused with invalid_input', async () => {
    const whole = zipOf(WORKBOOK);
    for (const length of [4, 30, 100, whole.length - 1])
      await expect(readUploadedTable(whole.slice(0, length))).rejects.toMatchObject({
        code: 'invalid_input',
      });
    await expect(readUploadedTable(zipOf({ 'a.txt': 'x' }))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(readUploadedTable(new TextEncoder().encode('just one line'))).rejects.toThrow('no rows');
  });
});
