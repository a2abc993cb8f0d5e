import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusChip, statusKey } from '../../components/status-chip.tsx';
import { useSessionState } from '../../lib/session-context.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { Marked } from './mark.reducer.ts';
import classes from './mark-attendance.module.css';

/** The name and the time in large type: the whole point of the screen. */
export function MarkSuccess({ marked }: { marked: Marked }) {
  const { t } = useTranslation('mark');
  const { user } = useSessionState();
  const format = useFormat();
  const time = marked.time ? format.time(marked.time) : '';
  return (
    <div className={classes.success} role="status">
      <div className={classes.tick}>
        <IconCheck size={48} stroke={2.5} aria-hidden />
      </div>
      <p className={classes.name}>{user?.name}</p>
      <p className={classes.message}>{marked.isRepeat ? t('already') : t('checkedIn')}</p>
      <time className={classes.time}>{time}</time>
      <StatusChip status={statusKey(marked.status, marked.punctuality)} />
    </div>
  );
}
