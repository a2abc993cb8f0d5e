import { acceptedAbove, thresholdAt } from './statistics.ts';

export interface RocCurve {
  readonly name: string;
  readonly colour: string;
  readonly genuine: Float32Array;
  /** Sorted upwards. */
  readonly impostors: Float32Array;
}

const WIDTH = 720;
const HEIGHT = 480;
const LEFT = 70;
const TOP = 40;
const RIGHT = 20;
const BOTTOM = 60;
const SMALLEST_FAR = 1e-6;
const LOWEST_TAR = 0.9;

const x = (far: number) => LEFT + (1 - Math.log10(far) / Math.log10(SMALLEST_FAR)) * (WIDTH - LEFT - RIGHT);
const y = (tar: number) =>
  TOP + (1 - (Math.max(tar, LOWEST_TAR) - LOWEST_TAR) / (1 - LOWEST_TAR)) * (HEIGHT - TOP - BOTTOM);

function path({ genuine, impostors }: RocCurve): string {
  const points: string[] = [];
  for (let exponent = Math.log10(SMALLEST_FAR); exponent <= 0; exponent += 0.05) {
    const far = 10 ** exponent;
    if (far * impostors.length < 1) continue;
    const tar = acceptedAbove(genuine, thresholdAt(impostors, far)).value;
    points.push(`${x(far).toFixed(1)},${y(tar).toFixed(1)}`);
  }
  return points.join(' ');
}

/** Draws ROC curves as an SVG: true accept rate over false accept rate. */
export function rocChart(curves: readonly RocCurve[], title: string): string {
  const ticks = [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6];
  const levels = [0.9, 0.92, 0.94, 0.96, 0.98, 1];
  const text = (tx: number, ty: number, value: string, anchor = 'middle') =>
    `<text x="${tx.toFixed(1)}" y="${ty.toFixed(1)}" text-anchor="${anchor}">${value}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(WIDTH / 2, 24, title),
    ...ticks.map(
      (far) =>
        `<line x1="${x(far).toFixed(1)}" x2="${x(far).toFixed(1)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#e0e0e0"/>`,
    ),
    ...ticks.map((far) =>
      text(x(far), HEIGHT - BOTTOM + 20, far >= 0.01 ? String(far) : far.toExponential()),
    ),
    ...levels.map(
      (tar) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tar).toFixed(1)}" y2="${y(tar).toFixed(1)}" stroke="#e0e0e0"/>`,
    ),
    ...levels.map((tar) => text(LEFT - 8, y(tar) + 4, `${(tar * 100).toFixed(0)} %`, 'end')),
    text(WIDTH / 2, HEIGHT - 14, 'false accept rate'),
    ...curves.map(
      (curve) =>
        `<polyline points="${path(curve)}" fill="none" stroke="${curve.colour}" stroke-width="2.5"/>`,
    ),
    ...curves.map(
      (curve, i) =>
        `<text x="${WIDTH - RIGHT - 12}" y="${HEIGHT - BOTTOM - 34 + 20 * i}" text-anchor="end" fill="${curve.colour}">${curve.name}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}
