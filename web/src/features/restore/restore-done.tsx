import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { DoneNote } from '../../components/done-note.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { ArchiveFactsList } from './archive-facts.tsx';
import type { ArchiveFacts } from './restore.queries.ts';

export function RestoreDone({ facts, onSignIn }: { facts: ArchiveFacts; onSignIn: () => void }) {
  const { t } = useTranslation('safety');
  const format = useFormat();
  return (
    <Card>
      <Stack gap="lg">
        <DoneNote
          title={t('restore.done')}
          text={t('restore.doneText', { date: format.fullMoment(facts.created_at) })}
        >
          <Button onClick={onSignIn}>{t('restore.signIn')}</Button>
        </DoneNote>
        <ArchiveFactsList facts={facts} isDone />
      </Stack>
    </Card>
  );
}
