import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { useFormat } from '../../lib/format/format.ts';
import { ConsentRecord, ConsentState, WithdrawConsent } from './consent.tsx';
import classes from './privacy.module.css';
import { type Consents, useConsentChanges, useConsentsOf, useDownloadData } from './privacy.queries.ts';

interface PersonPrivacyCardProps {
  readonly id: string;
  readonly onDelete: () => void;
}

/** For administrators: a person's consents, data download and deletion. */
export function PersonPrivacyCard({ id, onDelete }: PersonPrivacyCardProps) {
  const { t } = useTranslation('privacy');
  const query = useConsentsOf(id);
  const download = useDownloadData(id);
  return (
    <Card
      title={t('consent.title')}
      className="rc-no-print"
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('consent.download')}
          </Button>
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={onDelete}
          >
            {t('consent.remove')}
          </Button>
        </Group>
      }
    >
      {query.isPending ? <Skeleton height={120} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <ConsentsOf id={id} {...query.data} /> : null}
    </Card>
  );
}

function ConsentsOf({ id, version, consents, asked }: Consents & { id: string }) {
  const { t } = useTranslation('privacy');
  const format = useFormat();
  const { withdraw } = useConsentChanges(id);
  const inForce = consents.find(({ withdrawn_at }) => withdrawn_at === null) ?? null;
  const isOutdated = inForce !== null && inForce.text_version !== version;
  const ended = consents.filter((consent) => consent !== inForce);
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="md" wrap="wrap">
        <ConsentState inForce={inForce} isRequired={false} isOutdated={isOutdated} />
        {inForce ? (
          <WithdrawConsent
            text={t('consent.withdrawText')}
            isBusy={withdraw.isPending}
            onWithdraw={(done) => withdraw.mutate(undefined, { onSuccess: done })}
          />
        ) : null}
      </Group>
      {asked && (!inForce || isOutdated) ? (
        <p className={classes.asked}>{t('consent.asked', { date: format.date(asked.at), name: asked.by })}</p>
      ) : null}
      {inForce && !isOutdated ? null : <NoteConsent id={id} />}
      {ended.length > 0 ? (
        <details className={classes.history}>
          <summary>{t('consent.history')}</summary>
          <ul>
            {ended.map((consent) => (
              <li key={consent.given_at}>
                <ConsentRecord consent={consent} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Stack>
  );
}

function NoteConsent({ id }: { id: string }) {
  const { t } = useTranslation('privacy');
  const { give } = useConsentChanges(id);
  const [givenBy, setGivenBy] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (givenBy.trim()) give.mutate(givenBy.trim());
  };
  return (
    <form onSubmit={submit} className={classes.note}>
      <TextInput
        label={t('consent.givenBy')}
        description={t('consent.givenByHint')}
        maxLength={200}
        value={givenBy}
        onChange={(event) => setGivenBy(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="light"
        title={t('consent.noteText')}
        loading={give.isPending}
        disabled={!givenBy.trim()}
      >
        {t('consent.note')}
      </Button>
    </form>
  );
}
