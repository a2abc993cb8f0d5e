import { csvLine } from '@rollcall/core/backup/backup.rules';
import type { TFunction } from 'i18next';
import { csvBlob, downloadBlob } from '../../lib/download.ts';
import { isoOfDate } from '../../lib/wire-date.ts';
import type { Month, Weekday } from './analytics.queries.ts';

/** What is on the screen, as a table: the months, an empty line, the days of the week. */
export function analyticsLines(
  months: readonly Month[],
  days: readonly Weekday[],
  t: TFunction<'analytics'>,
): string[] {
  return [
    csvLine([t('csv.month'), t('csv.attendance'), t('csv.rate')]),
    ...months.map(({ month, attendance, rate }) => csvLine([month, attendance, rate])),
    csvLine([]),
    csvLine([t('csv.day'), t('csv.count'), t('csv.rate'), t('csv.averageTime')]),
    ...days.map((day) => csvLine([day.day, day.count, day.percentage, day.avg_time])),
  ];
}

export function exportAnalytics(
  months: readonly Month[],
  days: readonly Weekday[],
  t: TFunction<'analytics'>,
  today: Date,
): void {
  downloadBlob(csvBlob(analyticsLines(months, days, t)), `analytics-${isoOfDate(today)}.csv`);
}
