import cyrillic from '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff?url';
import greek from '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff?url';
import latin from '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff?url';
import latinBold from '@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff?url';
import latinMore from '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff?url';
import type { FontFile, LoadFonts } from '@rollcall/api/reports/pdf/report-fonts';

const REGULAR = [latin, latinMore, greek, cyrillic];

/** Loads the fonts of PDF reports when the first one is made. */
export const loadReportFonts: LoadFonts = () => {
  const load = async (path: string, weight: FontFile['weight']): Promise<FontFile> => {
    const response = await fetch(new URL(path, self.location.href));
    return { weight, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  return Promise.all([...REGULAR.map((path) => load(path, 'regular')), load(latinBold, 'bold')]);
};
