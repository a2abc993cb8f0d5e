import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { now } from '../../lib/clock.ts';
import { isoOfDate } from '../../lib/wire-date.ts';
import { DownloadButtons } from './download-buttons.tsx';

/** A person's days of the last twelve months on paper: their own, or anyone's for an administrator. */
export function PersonReportCard({ id }: { id: string }) {
  const { t } = useTranslation('attendance');
  const today = now();
  const range = {
    from: isoOfDate(new Date(today.getFullYear() - 1, today.getMonth(), today.getDate() + 1)),
    to: isoOfDate(today),
  };
  return (
    <Card title={t('reports.personTitle')} hint={t('reports.personText')} className="rc-no-print">
      <DownloadButtons label={t('reports.personTitle')} request={() => ({ kind: 'person', id, ...range })} />
    </Card>
  );
}
