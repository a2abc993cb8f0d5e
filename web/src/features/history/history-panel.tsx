import { Skeleton, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { ColumnChart } from '../../components/column-chart.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { StatCard, StatGrid } from '../../components/stat-card.tsx';
import { toast } from '../../lib/toast.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { isoOfWireDate } from '../../lib/wire-date.ts';
import { type DayRange, useActivity } from './history.queries.ts';
import { HistoryList } from './history-list.tsx';
import { barHeight, scaleTop } from './range.rules.ts';
import { RangeFilter } from './range-filter.tsx';

const TICKS = [1, 0.75, 0.5, 0.25, 0];

interface HistoryPanelProps {
  readonly range: DayRange | null;
  readonly onRange: (range: DayRange | null) => void;
  /** To the rows of a day. */
  readonly onDay: (date: string) => void;
}

export function HistoryPanel({ range, onRange, onDay }: HistoryPanelProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const query = useActivity(range);
  const { data } = query;
  const days = data?.daily_attendance ?? [];
  const top = scaleTop(Math.max(0, ...days.map(({ count }) => count)));
  const hasFailed = query.isError;
  useEffect(() => {
    if (hasFailed && range) toast('error', t('history.filterError'), t('history.filterErrorTitle'));
  }, [hasFailed, range, t]);

  return (
    <Stack gap="md">
      <RangeFilter range={range} onRange={onRange} />
      {query.isPending ? <Skeleton height={118} radius={12} /> : null}
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data ? (
        <>
          <StatGrid>
            <StatCard label={t('history.totalUsers')} value={format.number(data.basic_stats.total_users)} />
            <StatCard
              label={t('history.thisWeek')}
              value={format.number(data.basic_stats.this_week)}
              note={t('history.checkIns')}
            />
            <StatCard
              label={t('history.thisMonth')}
              value={format.number(data.basic_stats.this_month)}
              note={t('history.checkIns')}
            />
            <StatCard
              label={t('history.averageDaily')}
              value={format.number(data.basic_stats.average_daily)}
              note={t('history.checkIns')}
            />
          </StatGrid>
          <Card title={t('history.activity')} hint={t('history.activityHint')}>
            {days.length === 0 ? (
              <EmptyState drawing="chart" title={t('history.none')} text={t('history.noneText')} />
            ) : (
              <ColumnChart
                label={t('history.chart')}
                ticks={TICKS.map((part) => format.number(top * part))}
                columns={days.map(({ date, count }) => ({
                  key: date,
                  label: format.dayShort(date),
                  value: format.number(count),
                  height: barHeight(count, top),
                  band: 'excellent',
                  onSelect: () => onDay(isoOfWireDate(date)),
                  spoken: `${format.date(date)}: ${t('history.people', { count })}`,
                  tip: `${format.dayMonth(date)}: ${t('history.people', { count })}`,
                }))}
              />
            )}
          </Card>
        </>
      ) : null}
      <HistoryList range={range} />
    </Stack>
  );
}
