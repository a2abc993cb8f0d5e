import { WEEKDAY_NAMES } from '@rollcall/core/analytics/analytics.rules';
import type { TFunction } from 'i18next';
import type { CsvTable } from '../../lib/download.ts';
import type { Format } from '../../lib/format/format.ts';
import type { Month, Weekday } from './analytics.queries.ts';

interface ShownAnalytics {
  readonly months: readonly Month[];
  readonly days: readonly Pick<Weekday, 'day' | 'count' | 'percentage' | 'avg_time'>[];
}

/** The shown months and weekdays as one table; its first column tells them apart. */
export function analyticsTable(
  { months, days }: ShownAnalytics,
  t: TFunction<'analytics'>,
  format: Pick<Format, 'weekday'>,
): CsvTable {
  const names: readonly string[] = WEEKDAY_NAMES;
  return {
    head: [t('csv.by'), t('csv.period'), t('csv.attendance'), t('csv.rate'), t('csv.averageTime')],
    rows: [
      ...months.map(({ month, attendance, rate }) => [t('csv.month'), month, attendance, rate, null]),
      ...days.map(({ day, count, percentage, avg_time }) => [
        t('csv.day'),
        format.weekday(names.indexOf(day) + 1),
        count,
        percentage,
        avg_time,
      ]),
    ],
  };
}
