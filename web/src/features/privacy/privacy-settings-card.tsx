import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { usePrivacySettings } from './privacy.queries.ts';
import { PrivacySettingsForm } from './privacy-settings-form.tsx';

export function PrivacySettingsCard() {
  const { t } = useTranslation('privacy');
  const query = usePrivacySettings();
  return (
    <Card title={t('settings.title')} hint={t('settings.hint')}>
      {query.isPending ? <Skeleton height={420} radius={8} /> : null}
      {query.isError && !query.data ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <PrivacySettingsForm saved={query.data} /> : null}
    </Card>
  );
}
