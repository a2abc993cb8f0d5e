type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

/** Relative luminance as WCAG defines it, of which the contrast of two colours is computed. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // three parts in, three out
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/**
 * The colour, made lighter or darker until it is as bright as the reference. Every contrast that was chosen for the
 * reference then holds for it too, whatever colour an institution picks.
 */
export function asBrightAs(reference: string, colour: string): string {
  const wanted = luminance(rgbOf(reference));
  const own = rgbOf(colour);
  const end = luminance(own) < wanted ? WHITE : BLACK;
  let [low, high] = [0, 1];
  for (let step = 0; step < 16; step++) {
    const middle = (low + high) / 2;
    const isPast =
      end === WHITE ? luminance(mix(own, end, middle)) > wanted : luminance(mix(own, end, middle)) < wanted;
    if (isPast) high = middle;
    else low = middle;
  }
  return hexOf(mix(own, end, (low + high) / 2));
}
