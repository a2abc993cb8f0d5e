import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { ArchiveFactsList } from './archive-facts.tsx';
import classes from './restore.module.css';
import type { ArchiveFacts } from './restore.queries.ts';

export function RestoreDone({ facts, onSignIn }: { facts: ArchiveFacts; onSignIn: () => void }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  return (
    <Card>
      <div className={classes.done} role="status">
        <IconCircleCheck size={32} aria-hidden />
        <div>
          <h2>{t('restore.done')}</h2>
          <p>{t('restore.doneText', { date: format.fullMoment(facts.created_at) })}</p>
        </div>
        <Button onClick={onSignIn}>{t('restore.signIn')}</Button>
      </div>
      <ArchiveFactsList facts={facts} isDone />
    </Card>
  );
}
