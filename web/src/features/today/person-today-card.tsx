import { useTranslation } from 'react-i18next';
import { Card } from '../../components/layout/card.tsx';
import { useMarkDialog } from './mark-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import classes from './today.module.css';
import { usePersonToday } from './today.queries.ts';

/** Today of one person, with the same marks as the list of today. */
export function PersonTodayCard({ id }: { id: string }) {
  const { t } = useTranslation('attendance');
  const { data } = usePersonToday(id);
  const { ask, dialog } = useMarkDialog(data?.time ?? null);
  if (!data) return null;
  const { person } = data;
  return (
    <Card title={t('today.title')} hint={t(`today.states.${person.state}`)} className="rc-no-print">
      <ul className={classes.rows}>
        <PersonRow person={person} onAsk={ask} />
      </ul>
      {dialog}
    </Card>
  );
}
