import { Button, Group } from '@mantine/core';
import { IconDownload, IconFilter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/load-error.tsx';
import { now } from '../../lib/clock.ts';
import { toast } from '../../lib/toast.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './analytics.module.css';
import { useAdminAnalytics, useUserAnalytics } from './analytics.queries.ts';
import {
  type AnalyticsFilter,
  filterMonths,
  filterWeekdays,
  isFiltering,
  NO_FILTER,
} from './analytics-filter.ts';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { ClassRates } from './class-rates.tsx';
import { exportAnalytics } from './export-analytics.ts';
import { FilterModal } from './filter-modal.tsx';
import { Insights } from './insights.tsx';
import { MonthlyTrend } from './monthly-trend.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { WeeklyCarousel } from './weekly-carousel.tsx';

interface AnalyticsTabProps {
  readonly filter: AnalyticsFilter;
  readonly onFilter: (filter: AnalyticsFilter) => void;
  /** From a chart to the rows behind it. */
  readonly onMonth?: (month: string) => void;
  /** With the first month the pattern was computed from. */
  readonly onWeekday?: (weekday: number, since: string) => void;
  /** Administrators only. */
  readonly onSection?: (section: string) => void;
}

export function AdminAnalyticsTab(props: AnalyticsTabProps) {
  const query = useAdminAnalytics(props.filter.range);
  return <Tab {...props} query={query} of="everyone" />;
}

export function UserAnalyticsTab(props: AnalyticsTabProps) {
  const query = useUserAnalytics(props.filter.range);
  return <Tab {...props} query={query} of="one" />;
}

interface TabProps extends AnalyticsTabProps {
  readonly of: 'everyone' | 'one';
  readonly query: ReturnType<typeof useAdminAnalytics> | ReturnType<typeof useUserAnalytics>;
}

function Tab({ filter, onFilter, of, query, onMonth, onWeekday, onSection }: TabProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const [isFilterOpen, setFilterOpen] = useState(false);
  const { data } = query;
  const months = filterMonths(data?.monthly_trend ?? [], filter, format.month);
  const days = filterWeekdays(data?.weekly_pattern ?? [], filter);
  const since = data?.monthly_trend[0]?.month;
  const runExport = () => {
    exportAnalytics(months, days, t, now());
    toast('success', t('exported'));
  };

  return (
    <>
      <div className={classes.head}>
        <h2>{of === 'everyone' ? t('adminTitle') : t('userTitle')}</h2>
        <Group gap={8}>
          <Button
            size="xs"
            variant={isFiltering(filter) ? 'light' : 'default'}
            leftSection={<IconFilter size={16} aria-hidden />}
            onClick={() => setFilterOpen(true)}
          >
            {isFiltering(filter) ? t('filterActive') : t('filter')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={!data}
            onClick={runExport}
          >
            {t('export')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={query.isFetching && !query.isPending}
            onClick={() => void query.refetch()}
          >
            {t('refresh')}
          </Button>
        </Group>
      </div>
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <AnalyticsSkeleton /> : null}
      {data ? (
        <div className={classes.grid}>
          <MonthlyTrend
            months={months}
            of={of}
            onMonth={onMonth}
            onResetFilter={isFiltering(filter) ? () => onFilter(NO_FILTER) : undefined}
          />
          <WeeklyCarousel
            days={days}
            of={of}
            onWeekday={onWeekday && since ? (weekday) => onWeekday(weekday, since) : undefined}
          />
          <div className={`${classes.grid} ${classes.two}`}>
            <div className={classes.grid}>
              <Insights analytics={data} />
              {'class_wise_stats' in data ? (
                <ClassRates rows={data.class_wise_stats} onSection={onSection} />
              ) : null}
            </div>
            <RecentActivity
              entries={
                'recent_system_activity' in data ? data.recent_system_activity : data.recent_attendance
              }
            />
          </div>
        </div>
      ) : null}
      {isFilterOpen ? (
        <FilterModal
          value={filter}
          onClose={() => setFilterOpen(false)}
          onApply={(next) => {
            onFilter(next);
            setFilterOpen(false);
          }}
        />
      ) : null}
    </>
  );
}
