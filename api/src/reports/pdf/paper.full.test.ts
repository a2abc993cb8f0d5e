import type { Language } from '@rollcall/core/kernel/language';
import type { LocalDate } from '@rollcall/core/kernel/local-date';
import type { Column, ReportDocument, TableRow } from '@rollcall/core/kernel/tables/report-document.types';
import { monthReportColumns } from '@rollcall/core/reports/month-report';
import { personColumns } from '@rollcall/core/reports/person-report';
import { weekdayName } from '@rollcall/core/reports/report.rules';
import { REPORT_TEXTS } from '@rollcall/core/reports/report.texts';
import { summaryColumns } from '@rollcall/core/reports/summary-report';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testFonts } from '../../testing/test-ports.ts';
import { CONSENT_SHEET_TEXTS } from './consent-sheets.texts.ts';
import { consentSheetsPdf } from './consent-sheets-pdf.ts';
import { createPdfWriter } from './pdf-writer.ts';
import { createReportFonts, type ReportFonts } from './report-fonts.ts';
import { reportPdf } from './report-pdf.ts';
import { slipsPdf } from './slips-pdf.ts';

interface Drawn {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
}

const drawn: Drawn[] = [];

/** The real writer, which also notes what it draws and where. */
const createNotingWriter: typeof createPdfWriter = (...options) => {
  const writer = createPdfWriter(...options);
  let page = 0;
  const addPage = writer.doc.addPage.bind(writer.doc);
  writer.doc.addPage = () => {
    page += 1;
    return addPage();
  };
  const draw: typeof writer.draw = (text, x, baseline, style) => {
    drawn.push({ page, text, left: x, right: x + writer.widthOf(text, style), baseline });
    writer.draw(text, x, baseline, style);
  };
  return { ...writer, draw };
};

const MARKS = /[\u200e\u200f\u2066-\u2069]/g;
const A4 = 595.28;
let fonts: ReportFonts;
beforeAll(async () => {
  fonts = await createReportFonts(testFonts);
});
beforeEach(() => {
  drawn.length = 0;
});

async function print(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of chunks);
}
const texts = (page?: number) =>
  drawn.filter((each) => page === undefined || each.page === page).map(({ text }) => text.replace(MARKS, ''));
const at = (text: string): Drawn => {
  const found = drawn.find((each) => each.text.replace(MARKS, '').includes(text));
  if (!found) throw new Error(`${text} is not drawn`);
  return found;
};
const pages = () => new Set(drawn.map(({ page }) => page)).size;

const DAYS = Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);

function report(
  language: Language,
  columns: readonly Column[],
  rows: readonly TableRow[],
  more: Partial<ReportDocument> = {},
): Promise<void> {
  const document: ReportDocument = {
    institution: 'Northfield College',
    title: REPORT_TEXTS[language].personal,
    lines: ['Aarav Sharma, STU002'],
    columns,
    async *pages() {
      yield rows;
    },
    notes: [REPORT_TEXTS[language].legend],
    orientation: 'portrait',
    language,
    fileName: 'x',
    ...more,
  };
  return print(reportPdf(document, fonts, createNotingWriter));
}

const personRows = (language: Language, count = 31): TableRow[] =>
  Array.from({ length: count }, (_, index) => {
    const date = (DAYS[index % DAYS.length] ?? '') as LocalDate;
    const cells = ['Aarav', 'STU002', date, weekdayName(date, language, 'short'), 'X', '08:26', '15:20', 'Y'];
    return { cells };
  });

describe('a table on paper', () => {
  it('breaks no word: columns are as wide as their longest', async () => {
    await report('ar', personColumns('ar'), personRows('ar'));
    for (const { cells } of personRows('ar')) expect(texts()).toContain(cells[3]);
  });

  it.each(['en', 'de', 'ar'] as const)('has whole headings, which do not touch: %s', async (language) => {
    const columns = summaryColumns(language, REPORT_TEXTS[language].columns.section);
    await report(language, columns, [], { orientation: 'landscape' });
    expect(texts().filter((text) => text.includes('…'))).toEqual([]);
    const baselines = new Set(drawn.map(({ baseline }) => baseline));
    for (const baseline of baselines) {
      const line = drawn.filter((each) => each.baseline === baseline).toSorted((a, b) => a.left - b.left);
      for (const [index, { left }] of line.entries())
        expect(left - (line[index - 1]?.right ?? 0)).toBeGreaterThan(3);
    }
  });

  it('writes dates and figures as the language does, like the lines above it', async () => {
    const columns = [...personColumns('de').slice(2, 3), ...summaryColumns('de', 'Klasse').slice(3)];
    await report('de', columns, [{ cells: ['2026-10-05', 1040, 1, 2, 3, 4, 5, 6, 7, 80] }]);
    expect(texts()).toEqual(expect.arrayContaining(['5.\u00a0Okt.\u00a02026', '1040', '80,0']));
    drawn.length = 0;
    await report('en', personColumns('en'), personRows('en', 1));
    expect(texts()).toContain('1\u00a0Oct\u00a02026');
  });

  it('says on every page whose it is', async () => {
    await report('en', personColumns('en'), personRows('en', 150));
    expect(pages()).toBeGreaterThan(2);
    for (let page = 1; page <= pages(); page += 1)
      expect(texts(page).filter((text) => text.includes('Aarav Sharma, STU002'))).not.toEqual([]);
  });
});

describe('the register on paper', () => {
  const month = (language: Language) =>
    monthReportColumns(
      DAYS.map((date) => ({ date: date as LocalDate, calendar: 'open' })),
      language,
      { isBySection: true, sectionLabel: 'Section' },
    );
  const row = (section: string | null, value: string | number, isTotal = false): TableRow => ({
    cells: [
      isTotal ? 'Present' : 'Ada',
      'A-1',
      section,
      ...DAYS.map(() => value),
      isTotal ? 11640 : 19,
      2,
      3,
      4,
      80,
    ],
    isTotal,
  });
  const rows = [row('A', 'P'), row('B', 'P'), row(null, 1023, true)];
  const more = {
    lines: ['Everyone', 'Created on 16 November 2026'],
    // The totals come last, when the columns have their widths.
    async *pages() {
      yield rows.slice(0, -1);
      yield rows.slice(-1);
    },
    sectionHeading: (section: string | null) => `Section ${section}`,
    orientation: 'landscape',
  } as const;

  it('explains its letters on the pages of every section', async () => {
    await report('en', month('en'), rows, more);
    expect(pages()).toBe(2);
    for (const page of [1, 2])
      expect(texts(page).filter((text) => text === REPORT_TEXTS.en.legend)).toHaveLength(1);
  });

  it('does not have the totals of everybody in the table of the last section', async () => {
    await report('en', month('en'), rows, more);
    const headings = drawn.filter(({ text, page }) => page === 2 && text === 'Everyone');
    expect(headings).toHaveLength(1);
    const [heading] = headings;
    expect(heading?.baseline).toBeGreaterThan(at('Section B').baseline);
    expect(heading?.baseline).toBeLessThan(at('Present').baseline);
  });

  it.each(['en', 'ar'] as const)('keeps large figures apart: %s', async (language) => {
    await report(language, month(language), rows, more);
    const { baseline } = at('11640');
    const line = drawn.filter((each) => each.baseline === baseline).toSorted((a, b) => a.left - b.left);
    expect(line.length).toBeGreaterThan(DAYS.length);
    for (const [index, { left }] of line.slice(1).entries())
      expect(left).toBeGreaterThan(line[index]?.right ?? 0);
  });
});

describe('password slips', () => {
  const slip = { name: 'Zoë Łukasz', username: 'zoe', password: 'abcd-efgh', class_section: '10-A' };
  const print12 = (more: Partial<typeof slip>, language: Language = 'en') =>
    print(
      slipsPdf(
        {
          institution: 'Northfield College',
          language,
          site: 'school.example',
          rows: Array.from({ length: 13 }, () => ({ ...slip, ...more })),
        },
        fonts,
        createNotingWriter,
      ),
    );

  it.each([20, 40, 60])('have usernames and passwords of %i letters in full', async (length) => {
    const username = 'maximiliana.konstantinopolous.hohenzollern.sigmaringen.witt.'.slice(0, length);
    const password = 'Maple-cactus-kayak-8842-violin-orbit-Maple-cactus-kayak-8842'.slice(0, length);
    await print12({ username, password });
    const whole = texts(1).join('');
    expect([whole.includes(username), whole.includes(password), whole.includes('…')]).toEqual([
      true,
      true,
      false,
    ]);
    for (const { right } of drawn) expect(right).toBeLessThanOrEqual(A4 - 36);
  });

  it('have long names in two lines', async () => {
    await print12({ name: 'Maximiliana-Alexandrina Konstantinopolous von Hohenzollern-Sigmaringen' });
    expect(texts(1).filter((text) => text.includes('…'))).toEqual([]);
  });

  it('have the number of the page at the edge', async () => {
    await print12({});
    expect(at('1/2').right).toBeCloseTo(A4 - 36, 0);
    drawn.length = 0;
    await print12({}, 'ar');
    expect(at('1/2').left).toBeCloseTo(36, 0);
  });
});

describe('consent sheets', () => {
  const ENGLISH = 'I agree that my attendance is recorded by face. '.repeat(4).trim();
  const ARABIC = 'أوافق على تسجيل حضوري بالوجه. '.repeat(4).trim();
  const sheets = (language: Language, text: string, class_section: string | null = 'A') =>
    print(
      consentSheetsPdf(
        {
          institution: 'Northfield College',
          language,
          text,
          version: '1',
          people: [{ id: 'C-1', name: 'Ada', class_section }],
          sectionLabel: 'Department',
        },
        fonts,
        createNotingWriter,
      ),
    );

  it('ask right below the text', async () => {
    await sheets('en', ENGLISH);
    const text = drawn.filter((each) => each.text.includes('attendance is recorded by face')).at(-1);
    expect(at(CONSENT_SHEET_TEXTS.en.agree).baseline - (text?.baseline ?? 0)).toBeLessThan(90);
  });

  it('call a section what the institution calls it, and leave it out for whoever has none', async () => {
    await sheets('en', ENGLISH);
    expect(at('Department').page).toBe(1);
    drawn.length = 0;
    await sheets('en', ENGLISH, null);
    expect(texts()).not.toContain('Department');
  });

  it('begin a text where its own language does', async () => {
    await sheets('ar', ENGLISH);
    expect(at('I agree that').left).toBeCloseTo(56, 0);
    drawn.length = 0;
    await sheets('en', ARABIC);
    expect(at('أوافق').right).toBeCloseTo(A4 - 56, 0);
  });
});
