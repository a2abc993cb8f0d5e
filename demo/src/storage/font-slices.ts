import type { SlicedFont } from '@rollcall/api/reports/pdf/font-slices';

type Name = SlicedFont['name'];

// The folders are written out because the bundler reads them: each file becomes an asset, loaded when a report needs it.
const FILES: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('../../../node_modules/@fontsource-variable/noto-emoji/files/*.woff2', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../node_modules/@fontsource-variable/noto-sans-kr/files/*.woff2', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../node_modules/@fontsource-variable/noto-sans-sc/files/*.woff2', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};

const RANGES: Readonly<Record<Name, () => Promise<{ default: Readonly<Record<string, string>> }>>> = {
  'noto-emoji': () => import('@fontsource-variable/noto-emoji/unicode.json'),
  'noto-sans-kr': () => import('@fontsource-variable/noto-sans-kr/unicode.json'),
  'noto-sans-sc': () => import('@fontsource-variable/noto-sans-sc/unicode.json'),
};

export const rangesOf = async (font: Name): Promise<Readonly<Record<string, string>>> =>
  (await RANGES[font]()).default;

export function addressOf(font: Name, slice: string): string {
  const file = `/${font}-${slice}-wght-normal.woff2`;
  const found = Object.entries(FILES).find(([path]) => path.endsWith(file));
  if (!found) throw new Error(`There is no font file ${file}.`);
  return found[1];
}
