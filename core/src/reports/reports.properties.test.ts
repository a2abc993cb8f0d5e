import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '../backup/backup.rules.ts';
import { readXlsx } from '../import/xlsx.reader.ts';
import { zipEntries } from '../import/zip.reader.ts';
import type { Sheet } from './report.types.ts';
import { reportXlsx } from './report.xlsx.ts';
import { zipped } from './zip.writer.ts';

async function joined(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: number[] = [];
  for await (const chunk of chunks) parts.push(...chunk);
  return Uint8Array.from(parts);
}

const unquoted = (cell: string): string =>
  cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;

describe('whatever a name holds', () => {
  it('no cell of a CSV begins as a formula, and the name can be read back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.constantFrom('', '=', '+', '-', '@', '\t', '\r'),
        (text, start) => {
          const name = start + text;
          const read = unquoted(csvCell(name));
          return !/^[=+\-@\t\r]/.test(read) && (read === name || read === `'${name}`);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a workbook carries it as text', async () => {
    const sheetOf = (cells: string[]): Sheet => ({
      institution: 'I',
      title: 'T',
      lines: [],
      columns: [{ label: 'Name', kind: 'text', width: 10 }],
      pages: async function* () {
        yield cells.map((cell) => ({ cells: [cell] }));
      },
      notes: [],
      shape: 'portrait',
      language: 'en',
      fileName: 'f',
    });
    const names = fc
      .sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), 1000)
      .map((name) => `=${name}.`);
    const rows = await readXlsx(await joined(reportXlsx(sheetOf(names))));
    // Institution, title and the names of the columns come first.
    expect(rows.slice(3).map(([cell]) => cell)).toEqual(names.map((name) => name.trim()));
  });

  it('a zip file gives back what was put into it', async () => {
    const content = async function* (chunks: readonly Uint8Array[]) {
      yield* chunks;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 4 }), async (chunks) => {
        const file = await joined(zipped([{ name: 'a.bin', content: content(chunks) }]));
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
