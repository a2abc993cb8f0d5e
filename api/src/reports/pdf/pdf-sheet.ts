import { directionOf, type Language } from '@rollcall/core/kernel/language';
import { isolate } from '@rollcall/core/kernel/text';
import { createPdfWriter, type PdfWriter, type Style } from './pdf-writer.ts';
import type { ReportFonts } from './report-fonts.ts';

export const INK = '#1C2430';
export const MUTED = '#5B6472';

export const textStyle = (size: number, weight: Style['weight'] = 'regular', color = INK): Style => ({
  size,
  weight,
  color,
});

/** Drawing is slow, and other requests must not wait for it. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Ends the document and hands over what is left of it. */
export async function* lastOf({ doc, ended, take }: PdfWriter): AsyncIterable<Uint8Array> {
  doc.end();
  await ended;
  yield* take();
}

interface SheetOptions {
  readonly title: string;
  readonly institution: string;
  readonly language: Language;
}

/** A document of upright pages to cut or to sign, with lines that begin where the language begins them. */
export function createPdfSheet(
  fonts: ReportFonts,
  { title, institution, language }: SheetOptions,
  createWriter = createPdfWriter,
) {
  const writer = createWriter(fonts, { title, author: institution, language, layout: 'portrait' });
  const { doc, draw, wrap, widthOf } = writer;
  const isMirrored = directionOf(language) === 'rtl';
  /** The left edge of what is `x` from the edge at which lines begin. */
  const leftOf = (x: number, width: number): number => (isMirrored ? doc.page.width - x - width : x);

  return {
    ...writer,
    isMirrored,
    leftOf,
    /** A name or an address within a line of the language. */
    inLine: (text: string): string => (isMirrored ? isolate(text) : text),
    /** One line that begins, or ends, at the edge of the room for it. */
    line(text: string, x: number, baseline: number, width: number, style: Style, edge = 'begin'): void {
      const [shown = ''] = wrap(text, width, style, 1);
      const own = widthOf(shown, style);
      draw(shown, leftOf(edge === 'begin' ? x : x + width - own, own), baseline, style);
    },
  };
}
