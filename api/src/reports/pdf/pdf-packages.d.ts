/** Types of the parts of pdfkit and fontkit that the PDF code uses; neither package has its own. */

declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): unknown;
  }
  export function create(bytes: Uint8Array): Font;
}

declare module 'pdfkit' {
  import type { Font } from 'fontkit';

  export interface PdfOptions {
    readonly size: 'A4';
    readonly layout: 'portrait' | 'landscape';
    readonly margin: number;
    readonly autoFirstPage: false;
    readonly font: Font;
    readonly lang: string;
    readonly displayTitle: boolean;
    readonly info: { readonly Title: string; readonly Author: string; readonly Creator: string };
  }

  export default class PDFDocument {
    constructor(options: PdfOptions);
    readonly page: { readonly width: number; readonly height: number };
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    addPage(): this;
    /** pdfkit embeds fonts of the same name once. */
    font(source: Font, name: string, size: number): this;
    fillColor(color: string): this;
    text(
      text: string,
      x: number,
      y: number,
      options: { readonly lineBreak: false; readonly baseline: 'alphabetic' },
    ): this;
    widthOfString(text: string): number;
    rect(x: number, y: number, width: number, height: number): this;
    fill(color: string): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(color: string): this;
    end(): void;
  }
}
