import type { Language } from '@rollcall/core/kernel/language';
import { CONSENT_SHEET_TEXTS } from './consent-sheets.texts.ts';
import { createPdfSheet, INK, lastOf, MUTED, textStyle, yieldToEventLoop } from './pdf-sheet.ts';
import { createPdfWriter } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';
import { bySection } from './slips-pdf.ts';
import { directionMark } from './visual-order.ts';

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
  /** What the institution calls a section. */
  readonly sectionLabel: string;
}

const MARGIN = 56;
/** Height of everything from the boxes to tick down to the signature. */
const FOOT = 190;
const RIGHT_TO_LEFT_MARK = '\u200f';
const LEADING = 15;
const BOX = 10;

/** Between the text and what is ticked below it. */
const GAP = 24;

const BODY = textStyle(10.5);
const BOLD = textStyle(12, 'bold');
const SMALL = textStyle(8.5, 'regular', MUTED);

/** Draws a sheet to sign for each person, by section; a long text goes on on further pages. */
export async function* consentSheetsPdf(
  sheets: ConsentSheets,
  fonts: ReportFonts,
  createWriter = createPdfWriter,
): AsyncIterable<Uint8Array> {
  const texts = CONSENT_SHEET_TEXTS[sheets.language];
  const sheet = createPdfSheet(fonts, { ...sheets, title: texts.title }, createWriter);
  const { doc, wrap, take, isMirrored, inLine, leftOf, line } = sheet;
  await fonts.prepare([
    sheets.institution,
    sheets.text,
    sheets.version,
    sheets.sectionLabel,
    ...Object.values(texts),
  ]);
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
      ...(class_section === null ? [] : [[sheets.sectionLabel, class_section]]),
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

  // The same lines for everybody. The text is in the institution's own language, whatever the sheet's is.
  const measured = (width: number) =>
    sheets.text.split(/\r\n|\r|\n/).flatMap((paragraph) => {
      const isOwn = (directionMark(paragraph) === RIGHT_TO_LEFT_MARK) === isMirrored;
      const edge = isOwn ? 'begin' : 'end';
      if (!paragraph.trim()) return [{ text: '', edge }];
      return wrap(paragraph, width, BODY, Number.MAX_SAFE_INTEGER).map((text) => ({ text, edge }));
    });
  let lines: ReturnType<typeof measured> | null = null;
  for (const [, people] of bySection(sheets.people)) {
    for (const person of people) {
      await fonts.prepare([person.name, person.id, person.class_section ?? '']);
      let at = head(person);
      const width = doc.page.width - 2 * MARGIN;
      lines ??= measured(width);
      const lowestFoot = doc.page.height - MARGIN - FOOT + 16;
      for (const [index, { text, edge }] of lines.entries()) {
        const isLast = index === lines.length - 1;
        // The last line stays with what is signed.
        if (at > (isLast ? lowestFoot - GAP : doc.page.height - MARGIN)) at = head(person);
        line(text, MARGIN, at, width, BODY, edge);
        at += text === '' ? LEADING / 2 : LEADING;
      }
      foot(Math.min(at - LEADING + GAP, lowestFoot));
      yield* take();
      await yieldToEventLoop();
    }
  }
  yield* lastOf(sheet);
}
