import { timeOfMinutes } from '@rollcall/core/kernel/local-date';
import { type ChartContext, type ChartOption, NARROW } from './chart-option.types.ts';
import { baseOption, COLOURS, countAxis, firstOf, footText, tip, tooltip } from './chart-style.ts';
import type { Arrivals } from './charts.queries.ts';
import { inReadingDirection, isMirrored } from './mirrored.ts';

type Counts = Arrivals['arrivals'];

const sum = (counts: Counts): number => counts.reduce((total, { count }) => total + count, 0);

/** The half hours around everything that is drawn. */
export function shownMinutes(day: Arrivals): { from: number; to: number } {
  const minutes = [...day.arrivals, ...(day.before?.arrivals ?? [])].map(({ minute }) => minute);
  const from = Math.min(day.start - 60, ...minutes);
  const to = Math.max(day.cutoff + 30, ...minutes.map((minute) => minute + day.every_minutes));
  return { from: Math.max(0, Math.floor(from / 30) * 30), to: Math.min(1440, Math.ceil(to / 30) * 30) };
}

/** From the foot of a bar to its top. */
const STATUSES = ['on_time', 'late', 'very_late'] as const;

/** How many came on time, late and very late in the five minutes from `minute` on. */
export function countsBy(counts: Counts, minute: number): Record<(typeof STATUSES)[number], number> {
  const { count = 0, late = 0, very_late = 0 } = counts.find((each) => each.minute === minute) ?? {};
  return { on_time: count - late - very_late, late, very_late };
}

/** About the width of a letter of the words above the lines. */
const LETTER = 7;

const STATUS_COLOURS = { on_time: COLOURS.onTime, late: COLOURS.late, very_late: COLOURS.absent };

export function arrivalsCaption(day: Arrivals, { t, format }: Omit<ChartContext, 'width'>): string {
  const late = day.arrivals.reduce((total, each) => total + each.late + each.very_late, 0);
  const here = sum(day.arrivals);
  return [
    here === 0
      ? t('charts.arrivals.nobody')
      : late === 0
        ? t('charts.arrivals.allOnTime', { count: here })
        : t('charts.arrivals.caption', { count: here, late: format.number(late) }),
    day.before
      ? t('charts.arrivals.before', {
          date: format.dayMonth(day.before.date),
          arrivals: format.number(sum(day.before.arrivals)),
        })
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Today's arrivals per five minutes as bars, the school day before as an area behind, and the times of the rule. */
export function arrivalsOption(day: Arrivals, context: ChartContext): ChartOption {
  const { t, format, width } = context;
  const { from, to } = shownMinutes(day);
  const isNarrow = width < NARROW;
  const step = day.every_minutes;
  const slots = Array.from({ length: (to - from) / step }, (_, index) => from + index * step);
  const on = (counts: Counts, minute: number) => counts.find((each) => each.minute === minute)?.count ?? 0;
  const barWidth = Math.max(2, Math.min(18, ((width - 48) / slots.length) * 0.72));
  const clock = (minute: number) => format.time(timeOfMinutes(Math.min(1439, Math.max(0, minute))));
  // ECharts makes the picture of a turned value axis far too narrow: the minutes count backwards instead.
  const mirrored = isMirrored(context);
  const along = (minute: number) => (mirrored ? -minute : minute);
  const lines = [
    { at: day.start, key: 'start' },
    { at: day.on_time_until, key: 'grace' },
    { at: day.cutoff, key: 'cutoff' },
  ] as const;
  const ruleLines = {
    silent: true,
    symbol: 'none',
    animation: false,
    lineStyle: { color: COLOURS.muted, width: 1, type: [3, 3] },
    data: lines.map(({ at, key }, index) => {
      const words = t(`charts.arrivals.${key}`, { time: clock(at) });
      const room = ((to - at) / (to - from)) * (width - 48);
      return {
        xAxis: along(at),
        label: {
          formatter: words,
          position: 'end' as const,
          distance: [0, 8 + (lines.length - 1 - index) * 17],
          // Before the line where the words would run out of the picture behind it.
          align: words.length * LETTER > room ? ('right' as const) : ('left' as const),
          color: COLOURS.muted,
          fontSize: 13,
        },
      };
    }),
  };
  return inReadingDirection(
    {
      ...baseOption,
      // Room above for the words of the three lines, one below the other.
      grid: {
        left: 4,
        right: 12,
        top: 64,
        bottom: 4,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      xAxis: {
        type: 'value',
        min: mirrored ? -to : from,
        max: mirrored ? -from : to,
        inverse: mirrored,
        interval: isNarrow ? 60 : 30,
        axisLabel: { ...footText, formatter: (at: number) => clock(Math.abs(at)) },
        axisLine: { lineStyle: { color: COLOURS.hairline } },
        splitLine: { show: false },
      },
      yAxis: countAxis(format.number),
      tooltip: {
        ...tooltip,
        trigger: 'axis',
        axisPointer: { type: 'none' },
        formatter: (params) => {
          const minute = slots[firstOf(params)?.dataIndex ?? 0] ?? from;
          return tip(`${clock(minute)} – ${clock(minute + step)}`, [
            ...STATUSES.map((status) => ({
              colour: STATUS_COLOURS[status],
              label: t(`charts.status.${status}`),
              value: format.number(countsBy(day.arrivals, minute)[status]),
            })),
            ...(day.before
              ? [
                  {
                    colour: COLOURS.ghost,
                    label: format.dayMonth(day.before.date),
                    value: format.number(on(day.before.arrivals, minute)),
                  },
                ]
              : []),
          ]);
        },
      },
      series: [
        {
          type: 'line',
          name: 'before',
          step: 'middle',
          symbol: 'none',
          silent: true,
          lineStyle: { width: 0 },
          areaStyle: { color: COLOURS.ghost, opacity: 0.75 },
          emphasis: { disabled: true },
          data: slots.map((minute) => [along(minute + step / 2), on(day.before?.arrivals ?? [], minute)]),
        },
        ...STATUSES.map((status, index) => ({
          type: 'bar' as const,
          name: status,
          stack: 'today',
          // Before the area, which lines are drawn over by default.
          z: 4,
          barWidth,
          emphasis: { disabled: true },
          itemStyle: { color: STATUS_COLOURS[status] },
          data: slots.map((minute) => [along(minute + step / 2), countsBy(day.arrivals, minute)[status]]),
          ...(index === 0 ? { markLine: ruleLines } : {}),
        })),
      ],
    },
    context,
  );
}
