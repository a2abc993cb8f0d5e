import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NotableReason } from '../../components/display/day-reason.tsx';
import { StatCard, StatGrid } from '../../components/display/stat-card.tsx';
import { StatusChip, statusKey } from '../../components/display/status-chip.tsx';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { isoOfWireDate } from '../../lib/format/dates.ts';
import { type Format, useFormat } from '../../lib/format/format.ts';
import { StatSkeleton } from './admin-overview.tsx';
import classes from './dashboard.module.css';
import { type MyAttendance, useMyAttendance } from './dashboard.queries.ts';

/** Before the first school day there is nothing to measure. */
const ownRate = (
  { total_days, attendance_rate }: Pick<MyAttendance, 'total_days' | 'attendance_rate'>,
  format: Format,
): string => (total_days === 0 ? '–' : format.percent(attendance_rate));

/** A person's status today and their own figures. */
export function UserStatCards({ onCorrect }: { onCorrect: (date: string) => void }) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const query = useMyAttendance();
  if (query.isPending) {
    return (
      <>
        <Skeleton height={56} radius={12} mb={16} />
        <StatSkeleton count={3} height={96} />
      </>
    );
  }
  if (query.isError && !query.data)
    return <LoadError error={query.error} onRetry={() => void query.refetch()} />;
  const { total_days, attended_days, attendance_rate } = query.data;
  return (
    <>
      <TodayState mine={query.data} onCorrect={onCorrect} />
      <StatGrid>
        <StatCard
          label={t('stats.totalDays')}
          value={format.number(total_days)}
          hint={t('stats.totalDaysHint')}
        />
        <StatCard label={t('stats.daysPresent')} value={format.number(attended_days)} />
        <StatCard
          label={t('stats.attendanceRate')}
          value={ownRate({ total_days, attendance_rate }, format)}
          hint={t('stats.rateHint')}
        />
      </StatGrid>
    </>
  );
}

interface TodayStateProps {
  readonly mine: MyAttendance;
  readonly onCorrect: (date: string) => void;
}

function TodayState({ mine, onCorrect }: TodayStateProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  // Today in the institution's time zone, independent of this device's clock.
  const { today } = mine;
  const record = mine.attendance.find(({ date }) => date === today.date);
  if (!record && !today.due) {
    return (
      <p className={classes.state}>
        <StatusChip status="not_due" />
        <span>{t('today.mine.off')}</span>
      </p>
    );
  }
  const key =
    record?.status === 'present' || record?.status === 'absent' || record?.status === 'excused'
      ? record.status
      : 'open';
  return (
    <div className={classes.state}>
      {record ? (
        <StatusChip status={statusKey(record.status, record.punctuality)} />
      ) : (
        <StatusChip status="unknown" />
      )}
      <span>
        {t(`today.mine.${key}`, { time: format.time(record?.time ?? '') })}
        {record ? <NotableReason day={record} /> : null}
      </span>
      <Button size="xs" variant="subtle" onClick={() => onCorrect(isoOfWireDate(today.date))}>
        {t('today.mine.ask')}
      </Button>
    </div>
  );
}

/** Attendance rate and days present, shown beside the greeting. */
export function MyFigures() {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { data } = useMyAttendance();
  return (
    <dl className={classes.mine}>
      <div>
        <dt>{t('rate')}</dt>
        <dd>{data ? ownRate(data, format) : '–'}</dd>
      </div>
      <div>
        <dt>{t('daysPresent')}</dt>
        <dd>{data ? format.number(data.attended_days) : '–'}</dd>
      </div>
    </dl>
  );
}
