import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  mergeThemeOverrides,
} from '@mantine/core';
import { asBrightAs } from './institution-colour.ts';
import { controls } from './theme-controls.ts';

/** The primary colour. Buttons and links use shade 7 in the light scheme, shade 3 in the dark one. */
const teal: MantineColorsTuple = [
  '#effaf7',
  '#d8f1ea',
  '#aee3d7',
  '#7dd3c3',
  '#4dbcab',
  '#26a092',
  '#16867b',
  '#0f766e',
  '#0d5f59',
  '#0b4a46',
];

/** Dark scheme: page 7, surface 6, hairline 4, muted text 2, text 0. */
const dark: MantineColorsTuple = [
  '#e9edf2',
  '#c6ced8',
  '#9ba6b4',
  '#5b6675',
  '#2a323d',
  '#222a34',
  '#1a2028',
  '#12161c',
  '#0e1217',
  '#0a0d11',
];

const gray: MantineColorsTuple = [
  '#f7f5f1',
  '#f4f1ec',
  '#efece6',
  '#e6e3dd',
  '#bdb8ae',
  '#8a8f98',
  '#5b6472',
  '#4a525f',
  '#2f3743',
  '#1c2430',
];

const rose: MantineColorsTuple = [
  '#fff1f3',
  '#ffe1e6',
  '#ffc6d0',
  '#fda4b4',
  '#fb7a92',
  '#ef4d70',
  '#d6284f',
  '#be123c',
  '#9f1239',
  '#7d1030',
];

const theme = createTheme({
  colors: { teal, dark, gray, red: rose },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 3 },
  /** Filled buttons: white text in the light scheme, dark text in the dark one. */
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--rc-on-filled)' } : colors;
  },
  black: '#1c2430',
  white: '#ffffff',
  fontFamily: "'Inter Variable', 'Noto Sans Arabic', 'Inter Fallback', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '13px', sm: '15px', md: '15px', lg: '17px', xl: '22px' },
  lineHeights: { xs: '1.45', sm: '1.5', md: '1.55', lg: '1.55', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '8px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '30px', lineHeight: '1.2' },
      h2: { fontSize: '22px', lineHeight: '1.3' },
      h3: { fontSize: '17px', lineHeight: '1.4' },
      h4: { fontSize: '15px', lineHeight: '1.45' },
    },
  },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: controls,
});

/** The theme with an institution's colour in place of the product's own. */
export const themeFor = (colour: string | null): MantineThemeOverride =>
  colour === null
    ? theme
    : mergeThemeOverrides(theme, {
        colors: { teal: teal.map((shade) => asBrightAs(shade, colour)) as unknown as MantineColorsTuple }, // ten in, ten out
      });
