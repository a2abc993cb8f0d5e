import { csvLine } from '@rollcall/core/kernel/tables/csv.writer';
import type { TFunction } from 'i18next';
import type { Month, Weekday } from './analytics.queries.ts';
import type { AnalyticsFilter } from './analytics.rules.ts';

interface ShownAnalytics {
  readonly months: readonly Month[];
  readonly days: readonly Weekday[];
  readonly filter: AnalyticsFilter;
}

/** CSV lines: the range and the minimum in force, the shown months, and the shown weekdays. */
export function analyticsLines(
  { months, days, filter }: ShownAnalytics,
  t: TFunction<'analytics'>,
): string[] {
  return [
    csvLine([t('filters.range'), t(`filters.ranges.${filter.range}`)]),
    csvLine([t('csv.minimum'), filter.min]),
    csvLine([]),
    csvLine([t('csv.month'), t('csv.attendance'), t('csv.rate')]),
    ...months.map(({ month, attendance, rate }) => csvLine([month, attendance, rate])),
    csvLine([]),
    csvLine([t('csv.day'), t('csv.count'), t('csv.rate'), t('csv.averageTime')]),
    ...days.map((day) => csvLine([day.day, day.count, day.percentage, day.avg_time])),
  ];
}
