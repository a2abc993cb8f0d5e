import { Button, SegmentedControl } from '@mantine/core';
import { bandOf, TARGET_RATE } from '@rollcall/core/analytics/analytics.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnChart } from '../../components/display/column-chart.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import classes from './analytics.module.css';
import type { Month } from './analytics.queries.ts';
import { averageRate, columnHeight, fullAmount, peakMonth } from './analytics.rules.ts';

interface MonthlyTrendProps {
  readonly months: readonly Month[];
  readonly scope: 'everyone' | 'one';
  /** Only while a filter is active. */
  readonly onResetFilter: (() => void) | undefined;
  /** Opens the attendance rows of a month. */
  readonly onMonth?: ((month: string) => void) | undefined;
}

const TICKS = [100, 75, 50, 25, 0];

/** Months as columns: as high as their rate, or by users or days on the specification's scales. */
export function MonthlyTrend({ months, scope, onResetFilter, onMonth }: MonthlyTrendProps) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const [show, setShow] = useState<'rate' | 'amount'>('rate');
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
  const full = fullAmount(months, scope);
  const caption =
    show === 'rate'
      ? t('trend.reached', {
          target: format.percent(TARGET_RATE),
          reached: months.filter(({ rate }) => rate >= TARGET_RATE).length,
          months: months.length,
        })
      : t(scope === 'everyone' ? 'trend.scaleUsers' : 'trend.scaleDays');

  return (
    <Card
      title={t('trend.title')}
      actions={
        <SegmentedControl
          className="rc-no-print"
          aria-label={t('trend.show')}
          value={show}
          onChange={setShow}
          data={[
            { value: 'rate', label: t('trend.showRate') },
            { value: 'amount', label: t(scope === 'everyone' ? 'trend.showUsers' : 'trend.showDays') },
          ]}
        />
      }
    >
      {months.length === 0 ? (
        <EmptyState
          drawing="chart"
          title={onResetFilter ? t('emptyFilteredTitle') : t('empty')}
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
        <>
          {average !== null && peak ? (
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
          ) : null}
          <ColumnChart
            label={t('trend.label')}
            ticks={TICKS.map((tick) =>
              show === 'rate' ? format.percent(tick) : format.number(Math.round((full * tick) / 100)),
            )}
            target={show === 'rate' ? TARGET_RATE : undefined}
            caption={caption}
            columns={months.map((month) => ({
              key: month.month,
              label: format.monthShort(month.month),
              value: show === 'rate' ? format.percent(month.rate) : format.number(month.attendance),
              note: { text: amount(month), figure: format.number(month.attendance) },
              height: show === 'rate' ? month.rate : columnHeight(month, months, scope),
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
        </>
      )}
    </Card>
  );
}
