import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvText } from './csv.writer.ts';
import type { ReportDocument } from './report-document.types.ts';
import { readXlsx } from './xlsx.reader.ts';
import { reportXlsx } from './xlsx.writer.ts';
import { zipEntries } from './zip.reader.ts';
import { writeZip } from './zip.writer.ts';

async function concatenate(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: number[] = [];
  for await (const chunk of chunks) parts.push(...chunk);
  return Uint8Array.from(parts);
}

const unquote = (cell: string): string =>
  cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;

describe('table writers for arbitrary content', () => {
  it('write no CSV cell that starts as a formula, and keep the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '＝', '＠', '\u200b=', '\ufeff ＋', ' \t='),
        (text, start) => {
          const name = start + text;
          const read = unquote(csvCell(name));
          return (
            !/^[\s\u200b\ufeff]*[=+\-@\t\r＝＋－＠]/.test(read) && (read === name || read === `'${name}`)
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('quote CSV cells that would be several where lists are split by semicolons or tabs', () => {
    expect(csvCell('x;=1+1;y')).toBe('"x;=1+1;y"');
    expect(csvCell('x\t=1+1')).toBe('"x\t=1+1"');
    expect(csvCell('Anna-Lena; 5')).toBe('"Anna-Lena; 5"');
  });

  it('write CSV files with a byte order mark, and no row of another width than the head', () => {
    expect(
      csvText(
        ['Name', 'Days'],
        [
          ['Müller', 3],
          ['a,b', null],
        ],
      ),
    ).toBe('\uFEFFName,Days\r\nMüller,3\r\n"a,b",\r\n');
    expect(() => csvText(['Name', 'Days'], [['Müller']])).toThrow('has 1 cells, not 2');
  });

  it('write XLSX cells as text', async () => {
    const reportOf = (cells: string[]): ReportDocument => ({
      institution: 'I',
      title: 'T',
      lines: [],
      columns: [{ label: 'Name', kind: 'text', width: 10 }],
      pages: async function* () {
        yield cells.map((cell) => ({ cells: [cell] }));
      },
      notes: [],
      orientation: 'portrait',
      language: 'en',
      fileName: 'f',
    });
    const names = fc
      .sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), 1000)
      .map((name) => `=${name}.`);
    const rows = await readXlsx(await concatenate(reportXlsx(reportOf(names))));
    // The first three rows are the institution, the title and the column names.
    expect(rows.slice(3).map(([cell]) => cell)).toEqual(names.map((name) => name.trim()));
  });

  it('write zip files that zipEntries reads back', async () => {
    const content = async function* (chunks: readonly Uint8Array[]) {
      yield* chunks;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 4 }), async (chunks) => {
        const file = await concatenate(writeZip([{ name: 'a.bin', content: content(chunks) }]));
        const [entry] = zipEntries(file, 1000);
        expect([entry?.name, [...((await entry?.read()) ?? [])]]).toEqual([
          'a.bin',
          chunks.flatMap((chunk) => [...chunk]),
        ]);
      }),
      { numRuns: 1000 },
    );
  });
});
