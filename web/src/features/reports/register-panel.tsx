import { ActionIcon, Button, Skeleton, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Pager } from '../../components/pager.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { DownloadButtons } from './download-buttons.tsx';
import { MonthField } from './month-field.tsx';
import classes from './register.module.css';
import { RegisterGrid } from './register-grid.tsx';
import { PAGE_SIZE, useRegister } from './reports.queries.ts';
import { monthAway, type Scope } from './scope.rules.ts';
import { ScopePicker } from './scope-picker.tsx';

interface RegisterPanelProps {
  readonly month: string;
  readonly onMonth: (month: string) => void;
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onPerson: (id: string) => void;
}

const KEYS = ['on_time', 'late', 'very_late', 'absent', 'excused', 'unmarked', 'holiday'] as const;

/** The register sheet on the screen, ready to be printed or taken away. */
export function RegisterPanel(props: RegisterPanelProps) {
  const { month, onMonth, scope, onScope, page, onPage, onPerson } = props;
  const { t } = useTranslation(['attendance', 'common']);
  const format = useFormat();
  const query = useRegister(month, scope, page);
  const { data } = query;
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SIZE);
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <Card title={t('register.grid', { month: format.month(month) })} hint={t('rate.text')}>
      <div className={`${classes.controls} rc-no-print`}>
        <div className={classes.month}>
          <ActionIcon
            variant="default"
            aria-label={t('register.before')}
            onClick={() => onMonth(monthAway(month, -1))}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <MonthField value={month} onChange={onMonth} />
          <ActionIcon
            variant="default"
            aria-label={t('register.after')}
            onClick={() => onMonth(monthAway(month, 1))}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </div>
        <div className={classes.wide}>
          <ScopePicker value={scope} onChange={onScope} />
        </div>
        <DownloadButtons
          label={t('reports.registerTitle')}
          request={() => ({ kind: 'register', month, scope })}
        />
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {t('register.print')}
        </Button>
      </div>
      {query.isPending ? <Skeleton height={320} radius={8} /> : null}
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data?.total === 0 ? (
        <EmptyState drawing="person" title={t('register.none')} text={t('register.noneText')} />
      ) : null}
      {data && data.total > 0 ? (
        <>
          <RegisterGrid register={data} onPerson={onPerson} />
          <ul className={classes.key} aria-label={t('register.key')}>
            {KEYS.map((key) => (
              <li key={key}>
                <b>{t(`register.marks.${key}`)}</b>
                {t(`common:status.${key}`)}
              </li>
            ))}
            <li>
              <b>Σ</b>
              {t('register.present')}
            </li>
            <li>
              <b>%</b>
              {t('register.rate')}
            </li>
          </ul>
          <div className={`${classes.foot} rc-no-print`}>
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
  );
}
