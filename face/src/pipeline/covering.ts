import type { FacePlanes } from './align.ts';

/** A square patch of the aligned face (112 pixels): centre and half size. */
interface Patch {
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

interface PatchColour {
  /** Chromaticity: shares of red and green, independent of brightness. */
  readonly red: number;
  readonly green: number;
  readonly light: number;
  /** Gradient relative to brightness: low on cloth and glass, higher on skin, lips and beards. */
  readonly detail: number;
}

const CHEEKS: readonly Patch[] = [
  { x: 34, y: 70, half: 4 },
  { x: 78, y: 70, half: 4 },
  { x: 56, y: 60, half: 3 },
];
const LOWER_FACE: readonly Patch[] = [
  { x: 44, y: 84, half: 4 },
  { x: 68, y: 84, half: 4 },
  { x: 46, y: 103, half: 4 },
  { x: 66, y: 103, half: 4 },
];
const EYES: readonly Patch[] = [
  { x: 38, y: 52, half: 6 },
  { x: 74, y: 52, half: 6 },
];

function colourOf(face: FacePlanes, patch: Patch): PatchColour {
  let [red, green, blue, detail, count] = [0, 0, 0, 0, 0];
  for (let y = patch.y - patch.half; y <= patch.y + patch.half; y++) {
    for (let x = patch.x - patch.half; x <= patch.x + patch.half; x++) {
      const at = y * face.size + x;
      red += face.red[at] ?? 0;
      green += face.green[at] ?? 0;
      blue += face.blue[at] ?? 0;
      detail += Math.abs((face.green[at] ?? 0) - (face.green[at + 1] ?? 0));
      detail += Math.abs((face.green[at] ?? 0) - (face.green[at + face.size] ?? 0));
      count++;
    }
  }
  // The small constant keeps the chromaticity of black pixels stable.
  const total = red + green + blue + 0.03 * count;
  return { red: red / total, green: green / total, light: total / (3 * count), detail: detail / total };
}

/** 0 at `from`, 1 at `to`, linear between. */
const ramp = (value: number, from: number, to: number): number =>
  Math.min(Math.max((value - from) / (to - from), 0), 1);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * How covered the face is, 0 (not) to 1 (a mask, a scarf or dark glasses hide its lower half or its eyes).
 * A patch counts only if its colour differs from the cheeks and its texture is flat: with colour alone, beards
 * and dark skin would be taken for masks.
 */
export function coveredPart(face: FacePlanes): number {
  const cheeks = CHEEKS.map((patch) => colourOf(face, patch));
  const red = mean(cheeks.map((c) => c.red));
  const green = mean(cheeks.map((c) => c.green));
  const light = mean(cheeks.map((c) => c.light));
  const lower = LOWER_FACE.map((patch) => {
    const colour = colourOf(face, patch);
    const difference = Math.hypot(colour.red - red, colour.green - green);
    return ramp(difference, 0.045, 0.09) * ramp(colour.detail, 0.035, 0.02);
  });
  const eyes = EYES.map((patch) => {
    const colour = colourOf(face, patch);
    return ramp(colour.light / light, 0.5, 0.3) * ramp(colour.detail, 0.09, 0.05);
  });
  return Math.max(mean(lower), Math.min(...eyes));
}
