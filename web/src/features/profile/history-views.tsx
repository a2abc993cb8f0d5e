import { ActionIcon, Button, Table, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExplainedStatus } from '../../components/display/day-reason.tsx';
import { Pager } from '../../components/display/pager.tsx';
import { StatusChip, StatusIcon, statusKey } from '../../components/display/status-chip.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { isoOfWireDate, shiftMonth } from '../../lib/format/dates.ts';
import { useFormat } from '../../lib/format/format.ts';
import { usePrinting } from '../../lib/view/printing.ts';
import { monthWeeks } from './history.rules.ts';
import classes from './profile.module.css';
import type { ProfileRecord } from './profile.queries.ts';

const PAGE_SIZE = 20;

export function HistoryTable({
  records,
  onShowAll,
  onCorrect,
}: {
  records: readonly ProfileRecord[];
  onShowAll?: () => void;
  /** Requests a correction; an administrator makes it. */
  onCorrect?: ((date: string) => void) | undefined;
}) {
  const { t } = useTranslation(['profile', 'attendance']);
  const format = useFormat();
  const [page, setPage] = useState(1);
  const isPrinting = usePrinting();
  const pages = Math.ceil(records.length / PAGE_SIZE);
  const current = Math.min(page, Math.max(1, pages));
  // Paper has no pages to turn to on screen.
  const shown = isPrinting ? records : records.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE);
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
          {shown.map((record) => (
            <Table.Tr key={record.date}>
              <Table.Td>{format.date(record.date)}</Table.Td>
              <Table.Td>{record.time ? format.time(record.time) : '–'}</Table.Td>
              <Table.Td>
                <ExplainedStatus day={record} status={statusKey(record.status, record.punctuality)} />
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

const TONES: Record<string, string> = {
  on_time: 'present',
  present: 'present',
  late: 'late',
  very_late: 'late',
  absent: 'absent',
  excused: 'excused',
  holiday: 'excused',
};

const LEGEND = ['on_time', 'late', 'absent', 'excused'] as const;

/** The history of one month as a calendar. */
export function HistoryCalendar({
  records,
  startMonth,
}: {
  records: readonly ProfileRecord[];
  startMonth: string;
}) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const [month, setMonth] = useState(startMonth);
  return (
    <>
      <div className={classes.calendarHead}>
        <ActionIcon aria-label={t('monthBefore')} onClick={() => setMonth(shiftMonth(month, -1))}>
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <h3 aria-live="polite">{format.month(month)}</h3>
        <ActionIcon
          aria-label={t('monthAfter')}
          disabled={month >= startMonth}
          onClick={() => setMonth(shiftMonth(month, 1))}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      <table className={classes.calendar}>
        <thead>
          <tr>
            {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
              <th key={weekday} scope="col" abbr={format.weekday(weekday)}>
                {format.weekdayShort(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month, records).map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no id
            <tr key={index}>
              {week.map((day, column) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: blank cells have no id
                if (!day) return <td key={`blank-${column}`} />;
                const status = day.record ? statusKey(day.record.status, day.record.punctuality) : null;
                return (
                  <td key={day.iso} className={classes.day} data-tone={status ? TONES[status] : undefined}>
                    <strong>{day.day}</strong>
                    {status ? <StatusIcon status={status} /> : null}
                    {day.record?.time ? (
                      <time className={classes.dayTime}>{format.time(day.record.time)}</time>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={classes.legend} aria-label={t('legend')}>
        {LEGEND.map((status) => (
          <li key={status}>
            <StatusChip status={status} />
          </li>
        ))}
      </ul>
    </>
  );
}
