import { endingOf } from '@rollcall/core/attendance/kiosk/cards/card-codes.rules';
import type { Language } from '@rollcall/core/kernel/language';
import { encode } from 'uqr';
import { CARD_TEXTS } from './cards.texts.ts';
import { createPdfSheet, lastOf, MUTED, textStyle, yieldToEventLoop } from './pdf-sheet.ts';
import { createPdfWriter } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';
import { bySection } from './slips-pdf.ts';

export interface PrintedCard {
  readonly id: string;
  readonly name: string;
  readonly class_section: string | null;
  /** What the QR code says. */
  readonly code: string;
}

export interface PrintedCards {
  readonly institution: string;
  /** `#rrggbb`; null for the product's own. */
  readonly colour: string | null;
  readonly language: Language;
  readonly rows: readonly PrintedCard[];
}

const MM = 72 / 25.4;
/** The size of a bank card, for which there are covers and punches. */
const WIDTH = 85.6 * MM;
const HEIGHT = 54 * MM;
const COLUMNS = 2;
const ROWS = 5;
const PER_PAGE = COLUMNS * ROWS;
/** Lines outside of the cards that say where to cut; `GAP` keeps them off the cards. */
const MARK = 5 * MM;
const GAP = 1.5 * MM;
const CUT = '#8A8578';
const OWN_COLOUR = '#0F766E';
const STRIP = 3 * MM;
const PAD = 4 * MM;
const QR = 36 * MM;

const SMALL = textStyle(7, 'regular', MUTED);
const INSTITUTION = textStyle(9, 'bold');
const NAME = textStyle(13, 'bold');
const LONG_NAME = textStyle(10, 'bold');
const NUMBER = textStyle(9);

/** Draws cards to cut, ten on a page; each section begins on a new page, so that a teacher gets theirs. */
export async function* cardsPdf(
  cards: PrintedCards,
  fonts: ReportFonts,
  createWriter = createPdfWriter,
): AsyncIterable<Uint8Array> {
  const texts = CARD_TEXTS[cards.language];
  const sheet = createPdfSheet(fonts, { ...cards, title: texts.title }, createWriter);
  const { doc, wrap, take, inLine, leftOf, line } = sheet;
  await fonts.prepare([cards.institution, ...Object.values(texts)]);
  const left = () => (doc.page.width - COLUMNS * WIDTH) / 2;
  const top = () => (doc.page.height - ROWS * HEIGHT) / 2;

  const cropMarks = (): void => {
    doc.lineWidth(0.4);
    const [right, bottom] = [left() + COLUMNS * WIDTH, top() + ROWS * HEIGHT];
    for (let column = 0; column <= COLUMNS; column += 1) {
      const x = left() + column * WIDTH;
      doc.moveTo(x, top() - GAP - MARK).lineTo(x, top() - GAP);
      doc.moveTo(x, bottom + GAP).lineTo(x, bottom + GAP + MARK);
    }
    for (let row = 0; row <= ROWS; row += 1) {
      const y = top() + row * HEIGHT;
      doc.moveTo(left() - GAP - MARK, y).lineTo(left() - GAP, y);
      doc.moveTo(right + GAP, y).lineTo(right + GAP + MARK, y);
    }
    doc.stroke(CUT);
  };

  const qrCode = (text: string, x: number, y: number): void => {
    // With this level of repair 25 squares are enough: the larger each is, the farther away it is read.
    const { data, size } = encode(text, { ecc: 'M', border: 0 });
    const module = QR / size;
    for (const [row, each] of data.entries())
      for (const [column, isDark] of each.entries())
        if (isDark) doc.rect(x + column * module, y + row * module, module, module);
    doc.fill('#000000');
  };

  const card = ({ id, name, class_section, code }: PrintedCard, place: number): void => {
    const x = left() + (place % COLUMNS) * WIDTH;
    const y = top() + Math.floor(place / COLUMNS) * HEIGHT;
    doc.rect(leftOf(x, WIDTH), y, WIDTH, STRIP).fill(cards.colour ?? OWN_COLOUR);
    const qrAt = x + WIDTH - PAD - QR;
    qrCode(code, leftOf(qrAt, QR), y + STRIP + (HEIGHT - STRIP - QR) / 2);
    const begin = x + PAD;
    const room = WIDTH - 3 * PAD - QR;
    for (const [at, text] of wrap(cards.institution, room, INSTITUTION, 2).entries())
      line(text, begin, y + STRIP + 16 + at * 11, room, INSTITUTION);
    const style = wrap(name, room, NAME, 3).length > 2 ? LONG_NAME : NAME;
    for (const [at, text] of wrap(name, room, style, 4).entries())
      line(text, begin, y + 62 + at * style.size * 1.15, room, style);
    if (class_section) line(class_section, begin, y + HEIGHT - 38, room, NUMBER);
    line(`${texts.number} ${inLine(id)}`, begin, y + HEIGHT - 26, room, NUMBER);
    line(texts.hint, begin, y + HEIGHT - 12, room, SMALL);
    // Which card it is, for the office: the list of cards shows the same characters.
    line(`…${endingOf(code)}`, qrAt, y + HEIGHT - 8, QR, SMALL, 'end');
  };

  for (const [section, people] of bySection(cards.rows))
    for (let first = 0; first < people.length; first += PER_PAGE) {
      const onPage = people.slice(first, first + PER_PAGE);
      await fonts.prepare([section ?? '', ...onPage.flatMap(({ name, id }) => [name, id])]);
      doc.addPage();
      cropMarks();
      for (const [place, each] of onPage.entries()) card(each, place);
      yield* take();
      await yieldToEventLoop();
    }
  yield* lastOf(sheet);
}
