import { Button, Select, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExplainedStatus } from '../../components/display/day-reason.tsx';
import { Pager } from '../../components/display/pager.tsx';
import { PersonLink } from '../../components/display/person-link.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { RangeFields } from '../../components/inputs/range-fields.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useSections } from '../../lib/api/people-lookup.queries.ts';
import { useFormat } from '../../lib/format/format.ts';
import { type DayFilter, SHOWN_STATUSES } from './day-filter.ts';
import classes from './follow-up.module.css';
import { type DayRow, PAGE_SIZE, useDays } from './follow-up.queries.ts';

interface DayRowsProps {
  readonly filter: DayFilter;
  readonly onFilter: (change: Partial<DayFilter>) => void;
  readonly onCorrect: (row: DayRow) => void;
}

/** A filtered table of attendance days, each with the reason for its status. */
export function DayRows({ filter, onFilter, onCorrect }: DayRowsProps) {
  const { t } = useTranslation(['attendance', 'common']);
  const format = useFormat();
  const query = useDays(filter);
  const { data } = query;
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SIZE);
  return (
    <Card title={t('days.title')} hint={t('days.hint')}>
      <Filters filter={filter} onFilter={onFilter} />
      {query.isPending ? <Skeleton height={320} radius={8} /> : null}
      {query.isError && !data ? <LoadError error={query.error} onRetry={() => void query.refetch()} /> : null}
      {data?.rows.length === 0 ? <EmptyState title={t('days.none')} text={t('days.noneText')} /> : null}
      {data && data.rows.length > 0 ? (
        <>
          <Table className={classes.rows ?? ''} horizontalSpacing={8}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('days.date')}</Table.Th>
                <Table.Th>{t('days.name')}</Table.Th>
                <Table.Th>{t('days.seen')}</Table.Th>
                <Table.Th>{t('days.status')}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>{t('days.correct')}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.rows.map((row) => (
                <Table.Tr key={`${row.user_id} ${row.date}`}>
                  <Table.Td>{format.dayMonth(row.date)}</Table.Td>
                  <Table.Td>
                    <PersonLink id={row.user_id}>{row.user_name}</PersonLink>
                  </Table.Td>
                  <Table.Td>{row.time ? format.time(row.time) : '–'}</Table.Td>
                  <Table.Td>
                    <ExplainedStatus day={row} status={row.basis.status} />
                  </Table.Td>
                  <Table.Td>
                    <Button
                      size="xs"
                      variant="subtle"
                      aria-label={t('days.correctOf', { name: row.user_name, date: format.date(row.date) })}
                      onClick={() => onCorrect(row)}
                    >
                      {t('days.correct')}
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <div className={classes.foot}>
            <Text c="dimmed" size="sm" className="rc-figures">
              {t('days.total', { count: data.total })}
            </Text>
            {pages > 1 ? (
              <Pager pages={pages} page={filter.page} onPage={(page) => onFilter({ page })} />
            ) : null}
          </div>
        </>
      ) : null}
    </Card>
  );
}

function Filters({ filter, onFilter }: Pick<DayRowsProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation(['attendance', 'common']);
  const format = useFormat();
  const sections = useSections().data ?? [];
  const change = (next: Partial<DayFilter>) => onFilter({ ...next, page: 1 });
  return (
    <div className={classes.fields}>
      <RangeFields range={filter} onRange={({ from, to }) => change({ from, to })} />
      <Select
        label={t('days.section')}
        value={filter.section ?? ''}
        onChange={(value) => change({ section: value || undefined })}
        searchable={sections.length > 8}
        data={[{ value: '', label: t('days.anySection') }, ...sections]}
      />
      <Select
        label={t('days.weekday')}
        value={String(filter.weekday ?? '')}
        onChange={(value) => change({ weekday: Number(value) || undefined })}
        data={[
          { value: '', label: t('days.any') },
          ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: format.weekday(day) })),
        ]}
      />
      <Select
        label={t('days.status')}
        value={filter.status ?? ''}
        onChange={(value) => change({ status: SHOWN_STATUSES.find((each) => each === value) })}
        data={[
          { value: '', label: t('days.any') },
          ...SHOWN_STATUSES.map((value) => ({
            value,
            label:
              value === 'any_late' || value === 'missing'
                ? t(`days.groups.${value}`)
                : t(`common:status.${value}`),
          })),
        ]}
      />
    </div>
  );
}
