import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { ChartFrame, type ChartQuery } from './chart-frame.tsx';
import { useStatusDays } from './charts.queries.ts';
import {
  STATUS_COLOURS,
  STATUSES,
  type Status,
  type StatusCount,
  statusCaption,
  statusOption,
} from './daily-status.options.ts';

interface StatusChartProps {
  readonly title: string;
  readonly counts: readonly StatusCount[];
  readonly per: 'day' | 'week';
  readonly query: ChartQuery;
  readonly onOpen?: ((date: string, status?: Status) => void) | undefined;
}

export function StatusChart({ title, counts, per, query, onOpen }: StatusChartProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const option = useCallback(
    (width: number) => statusOption(counts, per, { t, format, width }),
    [counts, per, t, format],
  );
  const nameOf = (date: string) =>
    per === 'day' ? format.dayMonth(date) : t('charts.weeks.of', { date: format.dayShort(date) });
  return (
    <ChartFrame
      title={title}
      caption={statusCaption(counts, per, { t, format })}
      legend={STATUSES.map((status) => ({
        label: t(`charts.status.${status}`),
        colour: STATUS_COLOURS[status],
      }))}
      height={300}
      option={option}
      query={query}
      isEmpty={counts.length === 0}
      onSelect={
        onOpen
          ? ({ series, index }) => {
              const day = counts[index];
              if (day)
                onOpen(
                  day.date,
                  STATUSES.find((each) => each === series),
                );
            }
          : undefined
      }
      table={{
        heads: [
          per === 'day' ? t('charts.day') : t('charts.week'),
          ...STATUSES.map((status) => t(`charts.status.${status}`)),
        ],
        rows: () =>
          counts.toReversed().map((day) => ({
            key: day.date,
            cells: [nameOf(day.date), ...STATUSES.map((status) => format.number(day[status]))],
            onOpen: onOpen ? () => onOpen(day.date) : undefined,
          })),
      }}
    />
  );
}

const NONE: StatusCount[] = [];

/** Twelve weeks of everybody within reach, day by day. */
export function DailyStatusChart({ onDay }: { onDay?: StatusChartProps['onOpen'] }) {
  const { t } = useTranslation('analytics');
  const query = useStatusDays();
  const counts = useMemo(() => query.data?.days ?? NONE, [query.data]);
  return (
    <StatusChart title={t('charts.status.title')} counts={counts} per="day" query={query} onOpen={onDay} />
  );
}
