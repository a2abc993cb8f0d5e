import { directionOf, type Language } from '@rollcall/core/kernel/language';
import { isolate } from '@rollcall/core/kernel/text';
import { createPdfWriter, type Style } from './pdf-writer.ts';
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

const INK = '#1C2430';
const MUTED = '#5B6472';
const CUT = '#B9B4AA';
const MARGIN = 36;
const HEAD = 34;
const COLUMNS = 2;
const ROWS = 6;
const PAD = 12;

const style = (size: number, weight: Style['weight'] = 'regular', color = INK): Style => ({
  size,
  weight,
  color,
});

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
export async function* slipsPdf(slips: Slips, fonts: ReportFonts): AsyncIterable<Uint8Array> {
  const texts = SLIP_TEXTS[slips.language];
  const writer = createPdfWriter(fonts, {
    title: texts.title,
    author: slips.institution,
    language: slips.language,
    layout: 'portrait',
  });
  await fonts.prepare([
    slips.institution,
    ...slips.rows.flatMap(({ name, class_section }) => [name, class_section ?? '']),
  ]);
  const { doc, draw, wrap, widthOf, take, ended } = writer;
  const isMirrored = directionOf(slips.language) === 'rtl';
  const inLine = (text: string): string => (isMirrored ? isolate(text) : text);
  /** The left edge of what is `x` from the edge at which lines begin. */
  const leftOf = (x: number, width: number): number => (isMirrored ? doc.page.width - x - width : x);

  const line = (text: string, x: number, baseline: number, width: number, look: Style): void => {
    const [shown = ''] = wrap(text, width, look, 1);
    draw(shown, leftOf(x, isMirrored ? widthOf(shown, look) : width), baseline, look);
  };

  const startPage = (section: string | null, page: number, pages: number): void => {
    doc.addPage();
    const heading = [inLine(slips.institution), section ?? slips.noSection ?? texts.noSection].join(' · ');
    line(heading, MARGIN, MARGIN + 10, doc.page.width - 2 * MARGIN - 60, style(11, 'bold'));
    if (pages > 1)
      line(`${page}/${pages}`, doc.page.width - MARGIN - 30, MARGIN + 10, 30, style(9, 'regular', MUTED));
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
    const second = x + inner * 0.4;
    line(slips.institution, x, top + 18, inner, style(8, 'regular', MUTED));
    line(name, x, top + 36, inner, style(13, 'bold'));
    for (const [index, [label, value]] of [
      [texts.username, username],
      [texts.password, password],
    ].entries()) {
      const baseline = top + 60 + index * 20;
      line(label ?? '', x, baseline, inner * 0.38, style(9, 'regular', MUTED));
      line(value ?? '', second, baseline, inner * 0.6, style(11, 'bold'));
    }
    line(`${texts.signInAt} ${inLine(slips.site)}`, x, top + height - 12, inner, style(8, 'regular', MUTED));
  };

  await fonts.prepare([slips.institution, slips.site, ...Object.values(texts)]);
  const perPage = COLUMNS * ROWS;
  for (const [section, people] of bySection(slips.rows)) {
    const pages = Math.ceil(people.length / perPage);
    for (let page = 0; page < pages; page += 1) {
      const onPage = people.slice(page * perPage, (page + 1) * perPage);
      await fonts.prepare([section ?? '', ...onPage.flatMap(({ name, username }) => [name, username])]);
      startPage(section, page + 1, pages);
      for (const [place, slip] of onPage.entries()) card(slip, place);
      yield* take();
      // Drawing is slow, and other requests must not wait for it.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  doc.end();
  await ended;
  yield* take();
}
