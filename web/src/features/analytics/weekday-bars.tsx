import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { bandOf, TARGET_RATE, WEEKDAY_NAMES } from '@rollcall/core/analytics/analytics.rules';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnChart } from '../../components/display/column-chart.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './analytics.module.css';
import type { Weekday } from './analytics.queries.ts';
import { hasAttendance } from './analytics.rules.ts';
import { WeeklyCarousel } from './weekly-carousel.tsx';

interface WeekdaysProps {
  readonly days: readonly Weekday[];
  /** Whether a minimum hides weekdays. */
  readonly isFiltered: boolean;
  readonly scope: 'everyone' | 'one';
  /** Opens the attendance rows of a weekday, 1 is Monday. */
  readonly onWeekday?: ((weekday: number) => void) | undefined;
}

const TICKS = [1, 0.75, 0.5, 0.25, 0];

/** Below this width the weekdays are the pages of a carousel. */
const BARS_FROM = 768;

/** The weekdays: bars side by side, a carousel on phones. */
export function WeeklyPattern({ days, isFiltered, scope, onWeekday }: WeekdaysProps) {
  const { t } = useTranslation('analytics');
  const isWide = useMediaQuery(`(min-width: ${BARS_FROM}px)`, true, { getInitialValueInEffect: false });
  const [show, setShow] = useState<'percentage' | 'count'>('percentage');
  const isEmpty = days.length === 0 || (!isFiltered && !days.some(hasAttendance));
  const toggle = (
    <SegmentedControl
      className="rc-no-print"
      aria-label={t('week.show')}
      value={show}
      onChange={setShow}
      data={[
        { value: 'percentage', label: t('week.percentage') },
        { value: 'count', label: t('week.count') },
      ]}
    />
  );
  const shown: ReactNode = isEmpty ? (
    <EmptyState
      drawing="chart"
      title={isFiltered ? t('emptyFilteredTitle') : t('empty')}
      text={isFiltered ? t('emptyFiltered') : t('emptyText')}
    />
  ) : isWide ? (
    <WeekdayBars days={days} scope={scope} show={show} onWeekday={onWeekday} />
  ) : (
    <WeeklyCarousel days={days} scope={scope} show={show} onWeekday={onWeekday} />
  );
  return (
    <Card title={t('week.title')} actions={isEmpty ? null : toggle}>
      {shown}
    </Card>
  );
}

interface BarsProps extends Omit<WeekdaysProps, 'isFiltered'> {
  readonly show: 'percentage' | 'count';
}

function WeekdayBars({ days, scope, show, onWeekday }: BarsProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const names: readonly string[] = WEEKDAY_NAMES;
  const numberOf = (day: Weekday) => names.indexOf(day.day) + 1;
  const nameOf = (day: Weekday) => format.weekday(numberOf(day));
  const busiest = Math.max(1, ...days.map(({ count }) => count));
  const known = days.filter(hasAttendance).toSorted((a, b) => b.percentage - a.percentage);
  const [best, lowest] = [known[0], known.at(-1)];
  const amount = (day: Weekday) =>
    scope === 'one'
      ? t('week.days', { count: day.count })
      : t('week.arrivals', { count: day.count, value: format.number(day.count) });
  const details = (day: Weekday) =>
    hasAttendance(day)
      ? [
          format.percent(day.percentage),
          amount(day),
          `${t('week.avgTime')} ${format.time(day.avg_time)}`,
          ...(scope === 'everyone' ? [t('week.average', { value: format.number(day.average) })] : []),
        ]
      : [t('week.none')];
  const caption =
    best && lowest && best !== lowest
      ? t('week.highest', {
          day: nameOf(best),
          rate: format.percent(best.percentage),
          low: nameOf(lowest),
          lowRate: format.percent(lowest.percentage),
        })
      : best
        ? t('week.onlyDay', { day: nameOf(best), rate: format.percent(best.percentage) })
        : '';
  return (
    <ColumnChart
      label={t('week.chart')}
      caption={
        show === 'percentage'
          ? `${t('charts.target', { value: format.percent(TARGET_RATE) })}. ${caption}`
          : caption
      }
      ticks={TICKS.map((part) =>
        show === 'percentage' ? format.percent(part * 100) : format.number(Math.round(busiest * part)),
      )}
      target={show === 'percentage' ? TARGET_RATE : undefined}
      columns={days.map((day) => ({
        key: day.day,
        label: nameOf(day),
        value: !hasAttendance(day)
          ? '–'
          : show === 'percentage'
            ? format.percent(day.percentage)
            : format.number(day.count),
        height: show === 'percentage' ? day.percentage : (day.count / busiest) * 100,
        band: bandOf(day.percentage),
        ...(onWeekday && hasAttendance(day) ? { onSelect: () => onWeekday(numberOf(day)) } : {}),
        spoken: `${nameOf(day)}: ${details(day).join(', ')}`,
        tip: (
          <span className={classes.tip}>
            <strong>{nameOf(day)}</strong>
            {details(day).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
        ),
      }))}
    />
  );
}
