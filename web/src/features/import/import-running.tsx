import { useTranslation } from 'react-i18next';
import { ProgressLine } from '../../components/progress-line.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { useImportProgress } from './import.queries.ts';

export function ImportRunning() {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const percent = useImportProgress();
  return <ProgressLine percent={percent} text={t('running', { percent: format.percent(percent ?? 0) })} />;
}
