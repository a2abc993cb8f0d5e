import { addDays, daysBetween, eachDay, localDate } from '@rollcall/core/kernel/local-date';
import { type ChartContext, type ChartOption, NARROW } from './chart-option.types.ts';
import { axisText, baseOption, COLOURS, tip, tooltip } from './chart-style.ts';
import { isMirrored } from './mirrored.ts';

/** A day of the map. Days without one are off, or not yet there. */
export interface YearCell {
  readonly date: string;
  readonly colour: string;
  /** What the day says, in words. */
  readonly text: string;
}

export interface Year {
  readonly from: string;
  readonly to: string;
  readonly cells: readonly YearCell[];
}

/** Lowest rate of each colour, from the palest to the strongest. */
export const RATE_STEPS = [
  { from: 0, colour: 'var(--chart-heat-1)' },
  { from: 60, colour: 'var(--chart-heat-2)' },
  { from: 75, colour: 'var(--chart-heat-3)' },
  { from: 85, colour: 'var(--chart-heat-4)' },
  { from: 95, colour: 'var(--chart-heat-5)' },
] as const;

export const rateColour = (rate: number): string =>
  RATE_STEPS.findLast(({ from }) => rate >= from)?.colour ?? RATE_STEPS[0].colour;

const weeksBetween = ({ from, to }: Pick<Year, 'from' | 'to'>): number =>
  Math.floor(daysBetween(localDate(from), localDate(to)) / 7) + 1;

/** On phones the year is two rows of half a year. */
export function yearRows(
  { from, to }: Pick<Year, 'from' | 'to'>,
  width: number,
): { from: string; to: string }[] {
  if (width >= NARROW) return [{ from, to }];
  const middle = addDays(localDate(from), 7 * Math.ceil(weeksBetween({ from, to }) / 2));
  return [
    { from, to: addDays(middle, -1) },
    { from: middle, to },
  ];
}

const LEFT = 28;
const TOP = 24;
const GAP = 20;
/** The size of a day from which the long names of Arabic months fit beside each other. */
const NAMED_FROM = 12;

function cellSize(year: Pick<Year, 'from' | 'to'>, width: number): number {
  const rows = yearRows(year, width);
  const weeks = Math.max(...rows.map(weeksBetween));
  return Math.max(8, Math.min(20, Math.floor((width - LEFT - 2) / weeks)));
}

export const yearHeight = (year: Pick<Year, 'from' | 'to'>, width: number): number => {
  const rows = yearRows(year, width).length;
  return rows * (TOP + 7 * cellSize(year, width)) + (rows - 1) * GAP;
};

/** Every day of twelve months as a square, a column per week. */
export function yearOption({ from, to, cells }: Year, { format, width }: ChartContext): ChartOption {
  const mirrored = isMirrored({ format });
  const size = cellSize({ from, to }, width);
  const rows = yearRows({ from, to }, width);
  const byDate = new Map(cells.map((cell) => [cell.date, cell]));
  const months = Array.from({ length: 12 }, (_, index) =>
    format.monthShort(`2024-${String(index + 1).padStart(2, '0')}`),
  );
  // From Sunday on; every other one, so that they do not touch.
  const weekdays = [7, 1, 2, 3, 4, 5, 6].map((day) =>
    day % 2 === 1 && day < 7 ? format.weekdayShort(day) : '',
  );
  return {
    ...baseOption,
    animation: false,
    calendar: rows.map((row, index) => ({
      range: [row.from, row.to],
      left: LEFT,
      top: TOP + index * (TOP + 7 * size + GAP),
      cellSize: size,
      splitLine: { show: false },
      itemStyle: { color: 'transparent', borderWidth: 0 },
      yearLabel: { show: false },
      // ECharts cannot turn a calendar round: mirrored, the squares write these themselves.
      dayLabel: { ...axisText, show: !mirrored, firstDay: 1, nameMap: weekdays, margin: 6 },
      monthLabel: { ...axisText, show: !mirrored, nameMap: months, position: 'start' },
    })),
    tooltip: {
      ...tooltip,
      formatter: (params) => {
        const value = Array.isArray(params) ? undefined : params.name;
        const cell = value === undefined ? undefined : byDate.get(value);
        return cell ? tip(format.dayMonth(cell.date), [{ label: cell.text, value: '' }]) : '';
      },
    },
    series: rows.map((row, index) => {
      const dates = eachDay(localDate(row.from), localDate(row.to));
      return {
        type: 'custom',
        coordinateSystem: 'calendar',
        calendarIndex: index,
        name: String(index),
        encode: { tooltip: 0 },
        data: dates.map((date) => ({ name: date, value: [date, 0] })),
        renderItem: (params, api) => {
          const date = dates[params.dataIndex] ?? row.from;
          const centre = api.coord(date);
          const cell = byDate.get(date);
          const [x, y] = [mirrored ? width - (centre[0] ?? 0) : (centre[0] ?? 0), centre[1] ?? 0];
          const square = {
            type: 'rect' as const,
            shape: {
              x: x - size / 2 + 1,
              y: y - size / 2 + 1,
              width: size - 2,
              height: size - 2,
              r: Math.min(3, size / 4),
            },
            style: { fill: cell?.colour ?? COLOURS.sunken },
            silent: cell === undefined,
          };
          if (!mirrored) return square;
          const top = TOP + index * (TOP + 7 * size + GAP);
          const words = (text: string, at: { x: number; y: number }) => ({
            type: 'text' as const,
            silent: true,
            style: {
              text,
              ...at,
              ...axisText,
              fill: axisText.color,
              align: 'right' as const,
              verticalAlign: 'middle' as const,
            },
          });
          const day = params.dataIndex < 7 ? (weekdays[(params.dataIndex + 1) % 7] ?? '') : '';
          const number = Number(date.slice(5, 7));
          // The names of two months touch where a month is narrow.
          const isNamed = date.endsWith('-01') && (size >= NAMED_FROM || number % 2 === 1);
          const month = isNamed ? (months[number - 1] ?? '') : '';
          return {
            type: 'group',
            children: [
              square,
              ...(day ? [words(day, { x: width - 2, y })] : []),
              ...(month ? [words(month, { x: x + size / 2, y: top - 10 })] : []),
            ],
          };
        },
      };
    }),
  };
}
