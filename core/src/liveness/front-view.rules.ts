import type { Point } from '../faces/face.types.ts';
import type { FrontView } from './challenge.rules.ts';

const HEAD = 7;

/** The front view as one list of numbers, which is sealed like a template while a scan waits for its next step. */
export function packFrontView({
  outline = [],
  surroundings = new Uint8Array(),
  ...view
}: FrontView): Float32Array {
  const { yaw, pitch, eyeDistance, eyeOpenness, embedding } = view;
  const points = outline.flatMap(({ x, y }) => [x, y]);
  const head = [
    outline.length,
    surroundings.length,
    yaw,
    pitch,
    eyeDistance,
    eyeOpenness.left,
    eyeOpenness.right,
  ];
  return Float32Array.from([...head, ...points, ...surroundings, ...embedding]);
}

export function unpackFrontView(packed: Float32Array): FrontView {
  const [count = 0, cells = 0, yaw = 0, pitch = 0, eyeDistance = 0, left = 0, right = 0] = packed;
  const outline = Array.from(
    { length: count },
    (_, i): Point => ({ x: packed[HEAD + 2 * i] ?? 0, y: packed[HEAD + 2 * i + 1] ?? 0 }),
  );
  const grid = HEAD + 2 * count;
  return {
    outline: count === 0 ? undefined : outline,
    surroundings: cells === 0 ? undefined : Uint8Array.from(packed.slice(grid, grid + cells)),
    yaw,
    pitch,
    eyeDistance,
    eyeOpenness: { left, right },
    embedding: packed.slice(grid + cells),
  };
}
