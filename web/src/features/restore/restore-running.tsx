import { useTranslation } from 'react-i18next';
import { ProgressLine } from '../../components/progress-line.tsx';
import { useFormat } from '../../lib/use-format.ts';
import classes from './restore.module.css';
import { useRestoreProgress } from './restore.queries.ts';

export function RestoreRunning({ upload }: { upload: string }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const percent = useRestoreProgress(upload).data ?? null;
  return (
    <div>
      <ProgressLine
        percent={percent}
        text={
          percent === null
            ? t('restore.starting')
            : t('restore.restoring', { percent: format.percent(percent) })
        }
      />
      <p className={classes.note}>{t('restore.keepOpen')}</p>
    </div>
  );
}
