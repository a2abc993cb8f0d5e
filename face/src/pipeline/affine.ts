import type { Point } from '@rollcall/core/faces/face.types';

/** A 2D affine map: x' = a*x + b*y + c, y' = d*x + e*y + f. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export function applyAffine(m: Affine, x: number, y: number): Point {
  return { x: m.a * x + m.b * y + m.c, y: m.d * x + m.e * y + m.f };
}

/** Maps a crop of `size` pixels to the square of the image around `center`, `side` wide, rotated by `angle` radians. */
export function squareCrop(center: Point, side: number, angle: number, size: number): Affine {
  const scale = side / size;
  const cos = Math.cos(angle) * scale;
  const sin = Math.sin(angle) * scale;
  const half = size / 2;
  return {
    a: cos,
    b: -sin,
    c: center.x - half * (cos - sin),
    d: sin,
    e: cos,
    f: center.y - half * (sin + cos),
  };
}

/** Least-squares similarity (rotation, scale, translation; no mirroring or shear) that maps `from` onto `to`. */
export function similarityBetween(from: readonly Point[], to: readonly Point[]): Affine {
  const n = Math.min(from.length, to.length);
  let [fromX, fromY, toX, toY] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    fromX += (from[i]?.x ?? 0) / n;
    fromY += (from[i]?.y ?? 0) / n;
    toX += (to[i]?.x ?? 0) / n;
    toY += (to[i]?.y ?? 0) / n;
  }
  let [dot, cross, spread] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [x, y] = [(from[i]?.x ?? 0) - fromX, (from[i]?.y ?? 0) - fromY];
    const [u, v] = [(to[i]?.x ?? 0) - toX, (to[i]?.y ?? 0) - toY];
    dot += x * u + y * v;
    cross += x * v - y * u;
    spread += x * x + y * y;
  }
  // Coincident points define no rotation or scale: use the identity.
  const a = spread === 0 ? 1 : dot / spread;
  const d = spread === 0 ? 0 : cross / spread;
  return { a, b: -d, c: toX - a * fromX + d * fromY, d, e: a, f: toY - d * fromX - a * fromY };
}
