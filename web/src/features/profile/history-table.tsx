import { Button, Table, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { Pager } from '../../components/pager.tsx';
import { StatusChip, statusKey } from '../../components/status-chip.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './profile.module.css';
import type { ProfileRecord } from './profile.queries.ts';

const PAGE = 20;

export function HistoryTable({
  records,
  onShowAll,
}: {
  records: readonly ProfileRecord[];
  onShowAll?: () => void;
}) {
  const { t, i18n } = useTranslation('profile');
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
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.slice((current - 1) * PAGE, current * PAGE).map((record) => (
            <Table.Tr key={record.date}>
              <Table.Td>{format.date(record.date)}</Table.Td>
              <Table.Td>{record.time ? format.time(record.time) : '–'}</Table.Td>
              <Table.Td>
                {/* The server explains its verdicts in English only. */}
                <Tooltip label={record.reason} disabled={i18n.language !== 'en'}>
                  <span>
                    <StatusChip status={statusKey(record.status, record.punctuality)} />
                  </span>
                </Tooltip>
              </Table.Td>
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
