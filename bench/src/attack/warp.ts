import type { Point } from '@rollcall/core/faces/face.types';
import type { Picture, Point3 } from './pictures.ts';

/** Where the eyes are in the mesh (outer and inner corners, lids); a patch around them carries closed eyelids. */
const EYES = [33, 133, 159, 145, 160, 158, 144, 153, 263, 362, 386, 374, 387, 385, 380, 373];
/** The rim of the face. */
const RIM = [10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152];
const RIM_BACK = [148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109];
const SURFACE_POINTS = 468;
/** Cells of the displacement field, in pixels. */
const CELL = 4;

const widthOf = (points: readonly Point[]): number =>
  Math.hypot((points[454]?.x ?? 0) - (points[234]?.x ?? 0), (points[454]?.y ?? 0) - (points[234]?.y ?? 0));

function middleOf(points: readonly Point[]): Point {
  const rim = [...RIM, ...RIM_BACK].map((index) => points[index] ?? { x: 0, y: 0 });
  const sum = rim.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / rim.length, y: sum.y / rim.length };
}

/** The points after the head was turned to its own left by `yaw` and its chin raised by `pitch` degrees. */
export function turn(points: readonly Point3[], yaw: number, pitch: number): Point3[] {
  const [a, b] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const centre = middleOf(points);
  // A head turns around the neck, which lies behind the face.
  const depth = 0.35 * widthOf(points);
  return points.map(({ x, y, z }) => {
    const [dx, dy, dz] = [x - centre.x, y - centre.y, z - depth];
    const [x1, z1] = [dx * Math.cos(a) - dz * Math.sin(a), dx * Math.sin(a) + dz * Math.cos(a)];
    const [y2, z2] = [dy * Math.cos(b) + z1 * Math.sin(b), -dy * Math.sin(b) + z1 * Math.cos(b)];
    return { x: centre.x + x1, y: centre.y + y2, z: z2 + depth };
  });
}

/** A similarity that maps the second list of points onto the first as well as one can. */
function similarity(to: readonly Point[], from: readonly Point[]) {
  const [m, n] = [middleOf(to), middleOf(from)];
  let [same, cross, size] = [0, 0, 0];
  for (let i = 0; i < SURFACE_POINTS; i++) {
    const [p, q] = [to[i], from[i]];
    if (!p || !q) continue;
    const [px, py, qx, qy] = [p.x - m.x, p.y - m.y, q.x - n.x, q.y - n.y];
    same += px * qx + py * qy;
    cross += py * qx - px * qy;
    size += qx * qx + qy * qy;
  }
  const [c, s] = [same / size, cross / size];
  return ({ x, y }: Point): Point => ({
    x: m.x + c * (x - n.x) - s * (y - n.y),
    y: m.y + s * (x - n.x) + c * (y - n.y),
  });
}

/** Where each cell of the target is taken from: near a point as that point moved, far from the face unmoved. */
function field(size: { width: number; height: number }, source: readonly Point[], target: readonly Point[]) {
  const columns = Math.ceil(size.width / CELL) + 1;
  const rows = Math.ceil(size.height / CELL) + 1;
  const toSource = similarity(source, target);
  const reach = 0.06 * widthOf(target);
  const moved = Array.from({ length: SURFACE_POINTS }, (_, i) => {
    const [p, q] = [source[i] ?? { x: 0, y: 0 }, target[i] ?? { x: 0, y: 0 }];
    const plain = toSource(q);
    return { x: q.x, y: q.y, dx: p.x - plain.x, dy: p.y - plain.y };
  });
  const x = new Float32Array(columns * rows);
  const y = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = { x: column * CELL, y: row * CELL };
      let [weight, dx, dy] = [0.02, 0, 0];
      for (const point of moved) {
        const far = ((point.x - at.x) ** 2 + (point.y - at.y) ** 2) / (2 * reach * reach);
        const w = Math.exp(-far) + 0.004 / (1 + far * far);
        weight += w;
        dx += w * point.dx;
        dy += w * point.dy;
      }
      const plain = toSource(at);
      x[row * columns + column] = plain.x + dx / weight;
      y[row * columns + column] = plain.y + dy / weight;
    }
  return (column: number, row: number): Point => {
    const [cx, cy] = [column / CELL, row / CELL];
    const [left, top] = [Math.floor(cx), Math.floor(cy)];
    const [fx, fy] = [cx - left, cy - top];
    const mix = (values: Float32Array): number => {
      const at = top * columns + left;
      const upper = (values[at] ?? 0) * (1 - fx) + (values[at + 1] ?? 0) * fx;
      const lower = (values[at + columns] ?? 0) * (1 - fx) + (values[at + columns + 1] ?? 0) * fx;
      return upper * (1 - fy) + lower * fy;
    };
    return { x: mix(x), y: mix(y) };
  };
}

function sample({ width, height, data }: Picture, { x, y }: Point, channel: number): number {
  const [cx, cy] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
  const [left, top] = [Math.min(Math.floor(cx), width - 2), Math.min(Math.floor(cy), height - 2)];
  const [fx, fy] = [cx - left, cy - top];
  const at = (3 * (top * width + left) + channel) | 0;
  const upper = (data[at] ?? 0) * (1 - fx) + (data[at + 3] ?? 0) * fx;
  const below = at + 3 * width;
  const lower = (data[below] ?? 0) * (1 - fx) + (data[below + 3] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
}

/** The picture bent so that its points come to lie at the new ones. */
export function bend(picture: Picture, source: readonly Point[], target: readonly Point[]): Picture {
  const { width, height } = picture;
  const from = field(picture, source, target);
  const data = new Uint8Array(picture.data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const point = from(x, y);
      for (let c = 0; c < 3; c++) data[3 * (y * width + x) + c] = Math.round(sample(picture, point, c));
    }
  return { width, height, data };
}

/** How much of the donor is seen at each pixel: all inside the outline, less towards its rim. */
function mask(
  size: { width: number; height: number },
  target: readonly Point[],
  part: 'face' | 'eyes',
): (x: number, y: number) => number {
  const width = widthOf(target);
  if (part === 'eyes') {
    const lids = EYES.map((index) => target[index] ?? { x: 0, y: 0 });
    const reach = 0.05 * width;
    return (x, y) => {
      let near = Number.POSITIVE_INFINITY;
      for (const lid of lids) near = Math.min(near, Math.hypot(x - lid.x, y - lid.y));
      return Math.min(1, Math.max(0, 2 - near / reach));
    };
  }
  const centre = middleOf(target);
  const rim = [...RIM, ...RIM_BACK].map((index) => target[index] ?? centre);
  const angles = rim
    .map(({ x, y }) => ({
      angle: Math.atan2(y - centre.y, x - centre.x),
      radius: Math.hypot(x - centre.x, y - centre.y),
    }))
    .sort((one, other) => one.angle - other.angle);
  return (x, y) => {
    const [angle, radius] = [Math.atan2(y - centre.y, x - centre.x), Math.hypot(x - centre.x, y - centre.y)];
    const next = angles.findIndex((entry) => entry.angle >= angle);
    const edge = (angles[next < 0 ? 0 : next] ?? { radius: size.width }).radius;
    return Math.min(1, Math.max(0, (edge * 0.98 - radius) / (0.12 * edge)));
  };
}

/** Puts a part of the donor's face onto the picture, with the light of the picture. */
export function paste(
  picture: Picture,
  points: readonly Point[],
  donor: { readonly picture: Picture; readonly points: readonly Point[] },
  part: 'face' | 'eyes',
): Picture {
  const { width, height } = picture;
  const from = field(picture, donor.points, points);
  const share = mask(picture, points, part);
  const sums = { mine: [0, 0, 0], donors: [0, 0, 0] };
  const taken = new Float32Array(width * height * 3);
  const shares = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const part = share(x, y);
      if (part === 0) continue;
      const [at, point] = [y * width + x, from(x, y)];
      shares[at] = part;
      for (let c = 0; c < 3; c++) {
        const value = sample(donor.picture, point, c);
        taken[3 * at + c] = value;
        sums.mine[c] = (sums.mine[c] ?? 0) + part * (picture.data[3 * at + c] ?? 0);
        sums.donors[c] = (sums.donors[c] ?? 0) + part * value;
      }
    }
  const gain = sums.mine.map((mine, c) => mine / Math.max(1, sums.donors[c] ?? 1));
  const data = Uint8Array.from(picture.data, (value, at) => {
    const part = shares[Math.floor(at / 3)] ?? 0;
    const donors = (taken[at] ?? 0) * (gain[at % 3] ?? 1);
    return Math.max(0, Math.min(255, Math.round(value * (1 - part) + donors * part)));
  });
  return { width, height, data };
}
