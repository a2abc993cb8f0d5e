import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip, StatusIcon, statusKey } from '../../components/status-chip.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { monthWeeks, shiftMonth } from './history.rules.ts';
import classes from './profile.module.css';
import type { ProfileRecord } from './profile.queries.ts';

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

/** The month as a grid: the quickest way to see a pattern. */
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
                {format.weekday(weekday).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month, records).map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of a month have no other name
            <tr key={index}>
              {week.map((day, column) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: a blank cell is its place in the week
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
