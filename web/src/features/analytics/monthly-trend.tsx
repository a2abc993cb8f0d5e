import { Button } from '@mantine/core';
import { bandOf, TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { ColumnChart } from '../../components/column-chart.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './analytics.module.css';
import type { Month } from './analytics.queries.ts';
import { averageRate, columnHeight, peakMonth } from './trend.rules.ts';

interface MonthlyTrendProps {
  readonly months: readonly Month[];
  readonly of: 'everyone' | 'one';
  /** Set while a filter hides months. */
  readonly onResetFilter: (() => void) | undefined;
  /** To the rows of a month. */
  readonly onMonth?: ((month: string) => void) | undefined;
}

const TICKS = [100, 75, 50, 25, 0];

export function MonthlyTrend({ months, of, onResetFilter, onMonth }: MonthlyTrendProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const average = averageRate(months);
  const peak = peakMonth(months);
  const amount = (month: Month) =>
    t(of === 'everyone' ? 'trend.users' : 'trend.days', { value: format.number(month.attendance) });
  const details = (month: Month) => [
    t('trend.rate', { value: format.percent(month.rate) }),
    of === 'everyone' ? `${format.number(month.attendance)} ${t('trend.perDay')}` : amount(month),
    ...(of === 'everyone'
      ? [
          t('trend.students', { value: format.number(month.students) }),
          t('trend.employees', { value: format.number(month.employees) }),
        ]
      : []),
  ];

  return (
    <Card
      title={t('trend.title')}
      hint={of === 'everyone' ? t('trend.scaleUsers') : t('trend.scaleDays')}
      actions={
        average !== null && peak ? (
          <dl className={classes.facts}>
            <div>
              <dt>{t('trend.average')}</dt>
              <dd>{format.percent(average)}</dd>
            </div>
            <div>
              <dt>{t('trend.peak')}</dt>
              <dd>
                {t('trend.peakOf', { month: format.month(peak.month), rate: format.percent(peak.rate) })}
              </dd>
            </div>
          </dl>
        ) : null
      }
    >
      {months.length === 0 ? (
        <EmptyState
          drawing="chart"
          title={t('empty')}
          text={onResetFilter ? t('emptyFiltered') : t('emptyText')}
          action={
            onResetFilter ? (
              <Button variant="default" onClick={onResetFilter}>
                {t('resetFilter')}
              </Button>
            ) : null
          }
        />
      ) : (
        <ColumnChart
          label={t('trend.label')}
          ticks={TICKS.map((tick) => format.percent(tick))}
          target={{ at: TARGET_RATE, label: t('trend.target', { value: format.percent(TARGET_RATE) }) }}
          columns={months.map((month) => ({
            key: month.month,
            label: format.monthShort(month.month),
            value: amount(month),
            shortValue: format.number(month.attendance),
            height: columnHeight(month, months, of),
            band: bandOf(month.rate),
            ...(onMonth ? { onSelect: () => onMonth(month.month) } : {}),
            spoken: `${format.month(month.month)}: ${details(month).join(', ')}`,
            tip: (
              <span className={classes.tip}>
                <strong>{format.month(month.month)}</strong>
                {details(month).map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </span>
            ),
          }))}
        />
      )}
    </Card>
  );
}
