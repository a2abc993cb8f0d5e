import { directionOf } from '@rollcall/core/kernel/language';
import type { ChartContext, ChartOption } from './chart-option.types.ts';

/** Whether time runs from right to left in a picture. */
export const isMirrored = ({ format }: Pick<ChartContext, 'format'>): boolean =>
  directionOf(format.locale) === 'rtl';

/** The values of `align` and `position`, however deep: labels stand on the other side of what they name. */
function swapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(swapped);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]: [string, unknown]) => {
      const isSide = key === 'align' || key === 'position';
      if (isSide && part === 'left') return [key, 'right'];
      if (isSide && part === 'right') return [key, 'left'];
      return [key, swapped(part)];
    }),
  );
}

type Axis = { readonly inverse?: boolean; readonly position?: string };

/**
 * The picture for a reader of a right-to-left language, where the locale is one: the axis along begins on the right,
 * and the one upwards stands there.
 */
export function inReadingDirection(option: ChartOption, context: Pick<ChartContext, 'format'>): ChartOption {
  if (!isMirrored(context)) return option;
  const { grid, xAxis, yAxis, series } = option;
  const one = <T>(value: T | T[] | undefined, change: (each: T) => unknown): unknown =>
    Array.isArray(value) ? value.map(change) : value && change(value);
  return {
    ...option,
    grid: one(grid, (each) => {
      const { left, right, ...rest } = each;
      return {
        ...rest,
        ...(right === undefined ? {} : { left: right }),
        ...(left === undefined ? {} : { right: left }),
      };
    }),
    xAxis: one(xAxis, (axis) => ({ ...axis, inverse: !(axis as Axis).inverse })),
    yAxis: one(yAxis, (axis) => ({
      ...(swapped(axis) as object),
      position: (axis as Axis).position === 'right' ? 'left' : 'right',
    })),
    series: one(series, swapped),
  } as ChartOption; // the same keys with the same kinds of values
}
