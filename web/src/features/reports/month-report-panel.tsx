import { ActionIcon, Button, Skeleton, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Pager } from '../../components/display/pager.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { MonthField } from '../../components/inputs/date-field.tsx';
import { Card } from '../../components/layout/card.tsx';
import { usePublicSettings } from '../../lib/api/public-settings.queries.ts';
import { shiftMonth } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { MonthGrid } from './month-grid.tsx';
import { DownloadButtons, ScopePicker } from './report-fields.tsx';
import classes from './reports.module.css';
import type { Scope } from './reports.queries.ts';
import { PAGE_SIZE, useMonthReport, useReportPrint, useScopes } from './reports.queries.ts';

interface MonthReportPanelProps {
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

const LEGEND = ['on_time', 'late', 'very_late', 'absent', 'excused', 'unmarked', 'holiday'] as const;

/** The month report on screen, with print and download buttons. */
export function MonthReportPanel(props: MonthReportPanelProps) {
  const { month, onMonth, scope, onScope, page, onPage } = props;
  const { t } = useTranslation(['attendance', 'common']);
  const format = useFormat();
  const query = useMonthReport(month, scope, page);
  const printing = useReportPrint();
  const { institution_name } = usePublicSettings();
  const { isWhole, classes: taught } = useScopes();
  const everyone = isWhole ? t('scope.everyone') : t('scope.mine');
  const of = scope.section ?? taught.find(({ id }) => id === scope.class)?.name ?? everyone;
  const { data } = query;
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SIZE);
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <div className={classes.sheet}>
      <Card title={t('register.grid', { month: format.month(month) })} hint={t('rate.text')}>
        <p className="rc-print-only" aria-hidden>
          {institution_name} · {of}
        </p>
        <div className={`${classes.controls} rc-no-print`}>
          <div className={classes.month}>
            <ActionIcon
              variant="default"
              aria-label={t('register.before')}
              onClick={() => onMonth(shiftMonth(month, -1))}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <MonthField label={t('register.month')} value={month} onChange={onMonth} />
            <ActionIcon
              variant="default"
              aria-label={t('register.after')}
              onClick={() => onMonth(shiftMonth(month, 1))}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </div>
          <div className={classes.wide}>
            <ScopePicker value={scope} onChange={onScope} />
          </div>
          <DownloadButtons
            label={t('reports.registerTitle')}
            request={() => ({ kind: 'month', month, scope })}
          />
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            loading={printing.isPending}
            onClick={() => printing.mutate({ kind: 'month', month, scope })}
          >
            {t('register.print')}
          </Button>
        </div>
        {query.isPending ? <Skeleton height={320} radius={8} /> : null}
        {query.isError && !data ? (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        ) : null}
        {data?.total === 0 ? (
          <EmptyState drawing="person" title={t('register.none')} text={t('register.noneText')} />
        ) : null}
        {data && data.total > 0 ? (
          <>
            <MonthGrid report={data} />
            <ul className={classes.key} aria-label={t('register.key')}>
              {LEGEND.map((key) => (
                <li key={key}>
                  <b>{t(`register.marks.${key}`)}</b>
                  {t(`common:status.${key}`)}
                </li>
              ))}
              <li>
                <b>{t('register.marks.visit')}</b>
                {t('register.visit')}
              </li>
              <li>
                <b>Σ</b>
                {t('register.present')}
              </li>
              <li>
                <b>%</b>
                {t('register.rate')}
              </li>
            </ul>
            <div className={classes.foot}>
              <Text c="dimmed" size="sm" className="rc-figures">
                {t('register.shown', {
                  from: format.number(first),
                  to: format.number(Math.min(first + PAGE_SIZE - 1, data.total)),
                  total: format.number(data.total),
                })}
              </Text>
              {pages > 1 ? <Pager pages={pages} page={page} onPage={onPage} /> : null}
            </div>
          </>
        ) : null}
      </Card>
    </div>
  );
}
