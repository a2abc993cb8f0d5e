import { directionOf, type Language } from '@rollcall/core/kernel/language';
import { isolate } from '@rollcall/core/kernel/text';
import { CONSENT_SHEET_TEXTS } from './consent-sheets.texts.ts';
import { createPdfWriter, type Style } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';
import { bySection } from './slips-pdf.ts';

interface ConsentSheetPerson {
  readonly id: string;
  readonly name: string;
  readonly class_section: string | null;
}

export interface ConsentSheets {
  readonly institution: string;
  readonly language: Language;
  /** What people agree to, and its version. */
  readonly text: string;
  readonly version: string;
  readonly people: readonly ConsentSheetPerson[];
}

const INK = '#1C2430';
const MUTED = '#5B6472';
const MARGIN = 56;
/** Height of everything from the boxes to tick down to the signature. */
const FOOT = 190;
const LEADING = 15;
const BOX = 10;

const BODY: Style = { size: 10.5, weight: 'regular', color: INK };
const BOLD: Style = { size: 12, weight: 'bold', color: INK };
const SMALL: Style = { size: 8.5, weight: 'regular', color: MUTED };

/** Draws a sheet to sign for each person, by section; a long text goes on on further pages. */
export async function* consentSheetsPdf(
  sheets: ConsentSheets,
  fonts: ReportFonts,
): AsyncIterable<Uint8Array> {
  const texts = CONSENT_SHEET_TEXTS[sheets.language];
  const { doc, draw, wrap, widthOf, take, ended } = createPdfWriter(fonts, {
    title: texts.title,
    author: sheets.institution,
    language: sheets.language,
    layout: 'portrait',
  });
  await fonts.prepare([sheets.institution, sheets.text, sheets.version, ...Object.values(texts)]);
  const isMirrored = directionOf(sheets.language) === 'rtl';
  const inLine = (text: string): string => (isMirrored ? isolate(text) : text);
  const leftOf = (x: number, width: number): number => (isMirrored ? doc.page.width - x - width : x);
  const line = (text: string, x: number, baseline: number, width: number, look: Style): void => {
    const [shown = ''] = wrap(text, width, look, 1);
    draw(shown, leftOf(x, isMirrored ? widthOf(shown, look) : width), baseline, look);
  };
  const rule = (x: number, y: number, width: number): void => {
    const left = leftOf(x, width);
    doc
      .lineWidth(0.75)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke(INK);
  };

  const head = ({ id, name, class_section }: ConsentSheetPerson): number => {
    doc.addPage();
    const width = doc.page.width - 2 * MARGIN;
    line(sheets.institution, MARGIN, MARGIN, width, SMALL);
    line(texts.title, MARGIN, MARGIN + 26, width, { ...BOLD, size: 17 });
    const facts = [
      [texts.name, name],
      [texts.id, id],
      [texts.section, class_section ?? texts.noSection],
    ];
    for (const [index, [label = '', value = '']] of facts.entries()) {
      const baseline = MARGIN + 54 + index * 17;
      line(label, MARGIN, baseline, 90, SMALL);
      line(value, MARGIN + 96, baseline, width - 96, BOLD);
    }
    return MARGIN + 54 + facts.length * 17 + 16;
  };

  const foot = (top: number): void => {
    const width = doc.page.width - 2 * MARGIN;
    line(`${texts.version}: ${inLine(sheets.version)}`, MARGIN, top, width, SMALL);
    for (const [index, choice] of [texts.agree, texts.decline].entries()) {
      const baseline = top + 28 + index * 22;
      doc
        .lineWidth(0.75)
        .rect(leftOf(MARGIN, BOX), baseline - BOX + 1, BOX, BOX)
        .stroke(INK);
      line(choice, MARGIN + BOX + 8, baseline, width - BOX - 8, BODY);
    }
    const half = width / 2 - 12;
    rule(MARGIN, top + 96, width);
    line(texts.signedBy, MARGIN, top + 108, width, SMALL);
    rule(MARGIN, top + 152, half);
    line(texts.placeAndDate, MARGIN, top + 164, half, SMALL);
    rule(MARGIN + half + 24, top + 152, half);
    line(texts.signature, MARGIN + half + 24, top + 164, half, SMALL);
  };

  // The same lines for everybody.
  const measured = (width: number): string[] =>
    sheets.text
      .split(/\r\n|\r|\n/)
      .flatMap((paragraph) =>
        paragraph.trim() ? wrap(paragraph, width, BODY, Number.MAX_SAFE_INTEGER) : [''],
      );
  let lines: string[] | null = null;
  for (const [, people] of bySection(sheets.people)) {
    for (const person of people) {
      await fonts.prepare([person.name, person.id, person.class_section ?? '']);
      let at = head(person);
      const width = doc.page.width - 2 * MARGIN;
      lines ??= measured(width);
      for (const [index, each] of lines.entries()) {
        const isLast = index === lines.length - 1;
        // The last line stays with what is signed.
        if (at > doc.page.height - MARGIN - (isLast ? FOOT : 0)) at = head(person);
        line(each, MARGIN, at, width, BODY);
        at += each === '' ? LEADING / 2 : LEADING;
      }
      if (at > doc.page.height - MARGIN - FOOT) at = head(person);
      foot(doc.page.height - MARGIN - FOOT + 16);
      yield* take();
      // Drawing is slow, and other requests must not wait for it.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  doc.end();
  await ended;
  yield* take();
}
