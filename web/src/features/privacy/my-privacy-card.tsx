import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LoadError } from '../../components/feedback/load-error.tsx';
import { Card } from '../../components/layout/card.tsx';
import { ConsentState, WithdrawConsent } from './consent.tsx';
import classes from './privacy.module.css';
import { useDownloadData, useMyConsent, useMyConsentChanges } from './privacy.queries.ts';

/** The signed-in person's consent and the download of their data. */
export function MyPrivacyCard() {
  const { t } = useTranslation('privacy');
  const query = useMyConsent();
  const download = useDownloadData();
  return (
    <Card
      title={t('mine.title')}
      hint={t('mine.hint')}
      className="rc-no-print"
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          title={t('mine.downloadHint')}
          onClick={() => download.mutate()}
        >
          {t('mine.download')}
        </Button>
      }
    >
      {query.isPending ? <Skeleton height={120} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <MyConsent {...query.data} /> : null}
    </Card>
  );
}

function MyConsent({
  required,
  version,
  text,
  consent,
}: NonNullable<ReturnType<typeof useMyConsent>['data']>) {
  const { t } = useTranslation('privacy');
  const { give, withdraw } = useMyConsentChanges();
  const isOutdated = consent !== null && consent.text_version !== version;
  return (
    <Stack gap="md">
      <ConsentState inForce={consent} isRequired={required} isOutdated={isOutdated} />
      <blockquote className={classes.text} dir="auto">
        {text}
      </blockquote>
      <Group justify="space-between" gap="md">
        <p className={classes.hint}>{t('mine.optional')}</p>
        <Group gap="sm">
          {consent ? (
            <WithdrawConsent
              text={t('mine.withdrawText')}
              isBusy={withdraw.isPending}
              onWithdraw={(done) => withdraw.mutate(undefined, { onSuccess: done })}
            />
          ) : null}
          {consent === null || isOutdated ? (
            <Button loading={give.isPending} onClick={() => give.mutate(version)}>
              {t('mine.agree')}
            </Button>
          ) : null}
        </Group>
      </Group>
    </Stack>
  );
}
