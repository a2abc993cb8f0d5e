import type { FacePlanes } from './face-planes.ts';

/** Patches of the aligned face (112 pixels): centre and half size. */
interface Patch {
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

interface PatchColour {
  /** Shares of red and green in the colour: the same in light and shade. */
  readonly red: number;
  readonly green: number;
  readonly light: number;
  /** Detail inside the patch against its light: cloth and glass are flat, skin, lips and beards are not. */
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
  // The small constant keeps black pixels from having a colour.
  const total = red + green + blue + 0.03 * count;
  return { red: red / total, green: green / total, light: total / (3 * count), detail: detail / total };
}

const ramp = (value: number, from: number, to: number): number =>
  Math.min(Math.max((value - from) / (to - from), 0), 1);

function mean(colours: readonly PatchColour[], read: (colour: PatchColour) => number): number {
  return colours.reduce((sum, colour) => sum + read(colour), 0) / colours.length;
}

/**
 * 0: nothing seems to hide the face; 1: its lower half or its eyes are behind something flat that is coloured
 * unlike the cheeks (a mask, a scarf, dark glasses). Deliberately blunt: it must never mistake a beard or dark
 * skin for a mask, so colour alone does not count, the patch must be flat as well.
 */
export function coveredPart(face: FacePlanes): number {
  const cheeks = CHEEKS.map((patch) => colourOf(face, patch));
  const [red, green] = [mean(cheeks, (c) => c.red), mean(cheeks, (c) => c.green)];
  const light = mean(cheeks, (c) => c.light);
  const lower = LOWER_FACE.map((patch) => {
    const colour = colourOf(face, patch);
    const unlike = Math.hypot(colour.red - red, colour.green - green);
    return ramp(unlike, 0.045, 0.09) * ramp(colour.detail, 0.035, 0.02);
  });
  const eyes = EYES.map((patch) => {
    const colour = colourOf(face, patch);
    return ramp(colour.light / light, 0.5, 0.3) * ramp(colour.detail, 0.09, 0.05);
  });
  const lowest = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.max(lowest(lower), Math.min(...eyes));
}
