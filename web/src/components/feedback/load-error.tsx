import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/api/api-error.ts';

/** Error message with a retry button, shown in place of content that could not be loaded. */
export function LoadError({
  error,
  onRetry,
  title,
}: {
  error: unknown;
  onRetry: () => void;
  title?: string;
}) {
  const { t, i18n } = useTranslation();
  return (
    <Alert
      color="red"
      variant="light"
      radius="lg"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={title ?? t('states.loadFailedTitle')}
      role="alert"
    >
      <p style={{ margin: '0 0 12px' }}>{errorText(error, i18n, t('states.loadFailedText'))}</p>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={onRetry}
      >
        {t('actions.retry')}
      </Button>
    </Alert>
  );
}
