import { addDays, localDate, mondayOf } from '@rollcall/core/kernel/local-date';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isoOfWireDate } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import {
  type PersonDay,
  STATUS_COLOURS,
  STATUSES,
  statusOfDay,
  weeksOfPerson,
} from './daily-status.options.ts';
import { StatusChart } from './daily-status.tsx';
import type { Year } from './year-map.options.ts';
import { YearChart } from './year-map.tsx';

interface OwnChartProps {
  readonly records: readonly PersonDay[];
  /** The last day of the picture, `YYYY-MM-DD`. */
  readonly today: string;
  readonly onDay?: ((date: string) => void) | undefined;
}

/** What the page has loaded already. */
const LOADED = { isPending: false, isLoadingError: false, error: null, refetch: () => undefined };
const YEAR_WEEKS = 53;
const WEEKS = 16;

/** Twelve months of one person, by the status of each day. */
export function PersonYearChart({
  of: whose = 'me',
  records,
  today,
  onDay,
}: OwnChartProps & { of?: 'me' | 'person' }) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const counted = useMemo(
    () =>
      records.flatMap((day) => {
        const status = statusOfDay(day);
        return status ? [{ date: isoOfWireDate(day.date), status }] : [];
      }),
    [records],
  );
  const year = useMemo<Year>(() => {
    const from = addDays(mondayOf(localDate(today)), -7 * (YEAR_WEEKS - 1));
    return {
      from,
      to: today,
      cells: counted
        .filter(({ date }) => date >= from && date <= today)
        .map(({ date, status }) => ({
          date,
          colour: STATUS_COLOURS[status],
          text: t(`charts.status.${status}`),
        }))
        .sort((a, b) => a.date.localeCompare(b.date)),
    };
  }, [counted, today, t]);
  const of = (status: (typeof STATUSES)[number]) =>
    counted.filter((day) => day.date >= year.from && day.status === status).length;
  return (
    <YearChart
      title={whose === 'me' ? t('charts.year.mine') : t('charts.year.ofPerson')}
      caption={t('charts.year.mineCaption', {
        onTime: format.number(of('on_time')),
        late: format.number(of('late')),
        absent: format.number(of('absent')),
        excused: format.number(of('excused')),
      })}
      year={year}
      legend={STATUSES.map((status) => ({
        label: t(`charts.status.${status}`),
        colour: STATUS_COLOURS[status],
      }))}
      query={LOADED}
      onDay={onDay}
    />
  );
}

/** The last weeks of one person: how many days on time, late, absent and excused. */
export function PersonWeeksChart({ records, onDay }: Omit<OwnChartProps, 'today'>) {
  const { t } = useTranslation('analytics');
  const counts = useMemo(() => weeksOfPerson(records, WEEKS), [records]);
  return (
    <StatusChart
      title={t('charts.status.mine')}
      counts={counts}
      per="week"
      query={LOADED}
      onOpen={onDay ? (date) => onDay(date) : undefined}
    />
  );
}
