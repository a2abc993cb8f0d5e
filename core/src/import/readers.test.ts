import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readDate, readTime } from './attendance-import.rules.ts';
import { parseCsv, textOf } from './csv.reader.ts';
import { newPassword } from './import-password.ts';
import { readSheet } from './sheet.ts';

/** A zip file as small as it gets, for sheets as small as they get. */
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

const WORKBOOK = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId7"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId7" Target="worksheets/people.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>ID</t></si><si><r><t>Full </t></r><r><t>Name</t></r></si><si><t>A &amp; B</t></si></sst>',
  'xl/worksheets/people.xml':
    '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2"><v>1001</v></c><c r="B2" s="3"/><c r="C2" t="s"><v>2</v></c></row><row r="3"><c r="C3" t="inlineStr"><is><t>Zoë</t></is></c></row></sheetData>',
};

describe('a CSV', () => {
  it('is read with quotes, line ends in cells, and whatever separates its cells', () => {
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

  it('is read in the letters of old spreadsheets too', () => {
    expect(textOf(new Uint8Array([0x5a, 0x6f, 0xeb]))).toBe('Zoë');
    expect(textOf(new TextEncoder().encode('\uFEFFZoë'))).toBe('Zoë');
  });
});

describe('a workbook', () => {
  it('gives its first sheet, holes and rich text included', async () => {
    expect(await readSheet(zipOf(WORKBOOK))).toEqual({
      columns: ['ID', '', 'Full Name'],
      rows: [
        ['1001', '', 'A & B'],
        ['', '', 'Zoë'],
      ],
    });
  });

  it('that is damaged, or no workbook at all, is refused in words', async () => {
    const whole = zipOf(WORKBOOK);
    for (const length of [4, 30, 100, whole.length - 1])
      await expect(readSheet(whole.slice(0, length))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(readSheet(zipOf({ 'a.txt': 'x' }))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(readSheet(new TextEncoder().encode('just one line'))).rejects.toThrow('no rows');
  });
});

describe('days and times', () => {
  it('are read as people write them', () => {
    expect(['2026-3-5', '05.03.2026', '5/3/26', '46086'].map((text) => readDate(text, 'dmy'))).toEqual([
      '2026-03-05',
      '2026-03-05',
      '2026-03-05',
      '2026-03-05',
    ]);
    expect(readDate('3/5/2026', 'mdy')).toBe('2026-03-05');
    expect(['31.02.2026', 'yesterday', '5/3/26'].map((text) => readDate(text, 'ymd'))).toEqual([
      null,
      null,
      null,
    ]);
    expect(['9:05', '09:05:59', '0.375', ''].map(readTime)).toEqual(['09:05', '09:05', '09:00', null]);
    expect(['25:00', 'nine'].map(readTime)).toEqual([undefined, undefined]);
  });
});

describe('a generated password', () => {
  it('can be typed from paper and is never the same', () => {
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
    const made = Array.from({ length: 200 }, () => newPassword(random));
    for (const each of made) expect(each).toMatch(/^([a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/);
    expect(new Set(made).size).toBe(200);
  });
});
