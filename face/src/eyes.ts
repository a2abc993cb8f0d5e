import type { FaceMeasures } from '@rollcall/core/faces/face.types';
import type { FaceMesh } from './mesh.ts';
import type { OnnxSession } from './runtime.port.ts';

/** The points of the mesh that the expression network reads, in its order (published with the model). */
const READ_POINTS = [
  0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78,
  80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150,
  152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197,
  234, 246, 249, 251, 263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308,
  310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377,
  378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466,
  468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
];
const BLINK_LEFT = 9;
const BLINK_RIGHT = 10;

/**
 * Only the two eyelid values are read. The network also names expressions;
 * those are never looked at: inferring feelings at school or work is forbidden in the EU.
 */
export async function eyeOpenness(
  session: OnnxSession,
  mesh: FaceMesh,
): Promise<FaceMeasures['eyeOpenness']> {
  const input = new Float32Array(2 * READ_POINTS.length);
  for (const [i, point] of READ_POINTS.entries()) {
    input[2 * i] = mesh.points[3 * point] ?? 0;
    input[2 * i + 1] = mesh.points[3 * point + 1] ?? 0;
  }
  const [shapes] = await session.run(input, [1, READ_POINTS.length, 2]);
  if (shapes === undefined) throw new Error('The eyelid network answered nothing.');
  const open = (index: number) => 1 - Math.min(Math.max(shapes[index] ?? 0, 0), 1);
  return { left: open(BLINK_LEFT), right: open(BLINK_RIGHT) };
}
