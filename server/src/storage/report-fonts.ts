import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FontFile } from '@rollcall/api/reports/pdf/report-fonts';

const SCRIPTS = [
  'latin',
  'latin-ext',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
  'vietnamese',
  'devanagari',
];
const FONT = /\.(ttf|otf|woff2?)$/i;

/**
 * Reads the fonts of PDF reports: Noto Sans, Noto Sans Arabic, then those in the institution's `fonts` folder. Fonts for
 * Chinese, Japanese and Korean are too large to ship.
 */
export async function readReportFonts(ownFolder: string): Promise<FontFile[]> {
  const { resolve } = createRequire(import.meta.url);
  const noto = (weight: 400 | 600) => [
    ...SCRIPTS.map((script) => `@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`),
    `@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}-normal.woff`,
  ];
  const own = (await readdir(ownFolder).catch(() => []))
    .filter((name) => FONT.test(name))
    .sort()
    .map((name) => join(ownFolder, name));
  const files = [
    ...[...noto(400).map((name) => resolve(name)), ...own].map((path) => ({
      weight: 'regular' as const,
      path,
    })),
    ...noto(600).map((name) => ({ weight: 'bold' as const, path: resolve(name) })),
  ];
  return Promise.all(
    files.map(async ({ weight, path }) => ({ weight, bytes: new Uint8Array(await readFile(path)) })),
  );
}
