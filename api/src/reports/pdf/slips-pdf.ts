import type { Language } from '@rollcall/core/kernel/language';
import { createPdfSheet, lastOf, MUTED, textStyle, yieldToEventLoop } from './pdf-sheet.ts';
import { createPdfWriter } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';
import { SLIP_TEXTS } from './slips.texts.ts';

export interface Slip {
  readonly name: string;
  readonly username: string;
  readonly password: string;
  readonly class_section: string | null;
}

export interface Slips {
  readonly institution: string;
  readonly language: Language;
  /** Address of the sign-in page. */
  readonly site: string;
  readonly rows: readonly Slip[];
  /** Heads the slips of people without a section, where the institution has a word of its own. */
  readonly noSection?: string;
}

const CUT = '#B9B4AA';
const MARGIN = 36;
const HEAD = 34;
const COLUMNS = 2;
const ROWS = 6;
const PAD = 12;

const SMALL = textStyle(8, 'regular', MUTED);
const NAME = textStyle(13, 'bold');
const LONG_NAME = textStyle(10, 'bold');
/** Looks of a username or password: the first in which it fits whole, or else the last. */
const VALUES = [
  { size: 11, lines: 1 },
  { size: 9, lines: 1 },
  { size: 8, lines: 2 },
  { size: 6.5, lines: 3 },
] as const;

/** The rows by section, in the order of the alphabet; people without one at the end. */
export function bySection<Row extends { readonly class_section: string | null }>(
  rows: readonly Row[],
): (readonly [section: string | null, people: Row[]])[] {
  const groups = new Map<string | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.class_section);
    if (group) group.push(row);
    else groups.set(row.class_section, [row]);
  }
  return [...groups].toSorted(([a], [b]) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return a.localeCompare(b, undefined, { numeric: true });
  });
}

/** Draws cards to cut out, two beside each other; each section begins on a new page, so that a teacher gets theirs. */
export async function* slipsPdf(
  slips: Slips,
  fonts: ReportFonts,
  createWriter = createPdfWriter,
): AsyncIterable<Uint8Array> {
  const texts = SLIP_TEXTS[slips.language];
  const sheet = createPdfSheet(fonts, { ...slips, title: texts.title }, createWriter);
  const { doc, wrap, take, inLine, leftOf, line } = sheet;
  await fonts.prepare([slips.institution, slips.site, ...Object.values(texts)]);

  const startPage = (section: string | null, page: number, pages: number): void => {
    doc.addPage();
    const heading = [inLine(slips.institution), section ?? slips.noSection ?? texts.noSection].join(' · ');
    const width = doc.page.width - 2 * MARGIN;
    line(heading, MARGIN, MARGIN + 10, width - 60, textStyle(11, 'bold'));
    if (pages > 1)
      line(`${page}/${pages}`, MARGIN, MARGIN + 10, width, textStyle(9, 'regular', MUTED), 'end');
  };

  /** A password that is cut is none. */
  const value = (text: string, x: number, baseline: number, width: number): void => {
    const looks = VALUES.map(({ size, lines: most }) => {
      const style = textStyle(size, 'bold');
      return { style, lines: wrap(text, width, style, most) };
    });
    const whole = looks.find(({ lines }) => !lines.at(-1)?.endsWith('…')) ?? looks.at(-1);
    if (!whole) return;
    const { style, lines } = whole;
    const step = style.size * 1.1;
    const first = baseline - (step * (lines.length - 1)) / 2;
    for (const [index, each] of lines.entries()) line(each, x, first + step * index, width, style);
  };

  const card = ({ name, username, password }: Slip, place: number): void => {
    const width = (doc.page.width - 2 * MARGIN) / COLUMNS;
    const height = (doc.page.height - 2 * MARGIN - HEAD) / ROWS;
    const left = MARGIN + (place % COLUMNS) * width;
    const top = MARGIN + HEAD + Math.floor(place / COLUMNS) * height;
    doc
      .lineWidth(0.5)
      .dash(3, { space: 3 })
      .rect(leftOf(left, width), top, width, height)
      .stroke(CUT)
      .undash();
    const x = left + PAD;
    const inner = width - 2 * PAD;
    line(slips.institution, x, top + 18, inner, SMALL);
    const [short = '', ...more] = wrap(name, inner, NAME, 2);
    if (more.length === 0) line(short, x, top + 36, inner, NAME);
    else
      for (const [index, part] of wrap(name, inner, LONG_NAME, 2).entries())
        line(part, x, top + 31 + index * 12, inner, LONG_NAME);
    for (const [index, [label, entry]] of (
      [
        [texts.username, username],
        [texts.password, password],
      ] as const
    ).entries()) {
      const baseline = top + 62 + index * 20;
      line(label, x, baseline, inner * 0.33, textStyle(9, 'regular', MUTED));
      value(entry, x + inner * 0.35, baseline, inner * 0.65);
    }
    line(`${texts.signInAt} ${inLine(slips.site)}`, x, top + height - 12, inner, SMALL);
  };

  const perPage = COLUMNS * ROWS;
  for (const [section, people] of bySection(slips.rows)) {
    const pages = Math.ceil(people.length / perPage);
    for (let page = 0; page < pages; page += 1) {
      const onPage = people.slice(page * perPage, (page + 1) * perPage);
      await fonts.prepare([section ?? '', ...onPage.flatMap(({ name, username }) => [name, username])]);
      startPage(section, page + 1, pages);
      for (const [place, slip] of onPage.entries()) card(slip, place);
      yield* take();
      await yieldToEventLoop();
    }
  }
  yield* lastOf(sheet);
}
