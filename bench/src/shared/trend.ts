export const rounded = (value: number): number => Number(value.toFixed(2));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Slope of the line through the points with the least squares. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const [mx, my] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const across = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0);
  const along = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  return along === 0 ? 0 : across / along;
}

/** How a figure went from the second quarter of its samples to the last. The first quarter loads code and fills caches. */
export function trendOf(samples: readonly { readonly x: number; readonly y: number }[], flatWithin: number) {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const second = mean(samples.slice(quarter, 2 * quarter).map(({ y }) => y));
  const last = mean(samples.slice(-quarter).map(({ y }) => y));
  const growth = last / second - 1;
  return {
    second_quarter: rounded(second),
    last_quarter: rounded(last),
    growth: Number(growth.toFixed(4)),
    /** Of the line through all but the first quarter. */
    per_100: rounded(100 * slopeOf(samples.slice(quarter))),
    is_flat: growth <= flatWithin,
  };
}
