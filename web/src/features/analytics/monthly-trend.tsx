import { Button } from '@mantine/core';
import { bandOf, TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { useTranslation } from 'react-i18next';
import { ColumnChart } from '../../components/display/column-chart.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './analytics.module.css';
import type { Month } from './analytics.queries.ts';
import { averageRate, columnHeight, peakMonth } from './analytics.rules.ts';

interface MonthlyTrendProps {
  readonly months: readonly Month[];
  readonly scope: 'everyone' | 'one';
  /** Only while a filter is active. */
  readonly onResetFilter: (() => void) | undefined;
  /** Opens the attendance rows of a month. */
  readonly onMonth?: ((month: string) => void) | undefined;
}

const TICKS = [100, 75, 50, 25, 0];

export function MonthlyTrend({ months, scope, onResetFilter, onMonth }: MonthlyTrendProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const average = averageRate(months);
  const peak = peakMonth(months);
  const amount = (month: Month) =>
    t(scope === 'everyone' ? 'trend.users' : 'trend.days', { value: format.number(month.attendance) });
  const details = (month: Month) => [
    t('trend.rate', { value: format.percent(month.rate) }),
    scope === 'everyone' ? `${format.number(month.attendance)} ${t('trend.perDay')}` : amount(month),
    ...(scope === 'everyone'
      ? [
          t('trend.students', { value: format.number(month.students) }),
          t('trend.employees', { value: format.number(month.employees) }),
        ]
      : []),
  ];

  return (
    <Card
      title={t('trend.title')}
      hint={scope === 'everyone' ? t('trend.scaleUsers') : t('trend.scaleDays')}
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
            height: columnHeight(month, months, scope),
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
