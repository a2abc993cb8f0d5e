import { describe, expect, it } from 'vitest';
import { cssVariablesFor } from './css-variables.ts';
import { asBrightAs, contrast } from './institution-colour.ts';

const COLOURS = ['#ffff00', '#000000', '#ffffff', '#e11d48', '#1d4ed8', '#0f766e', '#7c3aed', '#84cc16'];

describe('the colour of an institution', () => {
  it.each(COLOURS)('%s keeps every text readable in both schemes', (colour) => {
    // The theme is not used by the resolver.
    const { light, dark } = cssVariablesFor(colour)({} as never);
    const pairs = [light, dark].flatMap((scheme) => [
      [scheme['--rc-primary'], scheme['--rc-surface']],
      [scheme['--rc-primary'], scheme['--rc-paper']],
      [scheme['--rc-on-filled'], scheme['--rc-primary']],
      [scheme['--mantine-color-anchor'], scheme['--rc-paper']],
      [scheme['--mantine-color-teal-light-color'], scheme['--mantine-color-teal-light']],
    ]);
    for (const [text = '', ground = ''] of pairs) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps its hue where it has one', () => {
    const red = asBrightAs('#0f766e', '#ff0000');
    expect(Number.parseInt(red.slice(1, 3), 16)).toBeGreaterThan(Number.parseInt(red.slice(3, 5), 16) * 3);
  });

  it('left out is the product’s own', () => {
    expect(cssVariablesFor(null)({} as never).light['--rc-primary']).toBe('#0f766e');
  });
});
