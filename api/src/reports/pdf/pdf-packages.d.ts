/** Types of the parts of the packages that the PDF code uses and that have none, or none that are found. */

declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** From left to right as printed. */
    layout(
      text: string,
      features?: readonly string[],
    ): {
      readonly glyphs: readonly { readonly id: number }[];
      readonly positions: readonly { readonly xAdvance: number }[];
    };
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

  interface LayoutOptions {
    /** OpenType features. With any list the text is laid out as a whole, else word by word. */
    readonly features?: readonly string[];
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
      options: LayoutOptions & { readonly lineBreak: false; readonly baseline: 'alphabetic' },
    ): this;
    widthOfString(text: string, options: LayoutOptions): number;
    rect(x: number, y: number, width: number, height: number): this;
    fill(color: string): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(color: string): this;
    dash(length: number, options: { readonly space: number }): this;
    undash(): this;
    end(): void;
  }
}

declare module 'woff2-encoder/decompress' {
  /** Turns a WOFF2 file into a TrueType or OpenType file. */
  export default function decompress(file: Uint8Array): Promise<Uint8Array>;
}
