import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FontFile, FontSource } from '@rollcall/api/reports/pdf/report-fonts';

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
/** Scripts with a package of their own. */
const MORE_SCRIPTS = ['arabic', 'hebrew', 'thai'];
const FONT = /\.(ttf|otf|woff2?)$/i;

const { resolve } = createRequire(import.meta.url);

const noto = (weight: 400 | 600): string[] =>
  [
    ...SCRIPTS.map((script) => `noto-sans/files/noto-sans-${script}`),
    ...MORE_SCRIPTS.map((script) => `noto-sans-${script}/files/noto-sans-${script}-${script}`),
  ].map((name) => resolve(`@fontsource/${name}-${weight}-normal.woff`));

async function readFonts(ownFolder: string): Promise<FontFile[]> {
  const own = (await readdir(ownFolder).catch(() => []))
    .filter((name) => FONT.test(name))
    .sort()
    .map((name) => join(ownFolder, name));
  const files = [
    ...[...noto(400), ...own].map((path) => ({ weight: 'regular' as const, path })),
    ...noto(600).map((path) => ({ weight: 'bold' as const, path })),
  ];
  return Promise.all(
    files.map(async ({ weight, path }) => ({ weight, bytes: new Uint8Array(await readFile(path)) })),
  );
}

/**
 * The fonts of PDF reports: Noto Sans with Arabic, Hebrew and Thai, then those in the institution's `fonts` folder. Of
 * those for Chinese, Japanese, Korean and emoji the slices that a report needs (docs/decisions/0048).
 */
export const reportFonts = (ownFolder: string): FontSource => ({
  files: () => readFonts(ownFolder),
  slices: {
    ranges: async (font) =>
      JSON.parse(await readFile(resolve(`@fontsource-variable/${font}/unicode.json`), 'utf8')),
    slice: (font, slice) =>
      readFile(resolve(`@fontsource-variable/${font}/files/${font}-${slice}-wght-normal.woff2`)),
  },
  harfBuzz: () => readFile(resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')),
});
