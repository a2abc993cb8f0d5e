import { timeOfMinutes } from '@rollcall/core/kernel/local-date';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { arrivalsCaption, arrivalsOption } from './arrivals.options.ts';
import { ChartFrame } from './chart-frame.tsx';
import { COLOURS } from './chart-style.ts';
import { type Arrivals, useArrivals } from './charts.queries.ts';

const NONE: Arrivals = {
  date: '',
  due: true,
  every_minutes: 5,
  start: 540,
  on_time_until: 555,
  cutoff: 570,
  arrivals: [],
  before: null,
};

/** Today's arrivals over time, with the school day before behind them. */
export function TodayArrivals({
  onDay,
}: {
  /** Opens the attendance rows of today. */
  onDay?: ((date: string) => void) | undefined;
}) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const query = useArrivals();
  const day = query.data ?? NONE;
  const option = useCallback((width: number) => arrivalsOption(day, { t, format, width }), [day, t, format]);
  const clock = (minute: number) => format.time(timeOfMinutes(minute));
  return (
    <ChartFrame
      title={t('charts.arrivals.title')}
      caption={arrivalsCaption(day, { t, format })}
      legend={[
        { label: t('charts.status.on_time'), colour: COLOURS.onTime },
        { label: t('charts.status.late'), colour: COLOURS.late },
        { label: t('charts.status.very_late'), colour: COLOURS.absent },
        ...(day.before ? [{ label: format.dayMonth(day.before.date), colour: COLOURS.ghost }] : []),
      ]}
      height={260}
      option={option}
      query={query}
      isEmpty={day.arrivals.length === 0 && !day.before}
      emptyText={day.due ? t('emptyText') : t('charts.arrivals.off')}
      onSelect={onDay ? () => onDay(day.date) : undefined}
      table={{
        heads: [t('charts.arrivals.time'), t('charts.arrivals.count')],
        rows: () =>
          day.arrivals.map(({ minute, count }) => ({
            key: String(minute),
            cells: [`${clock(minute)} – ${clock(minute + day.every_minutes)}`, format.number(count)],
            onOpen: onDay ? () => onDay(day.date) : undefined,
          })),
      }}
    />
  );
}
