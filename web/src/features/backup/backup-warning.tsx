import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/format.ts';
import { useJobs } from './backup.queries.ts';

/** One failure can be a restart at the wrong moment; the next attempt follows a minute later. */
const SHOWN_FROM = 2;

/** Warns of automatic backups that keep failing, and of a server without the shared files. */
export function BackupWarning() {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const { data } = useJobs();
  if (!data) return null;
  const { last_success, failures_in_a_row, problem } = data.backup;
  const icon = <IconAlertTriangle size={20} aria-hidden />;
  const isFailing = failures_in_a_row >= SHOWN_FROM;
  const place = data.files === 'elsewhere' || data.files === 'unreachable' ? data.files : null;
  if (!isFailing && place === null) return null;
  const why = problem ?? '';
  return (
    <Stack gap="md" mb="md">
      {isFailing ? (
        <Alert color="red" icon={icon} role="alert" title={t('warning.failed', { count: failures_in_a_row })}>
          {last_success === null
            ? t('warning.never', { problem: why })
            : t('warning.since', { date: format.moment(last_success), problem: why })}{' '}
          {t('warning.again')}
        </Alert>
      ) : null}
      {place === null ? null : (
        <Alert color="red" icon={icon} role="alert" title={t(`warning.${place}`)}>
          {t(`warning.${place}Text`)}
        </Alert>
      )}
    </Stack>
  );
}
