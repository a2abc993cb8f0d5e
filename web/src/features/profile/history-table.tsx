import { Button, Table, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { Pager } from '../../components/pager.tsx';
import { StatusChip, statusKey } from '../../components/status-chip.tsx';
import { Why } from '../../components/why.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { isoOfWireDate } from '../../lib/wire-date.ts';
import classes from './profile.module.css';
import type { ProfileRecord } from './profile.queries.ts';

const PAGE = 20;

export function HistoryTable({
  records,
  onShowAll,
  onCorrect,
}: {
  records: readonly ProfileRecord[];
  onShowAll?: () => void;
  /** Ask for a correction, or make one. */
  onCorrect?: ((date: string) => void) | undefined;
}) {
  const { t } = useTranslation(['profile', 'attendance']);
  const format = useFormat();
  const [page, setPage] = useState(1);
  const pages = Math.ceil(records.length / PAGE);
  const current = Math.min(page, Math.max(1, pages));
  if (records.length === 0) {
    return (
      <EmptyState
        title={t('emptyHistory')}
        text={t('emptyHistoryText')}
        action={
          onShowAll ? (
            <Button variant="default" onClick={onShowAll}>
              {t('showAll')}
            </Button>
          ) : null
        }
      />
    );
  }
  return (
    <>
      <Table className={classes.history ?? ''} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('date')}</Table.Th>
            <Table.Th>{t('checkIn')}</Table.Th>
            <Table.Th>{t('status')}</Table.Th>
            {onCorrect ? (
              <Table.Th className="rc-no-print">
                <VisuallyHidden>{t('attendance:days.wrong')}</VisuallyHidden>
              </Table.Th>
            ) : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.slice((current - 1) * PAGE, current * PAGE).map((record) => (
            <Table.Tr key={record.date}>
              <Table.Td>{format.date(record.date)}</Table.Td>
              <Table.Td>{record.time ? format.time(record.time) : '–'}</Table.Td>
              <Table.Td>
                <StatusChip status={statusKey(record.status, record.punctuality)} />
                <Why day={record} />
              </Table.Td>
              {onCorrect ? (
                <Table.Td className="rc-no-print">
                  <Button
                    size="xs"
                    variant="subtle"
                    aria-label={t('attendance:corrections.askOf', { date: format.date(record.date) })}
                    onClick={() => onCorrect(isoOfWireDate(record.date))}
                  >
                    {t('attendance:days.wrong')}
                  </Button>
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {pages > 1 ? (
        <div className={`${classes.pages} rc-no-print`}>
          <Pager pages={pages} page={current} onPage={setPage} />
        </div>
      ) : null}
    </>
  );
}
