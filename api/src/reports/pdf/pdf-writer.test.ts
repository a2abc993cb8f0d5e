import { beforeAll, describe, expect, it } from 'vitest';
import { testFonts } from '../../testing/test-ports.ts';
import { createPdfWriter, type PdfWriter, type Style } from './pdf-writer.ts';
import { createReportFonts } from './report-fonts.ts';

const STYLE: Style = { size: 8, weight: 'regular', color: '#000000' };

let writer: PdfWriter;
beforeAll(async () => {
  const fonts = await createReportFonts(testFonts);
  writer = createPdfWriter(fonts, { title: 'T', author: 'A', language: 'en', layout: 'portrait' });
});

const wrap = (text: string, width: number, most = 3) => writer.wrap(text, width, STYLE, most);

describe('wrapped text', () => {
  it('stays on one line where it fits', () => {
    expect(wrap(' Maya\nShrestha ', 200)).toEqual(['Maya Shrestha']);
    expect(wrap('', 200)).toEqual(['']);
  });

  it('breaks between words and ends in an ellipsis after the last line', () => {
    const text = 'one two three four five six seven';
    const lines = wrap(text, 40);
    expect(lines).toHaveLength(3);
    expect(text.startsWith(lines.slice(0, 2).join(' '))).toBe(true);
    expect(lines[2]?.endsWith('…')).toBe(true);
    for (const line of lines) expect(writer.widthOf(line, STYLE)).toBeLessThanOrEqual(40);
  });

  it('breaks a word that is longer than the line', () => {
    const lines = wrap('Donaudampfschifffahrtskapitänin Müller', 80);
    expect(lines.join('')).toBe('Donaudampfschifffahrtskapitänin Müller');
    for (const line of lines) expect(writer.widthOf(line, STYLE)).toBeLessThanOrEqual(80);
  });

  it('does not separate a combining mark from its letter', () => {
    for (const line of wrap('कीकीकीकीकीकीकीकीकी', 30)) expect(line).not.toMatch(/^\p{M}/u);
  });
});
