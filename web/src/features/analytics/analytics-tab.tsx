import { Button, Group, Skeleton } from '@mantine/core';
import { fileName } from '@rollcall/core/kernel/file-name';
import { IconDownload, IconFilter, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { csvBlob, downloadBlob } from '../../lib/download.ts';
import { useFormat } from '../../lib/format/format.ts';
import { useInstitutionToday } from '../../lib/format/institution-day.ts';
import { toast } from '../../lib/toast.tsx';
import classes from './analytics.module.css';
import { useAdminAnalytics, useUserAnalytics } from './analytics.queries.ts';
import {
  type AnalyticsFilter,
  filterMonths,
  filterWeekdays,
  hasAttendance,
  isFiltering,
  NO_FILTER,
} from './analytics.rules.ts';
import { ClassRates, Insights, RecentActivity } from './analytics-cards.tsx';
import { analyticsTable } from './analytics-csv.ts';
import { FilterModal } from './filter-modal.tsx';
import { MonthlyTrend } from './monthly-trend.tsx';
import { WeeklyPattern } from './weekday-bars.tsx';

interface AnalyticsTabProps {
  readonly filter: AnalyticsFilter;
  readonly onFilter: (filter: AnalyticsFilter) => void;
  /** Opens the attendance rows of a month. */
  readonly onMonth?: (month: string) => void;
  /** Opens the attendance rows of a weekday; `since` is the first month of the weekly pattern. */
  readonly onWeekday?: (weekday: number, since: string) => void;
  /** Further pictures, below the weekdays. */
  readonly pictures?: ReactNode;
  /** Shown instead of empty charts while nothing is recorded at all. */
  readonly whenEmpty?: ReactNode;
}

export function AdminAnalyticsTab(props: AnalyticsTabProps) {
  const query = useAdminAnalytics(props.filter.range);
  return <Tab {...props} query={query} scope="everyone" />;
}

export function UserAnalyticsTab(props: AnalyticsTabProps) {
  const query = useUserAnalytics(props.filter.range);
  return <Tab {...props} query={query} scope="one" />;
}

interface TabProps extends AnalyticsTabProps {
  readonly scope: 'everyone' | 'one';
  readonly query: ReturnType<typeof useAdminAnalytics> | ReturnType<typeof useUserAnalytics>;
}

function Tab({ filter, onFilter, scope, query, onMonth, onWeekday, pictures, whenEmpty }: TabProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { institution_name } = usePublicSettings();
  const today = useInstitutionToday();
  const [isFilterOpen, setFilterOpen] = useState(false);
  // In small steps, between which the page answers: on a slow phone the charts take half a second.
  const data = useDeferredValue(query.data);
  const months = filterMonths(data?.monthly_trend ?? [], filter, format.month);
  const days = filterWeekdays(data?.weekly_pattern ?? [], filter);
  const recent =
    data && ('recent_system_activity' in data ? data.recent_system_activity : data.recent_attendance);
  const isNothing =
    whenEmpty !== undefined &&
    data !== undefined &&
    !isFiltering(filter) &&
    recent?.length === 0 &&
    !data.weekly_pattern.some(hasAttendance);
  const since = data?.monthly_trend[0]?.month;
  const runExport = () => {
    const name = fileName([institution_name, t('csv.file'), today], 'csv');
    downloadBlob(csvBlob(analyticsTable({ months, days }, t, format)), name);
    toast('success', t('exported'));
  };

  return (
    <>
      <div className={classes.head}>
        <h2>{scope === 'everyone' ? t('adminTitle') : t('userTitle')}</h2>
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
      {data === undefined && !query.isError ? <AnalyticsSkeleton /> : null}
      {isNothing ? whenEmpty : null}
      {data && !isNothing ? (
        <div className={classes.grid}>
          <MonthlyTrend
            months={months}
            scope={scope}
            onMonth={onMonth}
            onResetFilter={isFiltering(filter) ? () => onFilter(NO_FILTER) : undefined}
          />
          <WeeklyPattern
            days={days}
            isFiltered={filter.min > 0}
            scope={scope}
            onWeekday={onWeekday && since ? (weekday) => onWeekday(weekday, since) : undefined}
          />
          {pictures}
          <Insights analytics={data} />
          <div className={`${classes.grid} ${classes.two}`}>
            <ClassRates scope={scope} range={filter.range} />
            <RecentActivity entries={recent ?? []} />
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

/** Placeholders in the layout of the loaded tab. */
function AnalyticsSkeleton() {
  return (
    <div className={classes.grid} aria-hidden>
      <Skeleton height={384} radius={12} />
      <Skeleton height={296} radius={12} />
      <Skeleton height={140} radius={12} />
      <Skeleton height={260} radius={12} />
    </div>
  );
}
