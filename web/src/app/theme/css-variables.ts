import type { CSSVariablesResolver } from '@mantine/core';
import { asBrightAs } from './institution-colour.ts';

/** Colours of text, surfaces and the four statuses, for both schemes. Text pairs have a contrast of 4.5 or more. */
const SCHEMES = {
  light: {
    '--rc-paper': '#fbfaf8',
    '--rc-surface': '#ffffff',
    '--rc-sunken': '#f4f1ec',
    '--rc-ink': '#1c2430',
    '--rc-muted': '#5b6472',
    '--rc-hairline': '#e6e3dd',
    '--rc-edge': '#938e85',
    '--rc-primary': '#0f766e',
    '--rc-on-filled': '#ffffff',
    '--rc-primary-soft': '#e3f3ef',
    '--rc-primary-line': '#b9ddd5',
    '--rc-present': '#166534',
    '--rc-present-soft': '#e3f4e8',
    '--rc-late': '#854d0e',
    '--rc-late-soft': '#fbefd2',
    '--rc-absent': '#9f1239',
    '--rc-absent-soft': '#fde6ea',
    '--rc-excused': '#475569',
    '--rc-excused-soft': '#e9edf2',
    '--mantine-color-body': '#fbfaf8',
    '--mantine-color-text': '#1c2430',
    '--mantine-color-dimmed': '#5b6472',
    '--mantine-color-placeholder': '#6b7380',
    '--mantine-color-default-border': '#e6e3dd',
    '--mantine-color-anchor': '#0f766e',
    '--mantine-color-error': '#b01038',
    '--mantine-color-red-text': '#b01038',
    '--mantine-color-teal-light': '#e3f3ef',
    '--mantine-color-teal-light-hover': '#d3ebe5',
    '--mantine-color-teal-light-color': '#0b625b',
    '--mantine-color-red-light': '#fde6ea',
    '--mantine-color-red-light-hover': '#fbd5dc',
    '--mantine-color-red-light-color': '#9f1239',
    '--mantine-color-yellow-light': '#fbefd2',
    '--mantine-color-yellow-light-color': '#854d0e',
    '--mantine-color-gray-light': '#f1eee9',
    '--mantine-color-gray-light-hover': '#e8e4dd',
    '--mantine-color-gray-light-color': '#3c4552',
  },
  dark: {
    '--rc-paper': '#12161c',
    '--rc-surface': '#1a2028',
    '--rc-sunken': '#161b22',
    '--rc-ink': '#e9edf2',
    '--rc-muted': '#9ba6b4',
    '--rc-hairline': '#2a323d',
    '--rc-edge': '#66717f',
    '--rc-primary': '#7dd3c3',
    '--rc-on-filled': '#0d1f1d',
    '--rc-primary-soft': '#16312f',
    '--rc-primary-line': '#24504b',
    '--rc-present': '#7fd99b',
    '--rc-present-soft': '#173023',
    '--rc-late': '#f2c266',
    '--rc-late-soft': '#352a14',
    '--rc-absent': '#fda4b4',
    '--rc-absent-soft': '#3a1a23',
    '--rc-excused': '#b3bfce',
    '--rc-excused-soft': '#262f3a',
    '--mantine-color-body': '#12161c',
    '--mantine-color-text': '#e9edf2',
    '--mantine-color-dimmed': '#9ba6b4',
    '--mantine-color-placeholder': '#8b97a6',
    '--mantine-color-default': '#1a2028',
    '--mantine-color-disabled': '#242c36',
    '--mantine-color-default-hover': '#222a34',
    '--mantine-color-default-border': '#333d4a',
    '--mantine-color-anchor': '#7dd3c3',
    '--mantine-color-error': '#fda4b4',
    '--mantine-color-red-text': '#fda4b4',
    '--mantine-color-teal-light': '#16312f',
    '--mantine-color-teal-light-hover': '#1b3d3a',
    '--mantine-color-teal-light-color': '#8fdccd',
    '--mantine-color-red-light': '#3a1a23',
    '--mantine-color-red-light-hover': '#48202c',
    '--mantine-color-red-light-color': '#fda4b4',
    '--mantine-color-yellow-light': '#352a14',
    '--mantine-color-yellow-light-color': '#f2c266',
    '--mantine-color-gray-light': '#262f3a',
    '--mantine-color-gray-light-hover': '#2f3945',
    '--mantine-color-gray-light-color': '#c6ced8',
    '--mantine-color-gray-subtle-color': '#c6ced8',
  },
} satisfies Record<'light' | 'dark', Record<string, string>>;

/** The variables that carry the primary colour. */
const PRIMARY = /^--rc-primary|^--mantine-color-(anchor|teal-)/;

/** The variables with an institution's colour in place of the product's own. */
export const cssVariablesFor = (colour: string | null): CSSVariablesResolver => {
  const tinted = (scheme: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(scheme).map(([name, value]) => [
        name,
        colour !== null && PRIMARY.test(name) ? asBrightAs(value, colour) : value,
      ]),
    );
  const [light, dark] = [tinted(SCHEMES.light), tinted(SCHEMES.dark)];
  return () => ({ variables: {}, light, dark });
};
