import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Initial } from '../../components/initials.tsx';
import { StatusChip, statusKey } from '../../components/status-chip.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './analytics.module.css';
import type { AdminAnalytics, UserAnalytics } from './analytics.queries.ts';

const SHOWN = 8;

type Entry = UserAnalytics['recent_attendance'][number] &
  Partial<Pick<AdminAnalytics['recent_system_activity'][number], 'user_id' | 'user_name' | 'user_type'>>;

const isType = (text: string): text is 'student' | 'teacher' | 'staff' | 'employee' | 'admin' =>
  ['student', 'teacher', 'staff', 'employee', 'admin'].includes(text);

export function RecentActivity({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation(['analytics', 'common']);
  const format = useFormat();
  const shown = entries.slice(0, SHOWN);
  return (
    <Card title={t('activity.title')}>
      {shown.length === 0 ? (
        <EmptyState title={t('activity.empty')} text={t('activity.emptyText')} />
      ) : (
        <ul className={classes.activity}>
          {shown.map((entry) => (
            <li key={`${entry.user_id ?? ''} ${entry.date} ${entry.time ?? ''}`}>
              {entry.user_name ? <Initial name={entry.user_name} size={36} /> : null}
              <span className={classes.who}>
                <strong>{entry.user_name ?? format.dayMonth(entry.date)}</strong>
                <span>
                  {entry.user_type && isType(entry.user_type)
                    ? `${t(`common:types.${entry.user_type}`)} · `
                    : ''}
                  {entry.user_name ? format.dayMonth(entry.date) : ''}
                  {entry.time ? ` ${t('activity.at', { time: format.time(entry.time) })}` : ''}
                </span>
              </span>
              <StatusChip status={statusKey(entry.status, entry.punctuality)} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
