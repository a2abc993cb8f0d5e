import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip, statusKey } from '../../components/display/status-chip.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { useSessionState } from '../../lib/session/session.ts';
import type { Marked } from './mark.reducer.ts';
import type { MarkReadiness } from './mark-attendance.queries.ts';
import classes from './mark-success.module.css';

interface MarkSuccessProps {
  readonly marked: Marked;
  /** Why the person's photos should be taken again. */
  readonly renewal: MarkReadiness['renewal'];
  readonly children: ReactNode;
}

/** Name, time and status over the whole screen: legible from two metres. */
export function MarkSuccess({ marked, renewal, children }: MarkSuccessProps) {
  const { t } = useTranslation('mark');
  const { user } = useSessionState();
  const format = useFormat();
  return (
    <div className={classes.success}>
      <div className={classes.words} role="status">
        <IconCheck className={classes.tick} stroke={2.5} aria-hidden />
        <p className={classes.name}>{user?.name}</p>
        {marked.time ? <time className={classes.time}>{format.time(marked.time)}</time> : null}
        <p className={classes.message}>
          {marked.time ? (marked.isRepeat ? t('already') : t('checkedIn')) : t('corrected')}
        </p>
        <div className={classes.chip}>
          <StatusChip status={statusKey(marked.status, marked.punctuality)} />
        </div>
        {renewal ? <p className={classes.note}>{t(`renewal.${renewal}`)}</p> : null}
      </div>
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}
