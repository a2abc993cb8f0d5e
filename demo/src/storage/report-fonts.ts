import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff?url';
import devanagari from '@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff?url';
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff?url';
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?url';
import latinBold from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff?url';
import latinMore from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?url';
import arabic from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff?url';
import hebrew from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff?url';
import thai from '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff?url';
import type { FontFile, FontSource } from '@rollcall/api/reports/pdf/report-fonts';
import harfBuzz from 'harfbuzzjs/dist/harfbuzz-subset.wasm?url';

const REGULAR = [latin, latinMore, greek, cyrillic, devanagari, arabic, hebrew, thai];

async function load(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(path, self.location.href));
  if (!response.ok) throw new Error(`A font cannot be loaded: ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

const fontFile = async (path: string, weight: FontFile['weight']): Promise<FontFile> => ({
  weight,
  bytes: await load(path),
});

/** The fonts of PDF reports, loaded with the first one, and slices of large fonts when a name needs them. */
export const reportFonts: FontSource = {
  files: () =>
    Promise.all([...REGULAR.map((path) => fontFile(path, 'regular')), fontFile(latinBold, 'bold')]),
  slices: {
    ranges: async (font) => (await import('./font-slices.ts')).rangesOf(font),
    slice: async (font, slice) => load((await import('./font-slices.ts')).addressOf(font, slice)),
  },
  harfBuzz: () => load(harfBuzz),
};
