import { inflateSync } from 'node:zlib';
import type { Language } from '@rollcall/core/kernel/language';
import type { ReportDocument } from '@rollcall/core/kernel/tables/report-document.types';
import { REPORT_TEXTS } from '@rollcall/core/reports/report.texts';
import { beforeAll, describe, expect, it } from 'vitest';
import { testFonts } from '../../testing/test-ports.ts';
import { createPdfTable } from './pdf-table.ts';
import { createPdfWriter, type Style } from './pdf-writer.ts';
import { createReportFonts, type ReportFonts } from './report-fonts.ts';
import { reportPdf } from './report-pdf.ts';
import { slipsPdf } from './slips-pdf.ts';

const NAME = 'Zoë Łukasz';
const CODE = '10-A';
const RATE = '87.5';
const A4 = 595.28;
const MARGIN = 30;
const PAD = 3;

function report(language: Language): ReportDocument {
  const texts = REPORT_TEXTS[language];
  return {
    institution: 'Northfield College',
    title: texts.summary,
    lines: [texts.section('CS-A')],
    columns: [
      { label: texts.columns.name, kind: 'text', width: 20 },
      { label: texts.columns.id, kind: 'text', width: 10 },
      { label: texts.columns.rate, kind: 'number', width: 10 },
    ],
    async *pages() {
      yield [{ cells: [NAME, CODE, Number(RATE)] }];
    },
    notes: [texts.definition],
    orientation: 'portrait',
    language,
    fileName: 'summary',
  };
}

let fonts: ReportFonts;
beforeAll(async () => {
  fonts = await createReportFonts(testFonts);
});

interface Drawn {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** What the table draws, and where. */
async function drawn(language: Language): Promise<(text: string) => Drawn> {
  const document = report(language);
  const options = { title: 'T', author: 'A', language, layout: 'portrait' } as const;
  const writer = createPdfWriter(fonts, options);
  const all: Drawn[] = [];
  const draw = (text: string, x: number, baseline: number, style: Style) => {
    all.push({ text, left: x, right: x + writer.widthOf(text, style) });
    writer.draw(text, x, baseline, style);
  };
  const table = createPdfTable({ ...writer, draw }, document);
  for await (const page of document.pages()) for (const row of page) table.row(row);
  table.close();
  return (text) => {
    const found = all.find((each) => each.text.includes(text));
    if (!found) throw new Error(`${text} is not drawn`);
    return found;
  };
}

const near = (value: number) => expect.closeTo(value, 1);

describe('a report in Arabic', () => {
  it('has its first column on the right, and lines that begin there', async () => {
    const at = await drawn('ar');
    const { columns, summary } = REPORT_TEXTS.ar;
    expect(at(columns.name).left).toBeGreaterThan(at(columns.id).right);
    expect(at(columns.id).left).toBeGreaterThan(at(columns.rate).right);
    // A Latin name and a code stand at the beginning of their cells, too.
    for (const text of [columns.name, NAME])
      expect([text, at(text).right]).toEqual([text, near(A4 - MARGIN - PAD)]);
    expect(at(CODE).right).toBeLessThan(at(NAME).left);
    // Figures end at the left, and the title begins at the right.
    expect(at(RATE).left).toEqual(near(MARGIN + PAD));
    expect(at(summary).right).toEqual(near(A4 - MARGIN));
    expect(at(REPORT_TEXTS.ar.page(1)).left).toEqual(near(MARGIN));
  });

  it('is the mirror image of the one in English', async () => {
    const [english, arabic] = [await drawn('en'), await drawn('ar')];
    for (const text of [NAME, RATE]) expect(arabic(text).right).toEqual(near(A4 - english(text).left));
    expect(english(REPORT_TEXTS.en.columns.name).left).toBeLessThan(english(REPORT_TEXTS.en.columns.id).left);
  });

  it('is a PDF that says its language', async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of reportPdf(report('ar'), fonts)) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text).toContain('/Lang (ar)');
  });
});

it('the first password slip in Arabic is at the top right', async () => {
  const frames = async (language: Language) => {
    const chunks: Uint8Array[] = [];
    const slip = { name: NAME, username: 'zoe', password: 'abcd-efgh', class_section: CODE };
    const slips = { institution: 'Northfield College', language, site: 'school.example', rows: [slip] };
    for await (const chunk of slipsPdf(slips, fonts)) chunks.push(chunk);
    const pdf = Buffer.concat(chunks).toString('latin1');
    const stream = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(pdf)?.[1] ?? '';
    const page = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    return Number(/([\d.]+) [\d.]+ [\d.]+ [\d.]+ re/.exec(page)?.[1]);
  };
  const [english, arabic] = [await frames('en'), await frames('ar')];
  expect(english).toEqual(near(36));
  expect(arabic).toEqual(near(A4 / 2));
});
