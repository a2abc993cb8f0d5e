import type { DayStatus } from '@rollcall/core/attendance/attendance.types';
import { localDate, mondayOf, weekdayOf } from '@rollcall/core/kernel/local-date';
import { isoOfWireDate } from '../../lib/format/dates.ts';
import { type ChartContext, type ChartOption, NARROW } from './chart-option.types.ts';
import { baseOption, COLOURS, countAxis, firstOf, footText, tip, tooltip, zoom } from './chart-style.ts';
import type { StatusDay } from './charts.queries.ts';
import { inReadingDirection } from './mirrored.ts';

/** From the foot of the stack to its top. */
export const STATUSES = ['on_time', 'late', 'absent', 'excused'] as const;
export type Status = (typeof STATUSES)[number];

export const STATUS_COLOURS: Readonly<Record<Status, string>> = {
  on_time: COLOURS.onTime,
  late: COLOURS.late,
  absent: COLOURS.absent,
  excused: COLOURS.excused,
};

/** A day, or a week of one person by its Monday. */
export interface StatusCount extends Pick<StatusDay, Status> {
  readonly date: string;
}

export const totalOf = (counts: readonly StatusCount[], status: Status): number =>
  counts.reduce((sum, each) => sum + each[status], 0);

export function statusCaption(
  counts: readonly StatusCount[],
  per: 'day' | 'week',
  { t, format }: Omit<ChartContext, 'width'>,
): string {
  const due = totalOf(counts, 'on_time') + totalOf(counts, 'late') + totalOf(counts, 'absent');
  if (due === 0) return '';
  const share = (status: Status) => format.percent((totalOf(counts, status) / due) * 100);
  const most = counts.toSorted((a, b) => b.absent - a.absent)[0];
  return [
    t('charts.status.caption', { onTime: share('on_time'), late: share('late'), absent: share('absent') }),
    most && most.absent > 0
      ? t(per === 'day' ? 'charts.status.mostDay' : 'charts.status.mostWeek', {
          date: per === 'day' ? format.dayMonth(most.date) : format.dayShort(most.date),
          count: most.absent,
        })
      : t('charts.status.noneAbsent'),
  ].join(' ');
}

const PHONE_BARS = 20;

/** On time, late, absent and excused, stacked by day; for one person by week. */
export function statusOption(
  counts: readonly StatusCount[],
  per: 'day' | 'week',
  { t, format, width }: ChartContext,
): ChartOption {
  const isNarrow = width < NARROW;
  const start = isNarrow && counts.length > PHONE_BARS ? 100 - (PHONE_BARS / counts.length) * 100 : 0;
  const last = STATUSES.length - 1;
  return inReadingDirection(
    {
      ...baseOption,
      grid: {
        left: 4,
        right: 8,
        top: 12,
        bottom: 32,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      xAxis: {
        type: 'category',
        data: counts.map(({ date }) => date),
        axisLabel: {
          ...footText,
          interval: per === 'day' ? (_: number, date: string) => weekdayOf(localDate(date)) === 1 : 'auto',
          formatter: (date: string) => format.dayShort(date),
        },
        axisLine: { lineStyle: { color: COLOURS.hairline } },
        axisTick: { show: false },
      },
      yAxis: countAxis(format.number),
      dataZoom: zoom(start),
      tooltip: {
        ...tooltip,
        trigger: 'axis',
        axisPointer: { type: 'shadow', shadowStyle: { color: COLOURS.sunken, opacity: 0.6 } },
        formatter: (params) => {
          const day = counts[firstOf(params)?.dataIndex ?? 0];
          return day
            ? tip(
                per === 'day'
                  ? format.dayMonth(day.date)
                  : t('charts.weeks.of', { date: format.dayShort(day.date) }),
                STATUSES.map((status) => ({
                  colour: STATUS_COLOURS[status],
                  label: t(`charts.status.${status}`),
                  value: format.number(day[status]),
                })),
              )
            : '';
        },
      },
      series: STATUSES.map((status, index) => ({
        type: 'bar',
        name: status,
        stack: 'day',
        barMaxWidth: 28,
        barCategoryGap: '24%',
        emphasis: { disabled: true },
        itemStyle: {
          color: STATUS_COLOURS[status],
          // A hairline of the ground between the parts.
          borderColor: COLOURS.surface,
          borderWidth: 0.5,
          borderRadius: index === last ? [3, 3, 0, 0] : 0,
        },
        data: counts.map((day) => day[status]),
      })),
    },
    { format },
  );
}

/** A day of a person, as profile and own attendance have it. */
export interface PersonDay {
  /** `MM_DD_YY` or `YYYY-MM-DD` */
  readonly date: string;
  readonly basis: { readonly status: DayStatus; readonly dayOff: boolean };
}

/** The status of one person's day as the pictures have it; null where it counts in no rate. */
export function statusOfDay({ basis: { status, dayOff } }: PersonDay): Status | null {
  if (dayOff) return null;
  if (status === 'very_late') return 'late';
  if (status === 'unmarked') return 'absent';
  return STATUSES.find((each) => each === status) ?? null;
}

/** The last weeks of one person, oldest first. */
export function weeksOfPerson(days: readonly PersonDay[], weeks: number): StatusCount[] {
  const counts = new Map<string, Record<Status, number>>();
  for (const day of days) {
    const status = statusOfDay(day);
    if (!status) continue;
    const week = mondayOf(localDate(isoOfWireDate(day.date)));
    const count = counts.get(week) ?? { on_time: 0, late: 0, absent: 0, excused: 0 };
    count[status] += 1;
    counts.set(week, count);
  }
  return [...counts]
    .map(([date, count]) => ({ date, ...count }))
    .sort((a, b) => a.date.localeCompare(b.date))
    .slice(-weeks);
}
