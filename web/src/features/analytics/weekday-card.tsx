import { Button } from '@mantine/core';
import { WEEKDAY_NAMES, weeklyStatus } from '@rollcall/core/analytics/analytics.rules';
import { useTranslation } from 'react-i18next';
import { RateBar } from '../../components/rate-bar.tsx';
import { useFormat } from '../../lib/use-format.ts';
import type { Weekday } from './analytics.queries.ts';
import classes from './weekly.module.css';

const STATUS = { Excellent: 'excellent', Good: 'good', 'Needs Improvement': 'improve' } as const;

interface WeekdayCardProps {
  readonly day: Weekday;
  readonly of: 'everyone' | 'one';
  readonly show: 'percentage' | 'count';
  readonly onRows: ((weekday: number) => void) | undefined;
}

export function WeekdayCard({ day, of, show, onRows }: WeekdayCardProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const isKnown = day.count > 0 || day.percentage > 0;
  const status = isKnown ? STATUS[weeklyStatus(day.percentage)] : 'none';
  const names: readonly string[] = WEEKDAY_NAMES;
  const weekday = names.indexOf(day.day) + 1;
  const name = format.weekday(weekday);
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <span className={classes.badge} data-status={status}>
          {show === 'percentage' ? format.percent(day.percentage) : format.number(day.count)}
        </span>
      </div>
      <RateBar rate={day.percentage} label={`${name} ${format.percent(day.percentage)}`} />
      <dl className={classes.facts}>
        <div>
          <dt>
            {of === 'one'
              ? t('week.days', { count: day.count })
              : t('week.arrivals', { count: day.count, value: format.number(day.count) })}
          </dt>
          <dd>{of === 'everyone' ? t('week.average', { value: format.number(day.average) }) : null}</dd>
        </div>
        <div>
          <dt>{t('week.avgTime')}</dt>
          <dd>{format.time(day.avg_time)}</dd>
        </div>
      </dl>
      <div className={classes.verdict}>
        <p className={classes.status} data-status={status}>
          {t(`week.${status}`)}
        </p>
        {onRows && isKnown ? (
          <Button
            size="xs"
            variant="subtle"
            aria-label={t('week.rowsOf', { day: name })}
            onClick={() => onRows(weekday)}
          >
            {t('week.rows')}
          </Button>
        ) : null}
      </div>
    </article>
  );
}
